/**
 * The costs of calls: the maximum, from the sizes of the operands, and the actual cost, from the arguments. Both use one
 * table.
 * Source: cel-go (checker/cost.go, interpreter/runtimecost.go, ext) and k8s.io/apiserver/pkg/cel/library/cost.go.
 */
import { codePoints } from "./code-points.js";
import { sizeOf } from "./compare.js";
import { comparable, longName } from "./declarations.js";
import { patternSizeOf } from "./named-formats.js";
import {
  aggregationCost,
  equalityCost,
  joinSize,
  type Operand,
  type Operands,
  perCharacter,
  replacedSize,
  splitSize,
  traversal,
  wholeNumber,
} from "./operands.js";
import { add, addSizes, fixedSize, multiplySizes, times, unlimited, wrap, type Size } from "./sizes.js";
import { is, isBytes, kindOf, type Value, type ValueKind } from "./values.js";

/** Returns the size of an operand, counted from the target, if there is one. For an estimate, returns the maximum. */
type SizeOf = (operand: number) => number;

/**
 * A cost, or a function of the result. A cost known before the call is a number, so that a call that is too expensive never
 * runs.
 */
export type ActualCost = number | ((result: Value) => number);

interface Row {
  readonly cost: (size: SizeOf) => number;
  /** The cost in an estimate, if it depends on more than the sizes. */
  readonly most?: (operands: Operands) => number;
  /** The cost in an evaluation, if it differs from the estimate. */
  readonly actual?: (args: readonly Value[], size: SizeOf) => ActualCost;
  /** The size of the result. */
  readonly result?: (operands: Operands) => Size;
}

const perPatternCharacter = 0.25;

function list(size: number, factor = 1): number {
  return add(times(size, factor), 1, 10);
}

function patternCost(text: number, pattern: number): number {
  return times(times(add(text, 1), perCharacter), times(pattern, perPatternCharacter));
}

const own = ([first]: Operands): Size => first.size;
const traversed: Row = { cost: (size) => traversal(size(0)) };
const changedText: Row = { ...traversed, result: own };
const crossed: Row = { cost: (size) => add(times(size(0), size(1)), 1) };
const edge: Row = { cost: (size) => traversal(size(1)), actual: (_args, size) => traversal(size(0)) };
const decided: Row = { cost: () => 0 };
const compared: Row = { cost: (size) => traversal(Math.min(size(0), size(1))) };
const joined: Row = {
  cost: (size) => traversal(add(size(0), size(1))),
  result: ([first, second = first]) => addSizes(first.size, second.size),
};
const selector: Row = { cost: (size) => add(10, traversal(size(1)), times(times(size(1), 0.5), 50)) };
const searched: Row = {
  cost: (size) => patternCost(size(0), size(1)),
  result: ([text]) => ({ min: 0, max: text.size.max }),
};
const aggregated: Row = {
  cost: () => 1,
  most: ([target]) => aggregationCost(target),
  actual: ([first]) => contentCost(first),
};

/** Compares each element with every other element. An estimate rounds up, and an evaluation rounds down. */
function selfCompared(operand: 0 | 1, factor: number | undefined): Row {
  const sizeOfResult = ([first, second = first]: Operands): Size => {
    const { size } = operand === 0 ? first : second;
    return multiplySizes(size, size);
  };
  return {
    cost: () => 1,
    most: (operands) => list(sizeOfResult(operands).max, factor),
    actual: (args, size) => Math.trunc(size(operand) ** 2 * (isOfTexts(args[operand]) ? 2.1 : 2)) + 11,
    result: sizeOfResult,
  };
}

function isOfTexts(value: Value | undefined): boolean {
  const [item] = is(value, "list") ? value.items : [];
  return typeof item === "string" || item instanceof Uint8Array;
}

