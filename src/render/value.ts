/**
 * Converts nodes to their final values: the result of printing them and reading them again as JSON.
 * Sources: go.yaml.in/yaml/v3/encode.go (node) and decode.go (scalar).
 */
import { TsopError } from "../core/errors.js";
import { printDouble } from "../core/go-number.js";
import { listNode, mapNode, type Node, scalar, textNode } from "./node.js";
import { type Resolved, resolvePlain } from "../core/resolve-plain.js";

type Tree<Leaf> = Leaf | Tree<Leaf>[] | { [key: string]: Tree<Leaf> };

/** A JSON value, with numbers as exact as in JavaScript. */
export type Value = Tree<string | number | boolean | null>;

/** A JSON value, with whole numbers as exact as in Go. */
export type ExactValue = Tree<Resolved["value"]>;

export function valueOfScalar(node: Node): Resolved["value"] {
  const { tag, value, isQuoted } = node;
  if (tag === "!!str") return value;
  // A text with several lines is printed as a block.
  if (tag === "") return isQuoted || value.includes("\n") ? value : plainValue(value);
  const resolved = resolvePlain(value, "1.2");
  if (resolved.tag === tag) return isQuoted ? value : plainValue(value);
  if (tag === "!!float" && typeof resolved.value === "bigint") return Number(resolved.value);
  throw new TsopError("render/invalid", `${JSON.stringify(value)} cannot replace a value of the type ${nameOf(tag)}`, {
    hint: "Write the replaced value in quotes, or use a value of the same type.",
  });
}

function plainValue(text: string): Resolved["value"] {
  const { value } = resolvePlain(text, "1.2");
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new TsopError("render/invalid", `${text} is not a valid JSON number`, {
    hint: "If it is a string, write it in quotes.",
  });
}

function nameOf(tag: string): string {
  const names: Readonly<Record<string, string>> = {
    "!!int": "integer",
    "!!float": "number",
    "!!bool": "boolean",
    "!!null": "null",
    "!!timestamp": "time",
  };
  return names[tag] ?? tag;
}

export function toValue(node: Node): Value {
  return toTree(node, (scalarNode) => {
    const value = valueOfScalar(scalarNode);
    return typeof value === "bigint" ? Number(value) : value;
  });
}

export function toExactValue(node: Node): ExactValue {
  return toTree(node, valueOfScalar);
}

function toTree<Leaf>(node: Node, leafOf: (scalarNode: Node) => Leaf): Tree<Leaf> {
  if (node.kind === "list") return node.items.map((item) => toTree(item, leafOf));
  if (node.kind === "scalar") return leafOf(node);
  const object: { [key: string]: Tree<Leaf> } = {};
  for (const [key, field] of node.fields) define(object, key, toTree(field, leafOf));
  return object;
}

/** Defines a member. A member named `__proto__` is a normal member. */
function define<Leaf>(object: { [key: string]: Tree<Leaf> }, key: string, value: Tree<Leaf>): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Converts a JSON value back to a node, with numbers as Go prints them. */
export function fromValue(value: Value): Node {
  if (Array.isArray(value)) return listNode(value.map(fromValue));
  if (value === null) return scalar("null", "!!null");
  switch (typeof value) {
    case "string":
      return textNode(value);
    case "boolean":
      return scalar(String(value), "!!bool");
    case "number": {
      const text = printDouble(value);
      return scalar(text, resolvePlain(text, "1.2").tag);
    }
    default:
      return mapNode(new Map(Object.entries(value).map(([key, each]) => [key, fromValue(each)])));
  }
}
