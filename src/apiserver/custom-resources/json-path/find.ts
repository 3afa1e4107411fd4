/** Finds the values at a path in an object. Source: k8s.io/client-go/util/jsonpath/jsonpath.go. */
import { isJsonObject, type Json } from "../../../core/json.js";
import type { PathNode, PathNodes, Slice } from "./parse.js";

/**
 * Returns undefined if the path does not fit the value: it selects items of a value that is not a list, or compares values
 * that cannot be compared.
 */
export function findAll(nodes: PathNodes, value: Json): readonly Json[] | undefined {
  let found: readonly Json[] = [value];
  for (const node of nodes) {
    const next = step(node, found);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

function step(node: PathNode, input: readonly Json[]): readonly Json[] | undefined {
  switch (node.kind) {
    case "literal":
      return input.map(() => node.value);
    case "field":
      return input.flatMap((value) =>
        isJsonObject(value) && Object.hasOwn(value, node.name) ? [value[node.name] ?? null] : [],
      );
    case "wildcard":
      return input.flatMap(membersOf);
    case "recursive":
      return descend(input);
    case "slice":
      return flatten(input.filter((value) => value !== null).map((value) => cut(value, node.slice)));
    case "union":
      return flatten(node.branches.map((branch) => flatten(input.map((value) => findAll(branch, value)))));
    case "filter":
      return flatten(input.map((value) => filter(node, value)));
  }
}

function flatten(parts: readonly (readonly Json[] | undefined)[]): readonly Json[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function membersOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).map((member) => member ?? null) : [];
}

function descend(input: readonly Json[]): Json[] {
  return input.flatMap((value) => {
    const members = membersOf(value);
    return members.length === 0 ? [] : [value, ...descend(members)];
  });
}

function cut(value: Json, { from, to, isDerived, step: width }: Slice): readonly Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const { length } = value;
  const start = from === undefined ? 0 : from < 0 ? from + length : from;
  const given = to ?? length;
  const end = given < 0 || (given === 0 && isDerived) ? given + length : given;
  if (start === end) return [];
  if (start >= length || start < 0 || end > length || end < 0 || start > end) return undefined;
  if (width !== undefined && width <= 0) return undefined;
  return value.slice(start, end).filter((_item, index) => index % (width ?? 1) === 0);
}

function filter(
  { left, operator, right }: PathNode & { readonly kind: "filter" },
  value: Json,
): readonly Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const kept: Json[] = [];
  for (const item of value) {
    const lefts = findAll(left, item);
    if (operator === "exists") {
      if ((lefts?.length ?? 0) > 0) kept.push(item);
      continue;
    }
    const rights = findAll(right, item);
    if (lefts === undefined || rights === undefined || lefts.length > 1 || rights.length > 1) return undefined;
    const [first] = lefts;
    const [second] = rights;
    if (first === undefined || second === undefined) continue;
    const fits = compare(first, operator, second);
    if (fits === undefined) return undefined;
    if (fits) kept.push(item);
  }
  return kept;
}

function compare(left: Json, operator: string, right: Json): boolean | undefined {
  if (typeof left !== typeof right || typeof left === "object" || typeof right === "object") return undefined;
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left === "boolean" || typeof right === "boolean") return undefined;
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    default:
      return undefined;
  }
}