/** The rows by overload, for cel-go's libraries, or by function name, for the API server's libraries. */
const rows: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    list_sets_contains_list: crossed,
    list_sets_intersects_list: crossed,
    list_sets_equivalent_list: { cost: (size) => add(times(times(size(0), size(1)), 2), 1) },
    list_slice: {
      cost: () => 1,
      most: (operands) => list(slicedSize(operands).max),
      actual: () => (result) => list(actualSize(result)),
      result: slicedSize,
    },
    list_flatten: { cost: (size) => list(size(0)), result: own },
    list_flatten_int: {
      cost: () => 1,
      most: ([{ size }, depth]) => list(size.max, wholeNumber(depth, unlimited)),
      actual: ([, depth], size) => (typeof depth === "bigint" && depth > 0n ? list(size(0), Number(depth)) : list(0)),
      result: own,
    },
    lists_range: {
      cost: () => 1,
      most: ([count]) => list(wholeNumber(count, unlimited)),
      actual: ([count]) => list(typeof count === "bigint" ? Math.max(0, Number(count)) : 1),
      result: ([count]) => fixedSize(wholeNumber(count, unlimited)),
    },
    list_reverse: { cost: (size) => list(size(0)), result: own },
    list_distinct: selfCompared(0, 2),
    check: { cost: () => 350_000 },
    fieldSelector: selector,
    labelSelector: selector,
    ...each(["isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"], aggregated),
    ...each(["url", "lowerAscii", "upperAscii", "substring", "trim", "jsonpatch.escapeKey"], changedText),
    ...each(["ip", "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"], traversed),
    cidr_ip: { cost: () => 1 },
    "ip.isCanonical": { cost: (size) => traversal(size(0), 2 * perCharacter) },
    replace: {
      cost: (size) => traversal(size(0), 2 * perCharacter),
      result: ([text, from = text, to = text]) => replacedSize(text, from, to),
    },
    split: {
      cost: (size) => traversal(size(0), 2 * perCharacter),
      result: ([text, , limit]) => splitSize(text, limit),
    },
    join: {
      cost: () => 1,
      most: ([texts, separator]) => traversal(joinSize(texts, separator).max),
      actual: () => (result) => traversal(actualSize(result), 2 * perCharacter),
      result: ([texts, separator]) => joinSize(texts, separator),
    },
    find: searched,
    findAll: searched,
    containsIP: { cost: () => 4, actual: (_args, size) => traversal(size(0), 2 * perCharacter) },
    cidr_contains_ip_string: {
      cost: (size) => add(4, traversal(size(1))),
      actual: (_args, size) => traversal(size(0), 2 * perCharacter) + traversal(size(1)),
    },
    containsCIDR: {
      cost: () => 7,
      actual: (_args, size) => traversal(size(0), 2 * perCharacter) + traversal(size(0)) + 1,
    },
    cidr_contains_cidr_string: {
      cost: (size) => add(7, traversal(size(1))),
      actual: (_args, size) => traversal(size(0), 2 * perCharacter) + traversal(size(0)) + 1 + traversal(size(1)),
    },
    validate: {
      cost: (size) => times(traversal(size(1)), 128 * perPatternCharacter),
      actual: ([format], size) => (is(format, "format") ? patternCost(size(1), patternSizeOf(format.name)) : 1),
    },
    string_format: traversed,
    string_to_bytes: { ...traversed, result: ([{ size }]) => ({ min: size.min, max: wrap(size.max * 4) }) },
    bytes_to_string: { ...traversed, result: ([{ size }]) => ({ min: Math.floor(size.min / 4), max: size.max }) },
    strings_quote: { ...traversed, result: ([{ size }]) => ({ min: size.min + 2, max: wrap(size.max * 2 + 2) }) },
    starts_with_string: edge,
    ends_with_string: edge,
    in_list: { cost: (size) => size(1) },
    matches_string: { cost: searched.cost },
    contains_string: { cost: (size) => times(traversal(size(0)), traversal(size(1))) },
    logical_and: decided,
    logical_or: decided,
    add_string: joined,
    add_bytes: joined,
    add_list: { ...joined, cost: () => 1 },
    not_equals: compared,
    equals: {
      ...compared,
      most: ([left, right = left]) => equalityCost(left, right) ?? traversal(Math.min(left.size.max, right.size.max)),
      actual: ([left = null], size) => (ofOneUnit.has(kindOf(left)) ? 1 : compared.cost(size)),
    },
    ...each(
      ["less", "less_equals", "greater", "greater_equals"].flatMap((name) => [`${name}_string`, `${name}_bytes`]),
      compared,
    ),
    ...Object.fromEntries(
      comparable.flatMap((type) => {
        const factor = type === "string" || type === "bytes" ? 2.1 : 2;
        const id = `list_${longName(type)}_sort`;
        return [
          [id, selfCompared(0, factor)],
          [`${id}ByAssociatedKeys`, selfCompared(1, factor)],
        ];
      }),
    ),
  }),
);

function each(names: readonly string[], row: Row): Record<string, Row> {
  return Object.fromEntries(names.map((name) => [name, row]));
}

function slicedSize([target, from, to]: Operands): Size {
  return fixedSize(wrap(wholeNumber(to, target.size.max) - wholeNumber(from, 0)));
}

const ofOneUnit: ReadonlySet<ValueKind> = new Set(["quantity", "ip", "cidr", "format", "url", "semver", "host"]);

/** Returns the maximum cost of a call without its operands, and the size of its result if known. */
export function callCost(
  name: string,
  overload: string,
  [first, ...others]: readonly Operand[],
): { readonly cost: number; readonly size?: Size } {
  const row = rows.get(overload) ?? rows.get(name);
  if (row === undefined || first === undefined) return { cost: 1 };
  const operands: Operands = [first, ...others];
  const cost = row.most?.(operands) ?? row.cost((operand) => operands[operand]?.size.max ?? 0);
  return { cost, ...(row.result !== undefined && { size: row.result(operands) }) };
}

/** @param overload - empty if the call matches several overloads: then only its name is known */
export function actualCost(name: string, overload: string, args: readonly Value[]): ActualCost {
  const row = rows.get(overload) ?? rows.get(name);
  if (row === undefined) return 1;
  const size: SizeOf = (operand) => actualSize(args[operand]);
  return row.actual?.(args, size) ?? row.cost(size);
}

/** Returns the number of characters, bytes or entries; a value without a size counts as 1. */
function actualSize(value: Value | undefined): number {
  if (typeof value === "string") return codePoints(value);
  if (value === undefined || value === null || typeof value !== "object") return 1;
  if (isBytes(value)) return value.length;
  switch (value.kind) {
    case "list":
      return sizeOf(value);
    case "map":
      return value.size;
    case "optional":
      return value.held === undefined ? 1 : actualSize(value.held);
    case "ip":
      return value.bytes.length;
    case "cidr":
      return Math.ceil(value.bits / 8);
    default:
      return 1;
  }
}

/** Returns the cost of traversing a value and everything in it. Here strings count by their bytes. */
function contentCost(value: Value = null): number {
  if (typeof value === "string") return Math.trunc(Buffer.byteLength(value) * perCharacter);
  if (isBytes(value)) return Math.trunc(value.length * perCharacter);
  if (is(value, "list")) return value.items.reduce<number>((sum, item) => sum + contentCost(item), 0);
  if (!is(value, "map")) return 1;
  return value.keys.reduce<number>((sum, key) => sum + contentCost(key) + contentCost(value.find(key) ?? null), 0);
}
