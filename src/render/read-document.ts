/**
 * Reads a YAML document: assigns a tag to each scalar, and resolves anchors and merges.
 * Source: go.yaml.in/yaml/v3/decode.go.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { TsopError } from "../core/errors.js";
import { resolvePlain, type YamlVersion } from "../core/resolve-plain.js";
import { readYamlDocuments } from "../core/yaml-documents.js";
import { listNode, mapNode, type Node, scalar } from "./node.js";

interface Place {
  readonly file: string;
  readonly version: YamlVersion;
  /** The first line of the text in its file. */
  readonly firstLine: number;
}

/** Reads the first document of a text; returns undefined if it is empty. */
export function readDocument(text: string, place: Place): Node | undefined {
  if (!/[^\s]/.test(text)) return undefined;
  const lineCounter = new LineCounter();
  const [document] = readYamlDocuments(text, { schema: "failsafe", lineCounter });
  if (document === undefined) return undefined;
  const fail = (message: string, offset = 0, hint?: string): never => {
    const { line, col } = lineCounter.linePos(offset);
    throw new TsopError("yaml/invalid", `not valid YAML: ${message}`, {
      at: { file: place.file, line: line + place.firstLine - 1, column: col },
      hint: hint ?? "Correct the file at this position; tsop changed nothing.",
    });
  };
  const [error] = document.errors;
  if (error !== undefined) return fail(error.message, error.pos[0]);
  if (document.contents === null) return undefined;
  const node = new Reader(document, place.version, fail).read(document.contents);
  return node.tag === "!!null" ? undefined : node;
}

type Fail = (message: string, offset?: number, hint?: string) => never;

/** The maximum number of nodes that aliases may expand to. Each alias is a copy. */
const largestCopy = 100_000;

class Reader {
  readonly #document: Document;
  readonly #version: YamlVersion;
  readonly #fail: Fail;
  readonly #open = new Set<unknown>();
  #copied = 0;
  #aliases = 0;
  /** The number of enclosing flow collections (in brackets or braces). */
  #flows = 0;

  constructor(document: Document, version: YamlVersion, fail: Fail) {
    this.#document = document;
    this.#version = version;
    this.#fail = fail;
  }

  read(node: unknown): Node {
    if (this.#aliases > 0 && (this.#copied += 1) > largestCopy) {
      this.#fail("its aliases expand to too many values", 0, "Replace the aliases with their values.");
    }
    if (isScalar(node)) return this.#scalar(node);
    if (isMap(node) || isSeq(node)) return this.#collection(node);
    if (isAlias(node)) return this.#alias(node, (target) => this.read(target));
    // A key without a value. Inside braces, kustomize turns it into a text.
    return this.#flows > 0 && this.#version === "1.2" ? scalar("", "!!str", true) : scalar("", "!!null");
  }

  #collection(node: YAMLMap | YAMLSeq): Node {
    const isFlow = node.flow === true;
    if (isFlow) this.#flows += 1;
    const read = isMap(node) ? this.#map(node) : listNode(node.items.map((item) => this.read(item)));
    if (isFlow) this.#flows -= 1;
    return read;
  }

  #scalar({ value, type, tag, range }: Scalar): Node {
    const text = typeof value === "string" ? value : "";
    const isQuoted = type !== "PLAIN";
    if (tag !== undefined && tag !== "!" && tag !== "tag:yaml.org,2002:str") return this.#tagged(text, tag, range?.[0]);
    if (isQuoted || tag === "tag:yaml.org,2002:str") return scalar(text, "!!str", true);
    const { tag: plain } = resolvePlain(text, this.#version);
    // Inside brackets or braces, kustomize quotes an empty text, or a text with a colon, before it reads it again.
    const isText = this.#flows > 0 && this.#version === "1.2" && (text === "" || text.includes(":"));
    return isText ? scalar(text, "!!str", true) : scalar(text, plain);
  }

  #tagged(text: string, tag: string, offset?: number): Node {
    const short = tag.replace(/^tag:yaml\.org,2002:/, "!!");
    if (!["!!int", "!!float", "!!bool", "!!null"].includes(short)) {
      this.#fail(`tsop does not support the tag ${short}`, offset, "Remove the tag.");
    }
    return scalar(text, short);
  }

  #map(map: YAMLMap): Node {
    const fields = new Map<string, Node>();
    const merged: Node[] = [];
    for (const pair of map.items) {
      if (isMergeKey(pair)) merged.push(...this.#merged(pair));
      else fields.set(this.#key(pair), this.read(pair.value));
    }
    // The map's own fields take precedence, then the first merged map.
    for (const source of merged) {
      for (const [key, value] of source.fields) if (!fields.has(key)) fields.set(key, value);
    }
    return mapNode(fields);
  }

  #key({ key }: Pair): string {
    const node = isAlias(key) ? key.resolve(this.#document) : key;
    const offset = isScalar(node) ? node.range?.[0] : undefined;
    if (!isScalar(node)) return this.#fail("a key is not a string", offset, "Write the key in quotes.");
    const { tag, value } = this.#scalar(node);
    if (tag === "!!str") return value;
    // In YAML 1.1, such keys are printed; in 1.2, kustomize cannot convert them to JSON.
    const plain = this.#version === "1.1" ? resolvePlain(value, "1.1").value : null;
    if (plain === null) this.#fail(`the key ${value || "null"} is not a string`, offset, "Write the key in quotes.");
    return String(plain);
  }

  #merged({ value }: Pair): Node[] {
    const sources = isSeq(value) ? value.items : [value];
    return sources.map((source) => {
      const node = this.read(source);
      if (node.kind !== "map") this.#fail("the value of << is not a map");
      return node;
    });
  }

  #alias(alias: Parameters<typeof isAlias>[0], read: (target: unknown) => Node): Node {
    if (!isAlias(alias)) throw new Error("not an alias");
    const target = alias.resolve(this.#document);
    const offset = alias.range?.[0];
    if (target === undefined) return this.#fail(`the anchor &${alias.source} is not defined`, offset);
    if (this.#open.has(target)) return this.#fail(`the anchor &${alias.source} contains itself`, offset);
    this.#open.add(target);
    this.#aliases += 1;
    const node = read(target);
    this.#aliases -= 1;
    this.#open.delete(target);
    return node;
  }
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<";
}
