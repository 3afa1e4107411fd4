import { isJsonObject, isList, type UnknownObject } from "../core/json.js";
import { describe } from "../schema/outside-value.js";
import { correctIt } from "../schema/schema-findings.js";
import type { Findings } from "./findings.js";

/** The form of a name of resources. */
export const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Takes members out of an object, and reports those that are absent or of the wrong form. */
export class Reader {
  readonly findings: Findings;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  record(from: UnknownObject, key: string, path: string): UnknownObject {
    const value = from[key];
    if (isJsonObject(value)) return value;
    this.findings.refuse(path, `expected an object, found ${describe(value)}`, correctIt);
    return {};
  }

  text(from: UnknownObject, key: string, path: string): string {
    const value = from[key];
    if (typeof value === "string" && value !== "") return value;
    this.findings.refuse(path, `expected a text, found ${describe(value)}`, correctIt);
    return "";
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

  /** True or false, as Go reads it: absent is false. */
  flag(from: UnknownObject, key: string, path: string): boolean {
    const value = from[key] ?? false;
    if (typeof value !== "boolean")
      this.findings.refuse(path, `expected true or false, found ${describe(value)}`, correctIt);
    return value === true;
  }

  /** A whole number of 32 bits; absent is zero. */
  integer(from: UnknownObject, key: string, path: string): number {
    const value = from[key] ?? 0;
    if (typeof value === "number" && Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31) return value;
    this.findings.refuse(path, `expected a whole number, found ${describe(value)}`, correctIt);
    return 0;
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
    const value = from[key] ?? [];
    if (isList(value)) return value.map((name) => this.name({ name }, "name", path, label));
    this.findings.refuse(path, `expected a list of names, found ${describe(value)}`, correctIt);
    return [];
  }

  pairs(from: UnknownObject, key: string, path: string): Record<string, string> {
    const value = from[key] ?? {};
    if (isJsonObject(value)) {
      const entries = Object.keys(value).map((name) => [name, value[name] === "" ? "" : this.text(value, name, path)]);
      // Each entry is a pair of texts.
      return Object.fromEntries(entries) as Record<string, string>;
    }
    this.findings.refuse(path, `expected texts by name, found ${describe(value)}`, correctIt);
    return {};
  }

  items(from: UnknownObject, key: string, path: string): [UnknownObject, string][] {
    const value = from[key] ?? [];
    if (!isList(value) || !value.every(isJsonObject)) {
      this.findings.refuse(`${path}.${key}`, `expected a list of objects, found ${describe(value)}`, correctIt);
      return [];
    }
    return value.map((item, index) => [item, `${path}.${key}[${index}]`]);
  }
}
