/** Reads YAML as JSON values, like kube-apiserver. Source: sigs.k8s.io/yaml, whose goyaml.v2 implements YAML 1.1. */
import { isUtf8 } from "node:buffer";
import { printSingle } from "../../core/go-number.js";
import type { Json, JsonObject } from "../../core/json.js";
import { readYamlDocuments } from "../../core/yaml-documents.js";
import { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Scalar, type YAMLMap } from "yaml";
import { plainValue, type ScalarValue, taggedValue } from "./scalars.js";
import { syntaxFault, YamlFault } from "./yaml-fault.js";

export interface ReadYaml {
  readonly value: Json;
  /** `line 5: key "name" already set in map`. */
  readonly strictErrors: readonly string[];
}

/**
 * Reads the first document of a text; of two fields with the same name, the last wins.
 *
 * @throws YamlFault
 */
export function readYaml(body: Buffer): ReadYaml {
  if (!isUtf8(body)) throw new YamlFault("yaml: invalid leading UTF-8 octet");
  const text = body.toString("utf8").replace(/^\uFEFF/, "");
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/.test(text)) {
    throw new YamlFault("yaml: control characters are not allowed");
  }
  if (/^%YAML (?!1\.1\s)/.test(text)) throw new YamlFault("yaml: found incompatible YAML document");
  const lineCounter = new LineCounter();
  const lineOf = (offset: number): number => lineCounter.linePos(offset).line;
  // The library must not decide the values of scalars.
  const options = {
    schema: "failsafe",
    resolveKnownTags: false,
    uniqueKeys: false,
    merge: false,
    lineCounter,
  } as const;
  const [document] = readYamlDocuments(text, options);
  if (document === undefined) return { value: null, strictErrors: [] };
  if (document.errors.length > 0) throw syntaxFault(document.errors, lineOf);
  const decoder = new Decoder(lineOf);
  return { value: decoder.decode(document.contents), strictErrors: decoder.strictErrors };
}

class Decoder {
  readonly strictErrors: string[] = [];
  readonly #lineOf: (offset: number) => number;
  readonly #anchors = new Map<string, Node>();
  /** The nodes that are being decoded. */
  readonly #open = new Set<Node>();
  #nodes = 0;
  #nodesOfAliases = 0;
  #aliasDepth = 0;

  constructor(lineOf: (offset: number) => number) {
    this.#lineOf = lineOf;
  }

  decode(node: Node | null): Json {
    this.#count();
    if (node === null) return null;
    if (isAlias(node)) return this.#ofAlias(node, (target) => this.decode(target));
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#open.add(node);
    const value = this.#ofNode(node);
    this.#open.delete(node);
    return value;
  }

  #ofNode(node: Node): Json {
    if (isMap(node)) return this.#ofMap(node);
    if (isSeq(node)) return node.items.map((item) => this.decode(toNode(item)));
    if (!isScalar(node)) return null;
    const value = scalarValue(node);
    if (typeof value === "bigint") return Number(value);
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new YamlFault(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }

  #ofMap(map: YAMLMap): JsonObject {
    // A field may have the name __proto__.
    const fields = new Map<string, Json>();
    this.#setFields(map, fields);
    return Object.fromEntries(fields);
  }

  #setFields(map: YAMLMap, fields: Map<string, Json>): void {
    for (const pair of map.items) {
      const [keyNode, valueNode] = [toNode(pair.key), toNode(pair.value)];
      if (isMergeKey(keyNode)) {
        this.#merge(valueNode, fields);
        continue;
      }
      const key = this.#keyOf(keyNode, valueNode);
      if (fields.has(key)) {
        const line = this.#lineOf(keyNode?.range?.[0] ?? 0);
        this.strictErrors.push(`line ${line}: key ${JSON.stringify(key)} already set in map`);
      }
      fields.set(key, this.decode(valueNode));
    }
  }

  #merge(node: Node | null, fields: Map<string, Json>): void {
    // The earlier of two maps takes precedence.
    const nodes = isSeq(node) ? node.items.map(toNode).toReversed() : [node];
    for (const each of nodes) {
      if (isAlias(each)) this.#ofAlias(each, (target) => this.#mergeMap(target, fields));
      else this.#mergeMap(each, fields);
    }
  }

  #mergeMap(node: Node | null, fields: Map<string, Json>): void {
    if (!isMap(node)) throw new YamlFault("yaml: map merge requires map or sequence of maps as the value");
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#setFields(node, fields);
  }

  #keyOf(node: Node | null, value: Node | null): string {
    const key = isScalar(node) ? scalarValue(node) : this.decode(node);
    if (typeof key === "string" || typeof key === "boolean") return String(key);
    if (typeof key === "number") return printSingle(key);
    if (typeof key === "bigint" && key < 2n ** 63n) return String(key);
    if (key !== null && typeof key !== "bigint") throw new YamlFault(`yaml: invalid map key: ${showGo(key)}`);
    const [type, shown] = key === null ? ["%!s(<nil>)", "<nil>"] : ["uint64", `0x${key.toString(16)}`];
    throw new YamlFault(`unsupported map key of type: ${type}, key: ${shown}, value: ${showGo(this.decode(value))}`);
  }

  #ofAlias<T>(alias: Alias, use: (target: Node) => T): T {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) throw new YamlFault(`yaml: unknown anchor '${alias.source}' referenced`);
    if (this.#open.has(target)) throw new YamlFault(`yaml: anchor '${alias.source}' value contains itself`);
    this.#aliasDepth += 1;
    const used = use(target);
    this.#aliasDepth -= 1;
    return used;
  }

  /** Counts nodes: a few aliases of aliases may expand to billions of nodes. Source: goyaml.v2/decode.go (allowedAliasRatio). */
  #count(): void {
    this.#nodes += 1;
    if (this.#aliasDepth > 0) this.#nodesOfAliases += 1;
    const beyond = Math.min(Math.max((this.#nodes - 400_000) / 3_600_000, 0), 1);
    if (this.#nodesOfAliases <= 100 || this.#nodes <= 1000) return;
    if (this.#nodesOfAliases / this.#nodes > 0.99 - 0.89 * beyond) {
      throw new YamlFault("yaml: document contains excessive aliasing");
    }
  }
}

function scalarValue(node: Scalar): ScalarValue {
  const text = typeof node.value === "string" ? node.value : "";
  if (node.tag !== undefined && node.tag !== "!") return taggedValue(text, node.tag);
  return node.type === "PLAIN" && node.tag === undefined ? plainValue(text) : text;
}

function isMergeKey(node: Node | null): boolean {
  return isScalar(node) && node.type === "PLAIN" && node.value === "<<";
}

/** The library's types do not declare the contents of a collection. */
function toNode(value: unknown): Node | null {
  return (value ?? null) as Node | null;
}

/** Formats a value like Go's `%#v`. */
function showGo(value: Json): string {
  if (value === null) return "interface {}(nil)";
  if (Array.isArray(value)) return `[]interface {}{${value.map(showGo).join(", ")}}`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${showGo(each ?? null)}`);
  return `map[interface {}]interface {}{${fields.join(", ")}}`;
}
