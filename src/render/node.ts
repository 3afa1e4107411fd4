import { resolvePlain } from "../core/resolve-plain.js";

/**
 * YAML as kustomize holds it while it works: not values but their texts, with the tag that the text was read as and
 * whether it was quoted. A change of the text leaves the other two alone, which decides what the value is in the end.
 * Nodes are changed in place, and one node can stand in several places.
 */
export interface Node {
  kind: "scalar" | "map" | "list";
  /** Short, such as `!!int`; empty where it follows from the text when the node is printed. */
  tag: string;
  /** The text of a scalar. */
  value: string;
  /** Of a scalar: quoted, or a block. */
  isQuoted: boolean;
  /** Of a map. */
  fields: Map<string, Node>;
  /** Of a list. */
  items: Node[];
  /** An explicit null in an object that a patch passes by: it stays. */
  isKept?: true;
}

// Never filled: each map and each list has its own.
const noFields: Map<string, Node> = new Map();
const noItems: Node[] = [];

export function scalar(value: string, tag = "", isQuoted = false): Node {
  return { kind: "scalar", tag, value, isQuoted, fields: noFields, items: noItems };
}

/** A text, whatever it looks like. */
export function textNode(value: string): Node {
  return scalar(value, "!!str");
}

export function mapNode(fields = new Map<string, Node>()): Node {
  return { kind: "map", tag: "!!map", value: "", isQuoted: false, fields, items: noItems };
}

export function listNode(items: Node[] = []): Node {
  return { kind: "list", tag: "!!seq", value: "", isQuoted: false, fields: noFields, items };
}

export function emptyNode(kind: Node["kind"]): Node {
  return kind === "map" ? mapNode() : kind === "list" ? listNode() : scalar("");
}

export function copyNode(node: Node): Node {
  if (node.kind === "scalar") return { ...node };
  if (node.kind === "list") return { ...node, items: node.items.map(copyNode) };
  const fields = new Map<string, Node>();
  for (const [key, value] of node.fields) fields.set(key, copyNode(value));
  return { ...node, fields };
}

/** Makes `node` what `source` is, for everyone who holds it. */
export function becomes(node: Node, { kind, tag, value, isQuoted, fields, items }: Node): void {
  Object.assign(node, { kind, tag, value, isQuoted, fields, items });
}

export function isNull(node: Node): boolean {
  return node.tag === "!!null";
}

export function isMissing(node: Node | undefined): node is undefined {
  return node === undefined || isNull(node);
}

/** Nothing, null, or without content. An empty text is not empty. */
export function isEmpty(node: Node | undefined): boolean {
  if (isMissing(node)) return true;
  return (node.kind === "map" && node.fields.size === 0) || (node.kind === "list" && node.items.length === 0);
}

/** The text of a scalar, and nothing for null. */
export function textOf(node: Node | undefined): string {
  return isMissing(node) ? "" : node.value;
}

/** A member of a map; undefined where there is no such member, or no map. */
export function fieldOf(node: Node | undefined, name: string): Node | undefined {
  return node?.fields.get(name);
}

/**
 * Sets a member. One that is there changes in place and stays quoted or plain, as it was.
 * Source: kyaml/yaml/fns.go, FieldSetter.
 */
export function setField(map: Node, name: string, value: Node): void {
  const existing = map.fields.get(name);
  if (existing === undefined) {
    if (isTextLike(value) && isOtherForOldReaders(value.value)) value.isQuoted = true;
    map.fields.set(name, value);
    return;
  }
  value.isQuoted = existing.isQuoted;
  becomes(existing, value);
}

/** Sets the text of a scalar, which stays quoted or plain, as it was. */
export function setScalar(node: Node, value: string, tag = ""): void {
  const { isQuoted } = node;
  becomes(node, scalar(value, tag, isQuoted));
}

function isTextLike({ kind, tag }: Node): boolean {
  return kind === "scalar" && (tag === "" || tag === "!!str");
}

/** What a reader of YAML 1.1 takes for something else than text. Source: kyaml/yaml/compatibility.go. */
function isOtherForOldReaders(text: string): boolean {
  return text !== "" && !text.includes("\n") && resolvePlain(text, "1.1").tag !== "!!str";
}
