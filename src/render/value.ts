/**
 * From nodes to the values that they are in the end, which is what printing them and reading them again as JSON gives.
 * Sources: go.yaml.in/yaml/v3/encode.go (node) and decode.go (scalar).
 */
import { TsopError } from "../core/errors.js";
import { listNode, mapNode, type Node, scalar, textNode } from "./node.js";
import { type Resolved, resolvePlain } from "./resolve-plain.js";
import { printFloat } from "./print-number.js";

/** A value of JSON in which whole numbers are as Go has them; others are read back from their text. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export function valueOfScalar(node: Node): Resolved["value"] {
  const { tag, value, isQuoted } = node;
  if (tag === "!!str") return value;
  // More than one line is printed as a block.
  if (tag === "") return isQuoted || value.includes("\n") ? value : plainValue(value);
  const resolved = resolvePlain(value, "1.2");
  if (resolved.tag === tag) return isQuoted ? value : plainValue(value);
  if (tag === "!!float" && typeof resolved.value === "bigint") return Number(resolved.value);
  throw new TsopError("render/invalid", `${JSON.stringify(value)} stands where there was a ${nameOf(tag)}`, {
    hint: "Write the value that is replaced in quotes, or give one of its kind.",
  });
}

function plainValue(text: string): Resolved["value"] {
  const { value } = resolvePlain(text, "1.2");
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new TsopError("render/invalid", `${text} is no number that an object can hold`, {
    hint: "Write it in quotes, if it is a text.",
  });
}

function nameOf(tag: string): string {
  const names: Readonly<Record<string, string>> = {
    "!!int": "whole number",
    "!!float": "number",
    "!!bool": "true or false",
    "!!null": "null",
    "!!timestamp": "time",
  };
  return names[tag] ?? tag;
}

/** The value of JSON, in which numbers are as exact as JavaScript has them. */
export function toValue(node: Node): Value {
  if (node.kind === "list") return node.items.map(toValue);
  if (node.kind === "scalar") {
    const value = valueOfScalar(node);
    return typeof value === "bigint" ? Number(value) : value;
  }
  const object: { [key: string]: Value } = {};
  for (const [key, field] of node.fields) define(object, key, toValue(field));
  return object;
}

/** A member named `__proto__` is one like any other. */
function define(object: { [key: string]: Value }, key: string, value: Value): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** What becomes of a value that was JSON meanwhile: its numbers are written as Go prints them. */
export function fromValue(value: Value): Node {
  if (Array.isArray(value)) return listNode(value.map(fromValue));
  if (value === null) return scalar("null", "!!null");
  switch (typeof value) {
    case "string":
      return textNode(value);
    case "boolean":
      return scalar(String(value), "!!bool");
    case "number": {
      const text = printFloat(value);
      return scalar(text, resolvePlain(text, "1.2").tag);
    }
    default:
      return mapNode(new Map(Object.entries(value).map(([key, each]) => [key, fromValue(each)])));
  }
}
