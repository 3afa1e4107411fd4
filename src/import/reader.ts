import { isJsonObject, isList, type UnknownObject } from "../core/json.js";
import { describe } from "../schema/outside-value.js";
import { correctIt } from "../schema/schema-findings.js";
import type { Findings } from "./findings.js";

/** The form of resource names. */
export const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Reads members of an object, and reports members that are absent or malformed. */
export class Reader {
  readonly findings: Findings;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  record(from: UnknownObject, key: string, path: string): UnknownObject {
    return this.#expect("an object", isJsonObject, from[key], path, {});
  }

  text(from: UnknownObject, key: string, path: string): string {
    return this.#expect("a text", isFilled, from[key], path, "");
  }

  optionalText(from: UnknownObject, key: string, path: string): string | undefined {
    return isAbsent(from[key]) ? undefined : this.text(from, key, path);
  }

  word(from: UnknownObject, key: string, path: string, words: readonly string[]): string {
    const text = this.text(from, key, path);
    if (text !== "" && !words.includes(text))
      this.findings.refuse(path, `expected one of ${words.join(", ")}, found ${describe(text)}`, correctIt);
    return text;
  }

  /** Reads a boolean like Go does: absent is false. */
  flag(from: UnknownObject, key: string, path: string): boolean {
    return this.#expect("true or false", (value) => typeof value === "boolean", from[key] ?? false, path, false);
  }

  /** Reads a whole number of 32 bits; absent is zero. */
  integer(from: UnknownObject, key: string, path: string): number {
    return this.#expect("a whole number", isInt32, from[key] ?? 0, path, 0);
  }

  path(from: UnknownObject, key: string, path: string, starts: readonly string[]): string {
    const text = this.text(from, key, path);
    if (text !== "" && !starts.some((start) => text.startsWith(start)))
      this.findings.refuse(path, `the path ${describe(text)} must start with ${starts.join(" or ")}`, correctIt);
    return text;
  }

  name(from: UnknownObject, key: string, path: string, form: RegExp): string {
    const value = from[key];
    if (typeof value === "string" && form.test(value)) return value;
    this.findings.refuse(path, `${describe(value)} cannot be a name here`, correctIt);
    return "";
  }

  names(from: UnknownObject, key: string, path: string): string[] {
    const names = this.#expect("a list of names", isList, from[key] ?? [], path, []);
    return names.map((name) => this.name({ name }, "name", path, label));
  }

  pairs(from: UnknownObject, key: string, path: string): Record<string, string> {
    const value: UnknownObject = this.#expect("texts by name", isJsonObject, from[key] ?? {}, path, {});
    const textOf = (name: string): string => (value[name] === "" ? "" : this.text(value, name, path));
    return Object.fromEntries(Object.keys(value).map((name) => [name, textOf(name)]));
  }

  items(from: UnknownObject, key: string, path: string): [UnknownObject, string][] {
    const items = this.#expect("a list of objects", isListOfObjects, from[key] ?? [], `${path}.${key}`, []);
    return items.map((item, index) => [item, `${path}.${key}[${index}]`]);
  }

  #expect<T>(
    expected: string,
    isOfForm: (value: unknown) => value is T,
    value: unknown,
    path: string,
    otherwise: T,
  ): T {
    if (isOfForm(value)) return value;
    this.findings.refuse(path, `expected ${expected}, found ${describe(value)}`, correctIt);
    return otherwise;
  }
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isInt32(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;
}

function isListOfObjects(value: unknown): value is readonly UnknownObject[] {
  return isList(value) && value.every(isJsonObject);
}
