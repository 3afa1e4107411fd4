/**
 * Paths of replacements: field names, indexes, `*`, and `[field=pattern]` for list elements.
 * Sources: kyaml/yaml/fns.go (PathGetter), kyaml/yaml/match.go (PathMatcher), kyaml/utils/pathsplitter.go.
 */
import { TsopError } from "../core/errors.js";
import { splitPath } from "./field-spec.js";
import { emptyNode, isMissing, mapNode, type Node, scalar, setField } from "./node.js";
import { compilePattern } from "./pattern.js";
import { resolvePlain } from "../core/resolve-plain.js";

/** Splits a path at dots, except dots within brackets. */
export function splitFieldPath(path: string): string[] {
  const steps: string[] = [];
  const parts = splitPath(path, ".");
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    if (!part.startsWith("[") || part.endsWith("]")) {
      steps.push(part);
      continue;
    }
    const end = parts.findIndex((each, at) => at > index && each.endsWith("]"));
    const last = end < 0 ? parts.length - 1 : end;
    const whole = parts.slice(index, last + 1).join(".");
    steps.push(whole.includes("=") ? whole : whole.replace(/^[[\]]+|(?<![[\]])[[\]]+$/g, ""));
    index = last;
  }
  return steps;
}

/** Returns the single node at a path; undefined if it does not exist. */
export function lookup(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path.map((each) => each.trim()).filter((each) => each !== "")) {
    node = node === undefined ? undefined : memberAt(node, step);
  }
  return node;
}

function memberAt(node: Node, step: string): Node | undefined {
  if (/^[+-]?\d+$/.test(step) || step === "-") {
    const items = itemsOf(node, step);
    const index = step === "-" ? items.length - 1 : Number(step);
    if (index < 0 && step !== "-") throw fault(`the index ${step} is negative`);
    return items[index];
  }
  if (step === "*") throw fault("the path of a source cannot contain *");
  const match = matcherOf(step);
  if (match === undefined) return fieldIn(node, step);
  const { field, pattern } = match;
  return itemsOf(node, step).find((item) =>
    field === "" ? item.value === pattern : item.kind === "map" && item.fields.get(field)?.value === pattern,
  );
}

/**
 * Returns all nodes at a path; undefined if the path does not exist. With `created`, creates missing nodes on the way,
 * and a node of this kind at the end.
 */
export function matchPath(node: Node, path: readonly string[], created?: Node["kind"]): Node[] | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  const way = { rest, created };
  if (/^\+?\d+$/.test(step)) return matchIndex(node, Number(step), way);
  const match = matcherOf(step);
  if (match !== undefined) return matchElements(node, match, way);
  if (step === "*") return joined(itemsOf(node, step).map((item) => matchPath(item, rest, created)));
  return matchField(node, step, way);
}

/** The rest of a path after a step. */
interface Way {
  readonly rest: readonly string[];
  readonly created: Node["kind"] | undefined;
}

function matchField(node: Node, name: string, { rest, created }: Way): Node[] | undefined {
  let field = fieldIn(node, name);
  if (field === undefined) {
    if (created === undefined) return undefined;
    field = emptyNode(kindBefore(rest[0], created));
    setField(node, name, field);
  }
  if (field.kind === "scalar" && rest.length > 0) {
    throw fault(`${name} is a string, but the path continues`);
  }
  return matchPath(field, rest, created);
}

function matchIndex(node: Node, index: number, { rest, created }: Way): Node[] | undefined {
  const items = itemsOf(node, String(index));
  if (index === items.length && created !== undefined) items.push(emptyNode(kindBefore(rest[0], created)));
  const item = items[index];
  if (item === undefined) throw fault(`the element ${index} does not exist: the list has ${items.length}`);
  return matchPath(item, rest, created);
}

interface Matcher {
  /** Empty if the elements themselves are compared. */
  readonly field: string;
  readonly pattern: string;
}

function matchElements(node: Node, { field, pattern }: Matcher, { rest, created }: Way): Node[] | undefined {
  const matches = compilePattern(pattern);
  const items = itemsOf(node, field);
  const search = (): Node[] | undefined => {
    if (field === "") return notEmpty(items.filter((item) => matches(shownText(item))));
    const found = items.filter((item) => {
      const value = item.kind === "map" ? item.fields.get(field) : undefined;
      return value !== undefined && matches(shownText(value));
    });
    return notEmpty(joined(found.map((item) => matchPath(item, rest, created))));
  };
  const found = search();
  if (found !== undefined || created === undefined) return found;
  items.push(field === "" ? scalar(pattern) : mapNode(new Map([[field, scalar(pattern)]])));
  const made = search();
  if (made === undefined) throw fault(`[${field}=${pattern}] does not match the element that it would create`);
  return made;
}

/** Returns a value as it is printed, because patterns match the printed value. */
function shownText({ value, tag, isQuoted, kind }: Node): string {
  if (kind !== "scalar") throw fault("a pattern does not match a map or a list");
  const needsQuotes = tag === "!!str" && resolvePlain(value, "1.2").tag !== "!!str";
  return isQuoted || needsQuotes ? JSON.stringify(value) : value;
}

function matcherOf(step: string): Matcher | undefined {
  if (!step.startsWith("[") || !step.endsWith("]")) return undefined;
  const inner = step.slice(1, -1);
  const equals = inner.indexOf("=");
  if (equals < 0) throw fault(`${step} has no comparison`, "Write [field=value].");
  return { field: inner.slice(0, equals), pattern: inner.slice(equals + 1) };
}

function kindBefore(next: string | undefined, last: Node["kind"]): Node["kind"] {
  if (next === undefined || next === "") return last;
  return (next.startsWith("[") && next.endsWith("]")) || /^\+?\d+$/.test(next) ? "list" : "map";
}

function fieldIn(node: Node, name: string): Node | undefined {
  if (isMissing(node)) return undefined;
  if (node.kind !== "map") throw fault(`${name} is not a field of a ${node.kind === "list" ? "list" : "string"}`);
  return node.fields.get(name);
}

function itemsOf(node: Node, step: string): Node[] {
  if (isMissing(node)) return [];
  if (node.kind !== "list") throw fault(`${step} is not an element of a ${node.kind === "map" ? "map" : "string"}`);
  return node.items;
}

function joined(found: readonly (Node[] | undefined)[]): Node[] | undefined {
  const present = found.filter((each) => each !== undefined);
  return present.length === 0 ? undefined : present.flat();
}

function notEmpty(found: Node[] | undefined): Node[] | undefined {
  return found === undefined || found.length === 0 ? undefined : found;
}

function fault(message: string, hint = "Correct the path of the replacement."): TsopError {
  return new TsopError("render/invalid", message, { hint });
}
