/**
 * What a call with known arguments costs.
 * Source: github.com/google/cel-go/interpreter/runtimecost.go and k8s.io/apiserver/pkg/cel/library/cost.go (CallCost).
 */
import { codePoints } from "./code-points.js";
import { sizeOf } from "./compare.js";
import { patternSizeOf } from "./named-formats.js";
import { is, isBytes, kindOf, type Value, type ValueKind } from "./values.js";

export interface MeteredCall {
  readonly name: string;
  /** Empty where more than one may be reached: then it is only known by its name what the call is. */
  readonly overload: string;
  readonly args: readonly Value[];
}

/** A cost, or how it follows from the result. What can be told before the call is, so that none runs that is too dear. */
export type ActualCost = number | ((result: Value) => number);

export function actualCost(call: MeteredCall): ActualCost {
  return listCost(call) ?? kubernetesCost(call) ?? standardCost(call);
}

/** Characters, bytes, entries; 1 of what has no size. */
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

const perCharacter = 0.1;
const perPatternCharacter = 0.25;
const newList = 10;
const perRequirement = 50;

function traversal(value: Value | undefined, factor = perCharacter): number {
  return Math.ceil(actualSize(value) * factor);
}

/** cel-go's libraries of lists and sets. */
function listCost({ overload, args: [first, second] }: MeteredCall): ActualCost | undefined {
  const list = (size: number, factor = 1): number => Math.trunc(size * factor) + 1 + newList;
  switch (overload) {
    case "list_sets_contains_list":
    case "list_sets_intersects_list":
      return actualSize(first) * actualSize(second) + 1;
    case "list_sets_equivalent_list":
      return actualSize(first) * actualSize(second) * 2 + 1;
    case "list_slice":
      return (result) => list(actualSize(result));
    case "lists_range":
      return list(typeof first === "bigint" && first > 0n ? Number(first) : typeof first === "bigint" ? 0 : 1);
    case "list_reverse":
      return list(actualSize(first));
    case "list_flatten":
      return list(actualSize(first));
    case "list_flatten_int":
      return typeof second === "bigint" && second > 0n ? list(actualSize(first), Number(second)) : list(0);
    case "list_distinct":
      return selfComparison(first, list);
    default:
      if (/^list_\S+_sort$/.test(overload)) return selfComparison(first, list);
      return /^list_\S+_sortByAssociatedKeys$/.test(overload) ? selfComparison(second, list) : undefined;
  }
}

function selfComparison(value: Value | undefined, list: (size: number, factor: number) => number): number {
  const size = actualSize(value);
  const [item] = is(value, "list") ? value.items : [];
  const isText = typeof item === "string" || item instanceof Uint8Array;
  return list(size * size, isText ? 2 + perCharacter : 2);
}

/** The API server's libraries go by the name of the function. */
function kubernetesCost({ name, overload, args }: MeteredCall): ActualCost | undefined {
  const [first, second] = args;
  switch (name) {
    case "check":
      return 350_000;
    case "fieldSelector":
    case "labelSelector":
      return newList + traversal(second) + Math.ceil(actualSize(second) * 0.5) * perRequirement;
    case "isSorted":
    case "sum":
    case "max":
    case "min":
    case "indexOf":
    case "lastIndexOf":
      return contentCost(first ?? null);
    case "url":
    case "lowerAscii":
    case "upperAscii":
    case "substring":
    case "trim":
    case "cidr":
    case "isIP":
    case "isCIDR":
    case "quantity":
    case "isQuantity":
    case "semver":
    case "isSemver":
      return traversal(first);
    case "ip":
      return overload === "cidr_ip" ? 1 : traversal(first);
    case "replace":
    case "split":
    case "ip.isCanonical":
      return traversal(first, 2 * perCharacter);
    case "join":
      return (result) => traversal(result, 2 * perCharacter);
    case "find":
    case "findAll":
      return patternCost(actualSize(first), actualSize(second));
    case "containsIP":
      return traversal(first, 2 * perCharacter) + (overload === "cidr_contains_ip_string" ? traversal(second) : 0);
    case "containsCIDR": {
      const parsed = overload === "cidr_contains_cidr_string" ? traversal(second) : 0;
      return traversal(first, 2 * perCharacter) + traversal(first) + 1 + parsed;
    }
    case "validate":
      return is(first, "format") ? patternCost(actualSize(second), patternSizeOf(first.name)) : undefined;
    case "_==_":
      return ofOneUnit.has(kindOf(first ?? null)) ? 1 : undefined;
    default:
      return undefined;
  }
}

const ofOneUnit: ReadonlySet<ValueKind> = new Set(["quantity", "ip", "cidr", "format", "url", "semver", "host"]);

function patternCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * perCharacter) * Math.ceil(patternSize * perPatternCharacter);
}

/** What going through a value and all that is in it costs. Texts count by their bytes here. */
function contentCost(value: Value): number {
  if (typeof value === "string") return Math.trunc(Buffer.byteLength(value) * perCharacter);
  if (isBytes(value)) return Math.trunc(value.length * perCharacter);
  if (is(value, "list")) return value.items.reduce<number>((sum, item) => sum + contentCost(item), 0);
  if (!is(value, "map")) return 1;
  return value.keys.reduce<number>((sum, key) => sum + contentCost(key) + contentCost(value.find(key) ?? null), 0);
}

function standardCost({ overload, args: [first, second] }: MeteredCall): number {
  switch (overload) {
    case "starts_with_string":
    case "ends_with_string":
    case "string_to_bytes":
    case "bytes_to_string":
    case "strings_quote":
    case "string_format":
      return traversal(first);
    case "in_list":
      return actualSize(second);
    case "add_string":
    case "add_bytes":
      return Math.ceil((actualSize(first) + actualSize(second)) * perCharacter);
    case "matches_string":
      return patternCost(actualSize(first), actualSize(second));
    case "contains_string":
      return traversal(first) * traversal(second);
    default:
      return isByLength(overload) ? Math.ceil(Math.min(actualSize(first), actualSize(second)) * perCharacter) : 1;
  }
}

function isByLength(overload: string): boolean {
  return /^(?:(?:less|greater)(?:_equals)?_(?:string|bytes)|equals|not_equals)$/.test(overload);
}
