/**
 * An element of a path into an object, in the form of managedFields: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. Two elements are
 * equal if their texts are. Source: sigs.k8s.io/structured-merge-diff/v6/fieldpath (element.go, serialize-pe.go).
 */
import { toGoJson } from "../../core/go-value.js";
import { isJsonObject, type Json } from "../../core/json.js";

export type PathElement = string;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function keyElement(keys: readonly (readonly [name: string, value: Json])[]): PathElement {
  return `k:${toGoJson(Object.fromEntries(keys))}`;
}

export function valueElement(value: Json): PathElement {
  return `v:${toGoJson(value)}`;
}

export function isFieldElement(element: PathElement): boolean {
  return element.startsWith("f:");
}

export function isKeyElement(element: PathElement): boolean {
  return element.startsWith("k:");
}

export function fieldNameOf(element: PathElement): string {
  return element.slice(2);
}

/** Normalizes an element; returns undefined for a type that a later Kubernetes may know; throws if it is malformed. */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2 || text[1] !== ":") throw new SyntaxError(`no path element: ${text}`);
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return text;
    case "i":
      if (!/^[+-]?\d+$/.test(content)) throw new SyntaxError(`no index: ${text}`);
      return `i:${Number(content)}`;
    case "v":
      return valueElement(JSON.parse(content) as Json);
    case "k": {
      const keys = JSON.parse(content) as Json;
      if (!isJsonObject(keys)) throw new SyntaxError(`no keys: ${text}`);
      return `k:${toGoJson(keys)}`;
    }
    default:
      return undefined;
  }
}

/** Formats an element as a conflict shows it: `.spec`, `[name="a"]`, `[="a"]`, `[0]`. */
export function showElement(element: PathElement): string {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k": {
      const keys = Object.entries(JSON.parse(content) as Record<string, Json>);
      return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
    }
    case "v":
      return `[=${content}]`;
    default:
      return `[${content}]`;
  }
}

const order = "fkvi";

export function compareElements(left: PathElement, right: PathElement): number {
  const byKind = order.indexOf(left[0] ?? "") - order.indexOf(right[0] ?? "");
  if (byKind !== 0) return byKind;
  if (left.startsWith("f:")) return left < right ? -1 : left > right ? 1 : 0;
  return compareValues(JSON.parse(left.slice(2)) as Json, JSON.parse(right.slice(2)) as Json);
}

function compareValues(left: Json, right: Json): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (isJsonObject(left) && isJsonObject(right)) return compareKeys(Object.entries(left), Object.entries(right));
  const [first, second] = [textOf(left), textOf(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function compareKeys(
  left: readonly [string, Json | undefined][],
  right: readonly [string, Json | undefined][],
): number {
  for (const [index, [name, value = null]] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (name !== other[0]) return name < other[0] ? -1 : 1;
    const byValue = compareValues(value, other[1] ?? null);
    if (byValue !== 0) return byValue;
  }
  return left.length - right.length;
}
