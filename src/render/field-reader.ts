/**
 * Reads user input into typed fields, and collects all errors. As in Go, field names are case-insensitive, and null
 * counts as missing. Unlike in Go, an unknown field at any depth is an error.
 */
import type { Diagnostic } from "../core/diagnostic.js";
import { nearest } from "../core/suggest.js";
import { isMissing, type Node } from "./node.js";
import { valueOfScalar } from "./value.js";

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** The types of the field values. */
interface Values {
  text: string;
  texts: string[];
  textMap: Record<string, string>;
  boolean: boolean;
  /** A whole number, as a text. */
  whole: string;
}

type Read<T> = (node: Node | undefined, path: string) => T;

/** The fields of a map, and how to read each. */
type Shape = Readonly<Record<string, keyof Values | Read<unknown>>>;

export type ReadAs<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends keyof Values
    ? Values[S[Name]]
    : S[Name] extends Read<infer T>
      ? T
      : never;
};

/** Declares a shape that is used several times. */
export function shape<const S extends Shape>(fields: S): S {
  return fields;
}

/** The fields of a map, by their canonical names. */
export type Fields = ReadonlyMap<string, Node>;

export class FieldReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceFile;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  fault(path: string, message: string, hint: string, code: Diagnostic["code"] = "render/invalid"): void {
    const line = lineOf(this.#source.text, path);
    const at = { file: this.#source.file, ...(line === undefined ? {} : { line, column: 1 }) };
    this.diagnostics.push({ code, severity: "error", message, at, hint });
  }

  /** Returns the fields of a map; none if it is missing or not a map. */
  fields(node: Node | undefined, path: string, known: readonly string[]): Fields {
    const fields = new Map<string, Node>();
    if (node === undefined || isMissing(node)) return fields;
    if (node.kind !== "map") {
      this.fault(path, `${path || "the file"} is not a map`, `Use these fields: ${known.join(", ")}.`);
      return fields;
    }
    for (const [name, value] of node.fields) {
      const field = known.find((each) => each.toLowerCase() === name.toLowerCase());
      const place = path === "" ? name : `${path}.${name}`;
      if (field === undefined) this.#unknown(place, name, known);
      else if (fields.has(field)) this.fault(place, `${place} exists twice`, "Keep one of the two.");
      else fields.set(field, value);
    }
    return fields;
  }

  /** Reads the fields of a map that may have no other fields. */
  record<const S extends Shape>(node: Node | undefined, path: string, wanted: S): ReadAs<S> {
    return this.read(this.fields(node, path, Object.keys(wanted)), path, wanted);
  }

  read<const S extends Shape>(fields: Fields, path: string, wanted: S): ReadAs<S> {
    const read = Object.entries(wanted).map(([name, form]) => {
      const place = path === "" ? name : `${path}.${name}`;
      const value = fields.get(name);
      return [name, typeof form === "function" ? form(value, place) : this[form](value, place)];
    });
    // The shape defines how each field was read.
    return Object.fromEntries(read) as ReadAs<S>;
  }

  /** Reads a value; returns undefined if it is missing. */
  optional<T>(read: (node: Node, path: string) => T): Read<T | undefined> {
    return (node, path) => (isMissing(node) ? undefined : read(node, path));
  }

  /** Reads a list with a function for each item. */
  listOf<T>(read: (item: Node, path: string, reader: FieldReader) => T): Read<T[]> {
    return (node, path) => this.list(node, path, (item, place) => read(item, place, this));
  }

  #unknown(place: string, name: string, known: readonly string[]): void {
    const near = nearest(name, known);
    const hint = near === undefined ? `Known fields: ${known.join(", ")}.` : `Did you mean ${near}?`;
    this.fault(place, `${place} is an unknown field`, hint);
  }

  text(node: Node | undefined, path: string): string {
    if (node === undefined || isMissing(node)) return "";
    if (node.kind === "scalar" && (node.tag === "!!str" || node.tag === "!!timestamp")) return node.value;
    const shown = node.kind === "scalar" ? `${node.value} is not a string` : `${path} is not a string`;
    this.fault(path, node.kind === "scalar" ? `${path}: ${shown}` : shown, "Write it in quotes.");
    return "";
  }

  boolean(node: Node | undefined, path: string): boolean {
    if (node === undefined || isMissing(node)) return false;
    if (node.kind === "scalar" && node.tag === "!!bool") return isTrue(node.value);
    this.fault(path, `${path} is neither true nor false`, "Write true or false, without quotes.");
    return false;
  }

  whole(node: Node | undefined, path: string): string {
    if (node === undefined || isMissing(node)) return "0";
    const value = node.kind === "scalar" && node.tag === "!!int" ? valueOfScalar(node) : undefined;
    if (typeof value === "bigint") return String(value);
    this.fault(path, `${path} is not an integer`, "Write a number without quotes, such as 3.");
    return "0";
  }

  list<T>(node: Node | undefined, path: string, read: (item: Node, path: string) => T): T[] {
    if (node === undefined || isMissing(node)) return [];
    if (node.kind === "list") return node.items.map((item, index) => read(item, `${path}[${index}]`));
    this.fault(path, `${path} is not a list`, "Start each entry with a dash.");
    return [];
  }

  texts(node: Node | undefined, path: string): string[] {
    return this.list(node, path, (item, place) => this.text(item, place));
  }

  textMap(node: Node | undefined, path: string): Record<string, string> {
    if (node === undefined || isMissing(node)) return {};
    if (node.kind !== "map") {
      this.fault(path, `${path} is not a map`, "Write pairs of names and values.");
      return {};
    }
    return Object.fromEntries([...node.fields].map(([key, value]) => [key, this.text(value, `${path}.${key}`)]));
  }
}

/** Returns whether YAML 1.1 reads the text as true. */
function isTrue(text: string): boolean {
  return /^(?:y|yes|true|on)$/i.test(text);
}

/** Returns the line of the top-level field of a path. */
function lineOf(text: string, path: string): number | undefined {
  const [name = ""] = path.split(/[.[]/);
  const index = text.split("\n").findIndex((line) => line.startsWith(`${name}:`));
  return name === "" || index < 0 ? undefined : index + 1;
}
