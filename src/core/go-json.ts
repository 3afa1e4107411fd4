/** JSON as Go's encoding/json writes it: keys sorted, and what HTML or JavaScript could stumble over escaped. */
import { compareText } from "./compare-text.js";
import { isList } from "./json.js";

/** JSON in which whole numbers may be exact. Members that are undefined are left out. */
export type GoValue =
  string | number | bigint | boolean | null | readonly GoValue[] | { readonly [key: string]: GoValue | undefined };

export interface GoJsonOptions {
  /** So many spaces a level; none, and nothing else between the signs, where it is 0. */
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

/** What HTML or JavaScript could stumble over, in a text that is JSON already. */
export function escapeGoJson(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
