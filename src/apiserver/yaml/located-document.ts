/** A YAML or JSON file: its value as Kubernetes' tools read it, and where its parts are in the file. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, type YAMLMap } from "yaml";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import type { SourceLocation } from "../../core/source-location.js";
import { readYamlDocuments } from "../../core/yaml-documents.js";
import { readYaml } from "./read-yaml.js";
import { YamlFault } from "./yaml-fault.js";

/** The steps from the root of a document to a value: names of fields and indices of items. */
export type ValuePath = readonly (string | number)[];

export interface LocatedDocument {
  /** The path of the file, as users see it. */
  readonly file: string;
  readonly value: JsonObject;
  /** Returns the location of a value; if the value is missing, of the nearest part that contains its place. */
  readonly at: (path: ValuePath) => SourceLocation;
  /** Where a second document starts. Programs that read one document ignore it. */
  readonly secondDocument: () => SourceLocation | undefined;
}

export type DocumentReading =
  | { readonly kind: "document"; readonly document: LocatedDocument }
  | { readonly kind: "fault"; readonly message: string; readonly at: SourceLocation };

/** Reads the first document of a file, which must be an object. */
export function readLocatedDocument(file: string, content: string | Uint8Array): DocumentReading {
  const bytes = Buffer.from(content);
  try {
    const { value } = readYaml(bytes);
    if (!isJsonObject(value)) return { kind: "fault", message: "the file contains no object", at: { file, line: 1 } };
    return { kind: "document", document: locate(file, bytes.toString("utf8"), value) };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const [, line, message = error.message] = /^yaml: (?:line (\d+): )?(.*)$/s.exec(error.message) ?? [];
    return { kind: "fault", message, at: { file, ...(line === undefined ? {} : { line: Number(line) }) } };
  }
}

function locate(file: string, text: string, value: JsonObject): LocatedDocument {
  let places: Places | undefined;
  const find = (): Places => (places ??= new Places(file, text));
  return { file, value, at: (path) => find().of(path), secondDocument: () => find().secondDocument() };
}

/** The nodes of a file, which are parsed when a location is needed. */
class Places {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #documents: ReturnType<typeof readYamlDocuments>;
  readonly #pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>();

  constructor(file: string, text: string) {
    this.#file = file;
    this.#documents = readYamlDocuments(text, { schema: "failsafe", lineCounter: this.#lines, uniqueKeys: false });
  }

  of(path: ValuePath): SourceLocation {
    let node: unknown = this.#documents[0]?.contents;
    let offset = offsetOf(node);
    for (const step of path) {
      const [inner, key] = this.#stepInto(node, step);
      if (inner === undefined) break;
      node = inner;
      offset = offsetOf(inner) ?? offsetOf(key) ?? offset;
    }
    return this.#at(offset ?? 0);
  }

  secondDocument(): SourceLocation | undefined {
    const second = this.#documents.slice(1).find(({ contents }) => !isEmpty(contents));
    return second === undefined ? undefined : this.#at(offsetOf(second.contents) ?? 0);
  }

  /** Returns the value of a step, and its key. A merge key or an alias has no place of its own. */
  #stepInto(node: unknown, step: string | number): [value?: unknown, key?: unknown] {
    if (isSeq(node)) return typeof step === "number" ? [node.items[step]] : [];
    if (!isMap(node)) return [];
    let pairs = this.#pairs.get(node);
    if (pairs === undefined) this.#pairs.set(node, (pairs = new Map(node.items.map((pair) => [keyOf(pair), pair]))));
    const pair = pairs.get(String(step));
    return pair === undefined ? [] : [pair.value, pair.key];
  }

  #at(offset: number): SourceLocation {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line, column: col };
  }
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}

function offsetOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function isEmpty(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.source === "");
}
