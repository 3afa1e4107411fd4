/**
 * Prints JSON like Go's encoding/json: with sorted keys, and with characters escaped that are special in HTML or JavaScript.
 */
import { compareText } from "./compare-text.js";
import { isList } from "./json.js";

/** JSON in which whole numbers may be exact. Undefined members are omitted. */
export type GoValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly GoValue[]
  | { readonly [key: string]: GoValue | undefined };

export interface GoJsonOptions {
  /** The number of spaces per level; 0 prints no white space at all. */
  readonly indent?: number;
  readonly compareKeys?: (left: string, right: string) => number;
}

export function goJson(value: GoValue, { indent = 0, compareKeys = compareText }: GoJsonOptions = {}): string {
  const [gap, step] = indent === 0 ? [":", ""] : [": ", " ".repeat(indent)];
  const print = (each: GoValue, margin: string): string => {
    if (typeof each === "string") return escapeGoJson(JSON.stringify(each));
    if (typeof each !== "object" || each === null) return printPrimitive(each);
    const inner = margin + step;
    if (isList(each))
      return enclose(
        "[",
        each.map((item) => print(item, inner)),
        "]",
        margin,
        inner,
      );
    const keys = Object.keys(each).filter((key) => each[key] !== undefined);
    const members = keys.sort(compareKeys).map((key) => print(key, "") + gap + print(each[key] ?? null, inner));
    return enclose("{", members, "}", margin, inner);
  };
  const enclose = (open: string, parts: readonly string[], close: string, margin: string, inner: string): string => {
    if (indent === 0 || parts.length === 0) return open + parts.join(",") + close;
    return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${margin}${close}`;
  };
  return print(value, "");
}

function printPrimitive(value: number | bigint | boolean | null): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Escapes characters that are special in HTML or JavaScript, in a text that is already JSON. */
export function escapeGoJson(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
