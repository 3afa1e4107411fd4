import { resolvePlain } from "../core/resolve-plain.js";

/**
 * A YAML node as in kustomize: the text of a value instead of the value, with the tag that the text was read with, and
 * whether it was quoted. A change of the text keeps both, and they determine the final value. Nodes change in place,
 * and one node can be in several positions.
 */
export interface Node {
  kind: "scalar" | "map" | "list";
  /** The short tag, such as `!!int`; empty if it follows from the text when the node is printed. */
  tag: string;
  /** The text of a scalar. */
  value: string;
  /** Whether a scalar is quoted or a block. */
  isQuoted: boolean;
  /** The fields of a map. */
  fields: Map<string, Node>;
  /** The items of a list. */
  items: Node[];
  /** Set for an explicit null in an object that a patch does not touch: it is preserved. */
  isKept?: true;
}

// Always empty: each map and each list has its own.
const noFields: Map<string, Node> = new Map();
const noItems: Node[] = [];

export function scalar(value: string, tag = "", isQuoted = false): Node {
  return { kind: "scalar", tag, value, isQuoted, fields: noFields, items: noItems };
}

/** Returns a text node, whatever the text looks like. */
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

/** Replaces the content of `node` with that of `source`, in all positions of `node`. */
export function becomes(node: Node, { kind, tag, value, isQuoted, fields, items }: Node): void {
  Object.assign(node, { kind, tag, value, isQuoted, fields, items });
}

export function isNull(node: Node): boolean {
  return node.tag === "!!null";
}

export function isMissing(node: Node | undefined): node is undefined {
  return node === undefined || isNull(node);
}

/** Returns whether a node is missing, null, or without content. An empty text is not empty. */
export function isEmpty(node: Node | undefined): boolean {
  if (isMissing(node)) return true;
  return (node.kind === "map" && node.fields.size === 0) || (node.kind === "list" && node.items.length === 0);
}

/** Returns the text of a scalar, or an empty text for null. */
export function textOf(node: Node | undefined): string {
  return isMissing(node) ? "" : node.value;
}

/** Returns a member of a map; undefined if the map or the member does not exist. */
export function fieldOf(node: Node | undefined, name: string): Node | undefined {
  return node?.fields.get(name);
}

/**
 * Sets a member. An existing member changes in place and stays quoted or plain.
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

/** Sets the text of a scalar, which stays quoted or plain. */
export function setScalar(node: Node, value: string, tag = ""): void {
  const { isQuoted } = node;
  becomes(node, scalar(value, tag, isQuoted));
}

function isTextLike({ kind, tag }: Node): boolean {
  return kind === "scalar" && (tag === "" || tag === "!!str");
}

/** Returns whether YAML 1.1 reads the text as a type other than text. Source: kyaml/yaml/compatibility.go. */
function isOtherForOldReaders(text: string): boolean {
  return text !== "" && !text.includes("\n") && resolvePlain(text, "1.1").tag !== "!!str";
}
