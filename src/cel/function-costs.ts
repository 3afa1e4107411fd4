/** What a call costs at most, and how large its result is: the rules of cel-go and of the API server's libraries. */
import type { Expression } from "./expression.js";
import type { FieldPath } from "./field-path.js";
import { add, addSizes, fixedSize, multiplySizes, times, uniteSizes, unlimited, wrap, type Size } from "./sizes.js";
import type { CelType } from "./types.js";

/** A target or an argument. */
export interface Operand {
  readonly node: Expression;
  readonly type: CelType;
  readonly path: FieldPath | undefined;
  readonly size: Size;
  /** Whether the size is more than the assumption that it has no limit. */
  readonly isSized: boolean;
  /** The size of the items of a list, where it is known by the schema. */
  readonly itemSize: () => Size;
}

export interface Call {
  readonly name: string;
  readonly overload: string;
  readonly target: Operand | undefined;
  readonly args: readonly Operand[];
}

export interface CallCost {
  /** Without what its arguments cost. */
  readonly cost: number;
  readonly size?: Size;
}

/** What traversing a character costs, and a character of a pattern. */
const perCharacter = 0.1;
const perPatternCharacter = 0.25;
const newList = 10;

/** Undefined for calls that cost 1, whatever they are given. */
export function callCost(call: Call): CallCost | undefined {
  return listCost(call) ?? kubernetesCost(call) ?? standardCost(call);
}

function traversal(size: Size, factor = perCharacter): number {
  return times(size.max, factor);
}

/** cel-go's libraries of lists and sets go by overload. */
function listCost({ overload, target, args }: Call): CallCost | undefined {
  const [first, second] = args;
  const list = (size: Size, factor: number): CallCost => ({ cost: add(times(size.max, factor), 1, newList), size });
  switch (overload) {
    case "list_sets_contains_list":
    case "list_sets_intersects_list":
    case "list_sets_equivalent_list": {
      if (first === undefined || second === undefined) return undefined;
      const factor = overload === "list_sets_equivalent_list" ? 2 : 1;
      return { cost: add(times(times(first.size.max, second.size.max), factor), 1) };
    }
    case "list_slice":
      if (target === undefined || first === undefined || second === undefined) return undefined;
      return list(fixedSize(wrap(wholeNumber(second, target.size.max) - wholeNumber(first, 0))), 1);
    case "list_flatten":
    case "list_flatten_int":
      return target && list(target.size, first === undefined ? 1 : wholeNumber(first, unlimited));
    case "lists_range":
      return first && list(fixedSize(wholeNumber(first, unlimited)), 1);
    case "list_reverse":
      return target && list(target.size, 1);
    case "list_distinct":
      return target && list(multiplySizes(target.size, target.size), 2);
    default:
      return sortCost(overload, target, first, list);
  }
}

function sortCost(
  overload: string,
  target: Operand | undefined,
  keys: Operand | undefined,
  list: (size: Size, factor: number) => CallCost,
): CallCost | undefined {
  const match = /^list_(\S+)_(sort|sortByAssociatedKeys)$/.exec(overload);
  const sorted = match?.[2] === "sort" ? target : keys;
  if (match === null || sorted === undefined) return undefined;
  return list(multiplySizes(sorted.size, sorted.size), match[1] === "string" || match[1] === "bytes" ? 2.1 : 2);
}

function wholeNumber({ node }: Operand, otherwise: number): number {
  if (node.kind !== "literal" || node.value.type !== "int") return otherwise;
  return Math.max(0, Number(node.value.value));
}

/** The API server's libraries go by the name of the function. */
function kubernetesCost({ name, overload, target, args }: Call): CallCost | undefined {
  const [first, second] = args;
  switch (name) {
    case "check":
      return { cost: 350_000 };
    case "fieldSelector":
    case "labelSelector":
      return first && { cost: add(10, traversal(first.size), times(times(first.size.max, 0.5), 50)) };
    case "isSorted":
    case "sum":
    case "max":
    case "min":
    case "indexOf":
    case "lastIndexOf":
      return target && { cost: aggregationCost(target) };
    case "url":
      return first && { cost: traversal(first.size), size: first.size };
    case "lowerAscii":
    case "upperAscii":
    case "substring":
    case "trim":
      return target && { cost: traversal(target.size), size: target.size };
    case "replace":
      if (target === undefined || first === undefined || second === undefined) return undefined;
      return {
        cost: traversal(target.size, 2 * perCharacter),
        size: replacedSize(target.size, first.size, second.size),
      };
    case "split":
      return target && { cost: traversal(target.size, 2 * perCharacter), size: splitSize(target.size, second) };
    case "join":
      return target && joinCost(target, first);
    case "find":
    case "findAll":
      if (target === undefined || first === undefined) return undefined;
      return { cost: patternCost(target.size, first.size), size: { min: 0, max: target.size.max } };
    case "ip":
      if (overload === "cidr_ip") return { cost: 1 };
      return first && { cost: traversal(first.size) };
    case "cidr":
    case "isIP":
    case "isCIDR":
    case "quantity":
    case "isQuantity":
    case "semver":
    case "isSemver":
      return first && { cost: traversal(first.size) };
    case "ip.isCanonical":
      return first && { cost: traversal(first.size, 2 * perCharacter) };
    case "containsIP":
      return first && { cost: add(4, overload === "cidr_contains_ip_string" ? traversal(first.size) : 0) };
    case "containsCIDR":
      return first && { cost: add(4, 2, 1, overload === "cidr_contains_cidr_string" ? traversal(first.size) : 0) };
    case "validate":
      return first && { cost: times(traversal(first.size), 128 * perPatternCharacter) };
    case "_==_":
      return equalityCost(first, second);
    default:
      return undefined;
  }
}

