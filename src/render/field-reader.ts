/**
 * Reads what a user wrote into typed fields, and collects all that is wrong with it. As in Go, names of fields are taken in
 * any case, and null is as good as nothing; unlike there, an unknown field of any depth is a fault.
 */
import type { Diagnostic } from "../core/diagnostic.js";
import { nearest } from "../core/suggest.js";
import { isMissing, type Node } from "./node.js";
import { valueOfScalar } from "./value.js";

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** What the values of fields are read as. */
interface Values {
  text: string;
  texts: string[];
  textMap: Record<string, string>;
  boolean: boolean;
  /** A whole number, as a text. */
  whole: string;
}

type Read<T> = (node: Node | undefined, path: string) => T;

/** What fields a map may have, and how each is read. */
type Shape = Readonly<Record<string, keyof Values | Read<unknown>>>;

export type ReadAs<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends keyof Values
    ? Values[S[Name]]
    : S[Name] extends Read<infer T>
      ? T
      : never;
};

/** A shape that several places use. */
export function shape<const S extends Shape>(fields: S): S {
  return fields;
}

/** The fields of a map, by the names that they should have. */
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

  /** The fields of a map; none when it is missing or something else. */
  fields(node: Node | undefined, path: string, known: readonly string[]): Fields {
    const fields = new Map<string, Node>();
    if (node === undefined || isMissing(node)) return fields;
    if (node.kind !== "map") {
      this.fault(path, `${path || "the file"} is not a map`, `Write its fields: ${known.join(", ")}.`);
      return fields;
    }
    for (const [name, value] of node.fields) {
      const field = known.find((each) => each.toLowerCase() === name.toLowerCase());
      const place = path === "" ? name : `${path}.${name}`;
      if (field === undefined) this.#unknown(place, name, known);
      else if (fields.has(field)) this.fault(place, `${place} is there twice`, "Keep one of the two.");
      else fields.set(field, value);
    }
    return fields;
  }

  /** The fields of a map, which has no others. */
  record<const S extends Shape>(node: Node | undefined, path: string, wanted: S): ReadAs<S> {
    return this.read(this.fields(node, path, Object.keys(wanted)), path, wanted);
  }

  read<const S extends Shape>(fields: Fields, path: string, wanted: S): ReadAs<S> {
    const read = Object.entries(wanted).map(([name, form]) => {
      const place = path === "" ? name : `${path}.${name}`;
      const value = fields.get(name);
      return [name, typeof form === "function" ? form(value, place) : this[form](value, place)];
    });
    // Each field has been read as the shape says.
    return Object.fromEntries(read) as ReadAs<S>;
  }

  /** Undefined for what is missing. */
  optional<T>(read: (node: Node, path: string) => T): Read<T | undefined> {
    return (node, path) => (isMissing(node) ? undefined : read(node, path));
  }

  /** A list of which each item is read. */
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
    const shown = node.kind === "scalar" ? `${node.value} is not a text` : `${path} is not a text`;
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
    this.fault(path, `${path} is not a whole number`, "Write a number without quotes, such as 3.");
    return "0";
  }

  list<T>(node: Node | undefined, path: string, read: (item: Node, path: string) => T): T[] {
    if (node === undefined || isMissing(node)) return [];
    if (node.kind === "list") return node.items.map((item, index) => read(item, `${path}[${index}]`));
    this.fault(path, `${path} is not a list`, "Begin each of its entries with a dash.");
    return [];
  }

  texts(node: Node | undefined, path: string): string[] {
    return this.list(node, path, (item, place) => this.text(item, place));
  }

  textMap(node: Node | undefined, path: string): Record<string, string> {
    if (node === undefined || isMissing(node)) return {};
    if (node.kind !== "map") {
      this.fault(path, `${path} is not a map`, "Write names with their values.");
      return {};
    }
    return Object.fromEntries([...node.fields].map(([key, value]) => [key, this.text(value, `${path}.${key}`)]));
  }
}

/** As YAML 1.1 has it. */
function isTrue(text: string): boolean {
  return /^(?:y|yes|true|on)$/i.test(text);
}

/** The line of the field at the top that a path begins with. */
function lineOf(text: string, path: string): number | undefined {
  const [name = ""] = path.split(/[.[]/);
  const index = text.split("\n").findIndex((line) => line.startsWith(`${name}:`));
  return name === "" || index < 0 ? undefined : index + 1;
}