/** Each element costs 1, and one of text its length as well. */
function aggregationCost(target: Operand): number {
  const item = itemType(target.type);
  if (item === undefined) return traversal(target.size);
  const isText = item.kind === "string" || item.kind === "bytes";
  return times(target.size.max, add(1, isText ? traversal(target.itemSize()) : 0));
}

function itemType(type: CelType): CelType | undefined {
  return type.kind === "list" ? type.item : undefined;
}

/** How long a text can become, and remain, when all that is replaced is as short or as long as can be. */
function replacedSize(text: Size, from: Size, to: Size): Size {
  const longest = (): number => {
    if (from.min === 0) return add(times(add(text.max, 1), to.max), text.max);
    return to.max <= from.min ? text.max : times(Math.ceil(text.max / from.min), to.max);
  };
  const shortest = (): number => {
    if (from.max === 0) return add(times(add(text.min, 1), to.min), text.min);
    return from.max <= to.min ? text.min : times(Math.ceil(text.min / from.max), to.min);
  };
  return { min: shortest(), max: longest() };
}

function splitSize(text: Size, limit: Operand | undefined): Size {
  const isLiteral = limit?.node.kind === "literal" && limit.node.value.type === "int";
  return { min: 0, max: isLiteral ? wrap(Number(limit.node.value.value)) : text.max };
}

function joinCost(target: Operand, separator: Operand | undefined): CallCost {
  const texts = itemType(target.type) === undefined ? fixedSize(0) : multiplySizes(target.size, target.itemSize());
  const gaps = { min: Math.max(0, target.size.min - 1), max: Math.max(0, target.size.max - 1) };
  const size = separator === undefined ? texts : addSizes(texts, multiplySizes(separator.size, gaps));
  return { cost: traversal(size), size };
}

function patternCost(text: Size, pattern: Size): number {
  return times(times(add(text.max, 1), perCharacter), times(pattern.max, perPatternCharacter));
}

function equalityCost(left: Operand | undefined, right: Operand | undefined): CallCost | undefined {
  if (left === undefined || right === undefined || nameOf(left.type) !== nameOf(right.type)) return undefined;
  switch (nameOf(left.type)) {
    case "net.IP":
    case "net.CIDR":
    case "kubernetes.Quantity":
    case "kubernetes.Semver":
      return { cost: 1 };
    case "kubernetes.NamedFormat":
      return { cost: 7 };
    case "kubernetes.URL":
      return { cost: right.isSized ? traversal(right.size) : 1 };
    default:
      return undefined;
  }
}

function nameOf(type: CelType): string | undefined {
  return type.kind === "opaque" || type.kind === "object" ? type.name : undefined;
}

function standardCost({ overload, target, args: [first, second] }: Call): CallCost | undefined {
  switch (overload) {
    case "string_format":
      return target && { cost: traversal(target.size) };
    case "string_to_bytes":
      return first && { cost: traversal(first.size), size: { min: first.size.min, max: wrap(first.size.max * 4) } };
    case "bytes_to_string":
      return (
        first && { cost: traversal(first.size), size: { min: Math.floor(first.size.min / 4), max: first.size.max } }
      );
    case "strings_quote":
      return (
        first && { cost: traversal(first.size), size: { min: first.size.min + 2, max: wrap(first.size.max * 2 + 2) } }
      );
    case "starts_with_string":
    case "ends_with_string":
      return first && { cost: traversal(first.size) };
    case "in_list":
      return second && { cost: second.size.max };
    case "matches_string":
      return target && first && { cost: patternCost(target.size, first.size) };
    case "contains_string":
      return target && first && { cost: times(traversal(target.size), traversal(first.size)) };
    case "logical_and":
    case "logical_or":
      return { cost: 0 };
    case "add_string":
    case "add_bytes":
    case "add_list": {
      if (first === undefined || second === undefined) return undefined;
      const size = addSizes(first.size, second.size);
      return { cost: overload === "add_list" ? 1 : traversal(size), size };
    }
    case "conditional":
      return undefined;
    default:
      return comparisonCost(overload, first, second);
  }
}

function comparisonCost(overload: string, left: Operand | undefined, right: Operand | undefined): CallCost | undefined {
  if (left === undefined || right === undefined) return undefined;
  const isByLength = /^(?:(?:less|greater)(?:_equals)?_(?:string|bytes)|equals|not_equals)$/.test(overload);
  return isByLength ? { cost: times(Math.min(left.size.max, right.size.max), perCharacter) } : undefined;
}

/** The size of a value that is one of two. */
export function choiceSize(left: Operand, right: Operand): Size {
  return uniteSizes(left.size, right.size);
}
