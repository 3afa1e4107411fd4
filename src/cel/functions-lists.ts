import { areEqual, compare, sizeOf } from "./compare.js";
import { add, isWithin } from "./functions-operators.js";
import { indexInText, lastIndexInText } from "./functions-strings.js";
import type { Implementation, Implementations } from "./implementation.js";
import { printValue } from "./print-value.js";
import {
  durationOf,
  errorOf,
  is,
  isError,
  kindOf,
  listOf,
  none,
  some,
  uintOf,
  type MapValue,
  type Value,
} from "./values.js";

export const lists: Implementations = {
  "@sortByAssociatedKeys": ([list, keys]) =>
    is(list, "list") && is(keys, "list") ? sortBy(list.items, keys.items) : undefined,
  "cel.@mapInsert": ([map, key, value]) => (is(map, "map") ? insert(map, key, value) : undefined),
  distinct: onList((items) => {
    const unique: Value[] = [];
    for (const item of items) if (!unique.some((each) => areEqual(item, each))) unique.push(item);
    return listOf(unique);
  }),
  first: onList((items) => (items[0] === undefined ? none : some(items[0]))),
  last: onList((items) => {
    const last = items.at(-1);
    return last === undefined ? none : some(last);
  }),
  flatten: ([list, depth = 1n]) => {
    if (!is(list, "list") || typeof depth !== "bigint") return undefined;
    return depth < 0n ? errorOf("level must be non-negative") : listOf(flatten(list.items, depth));
  },
  indexOf: ([target = null, item = null, offset]) => {
    if (typeof target === "string") return indexInText(target, item, offset ?? 0n);
    return is(target, "list") ? BigInt(target.items.findIndex((each) => areEqual(each, item))) : undefined;
  },
  lastIndexOf: ([target = null, item = null, offset]) => {
    if (typeof target === "string") return lastIndexInText(target, item, offset);
    return is(target, "list") ? BigInt(target.items.findLastIndex((each) => areEqual(each, item))) : undefined;
  },
  isSorted: onList((items) =>
    items.every((item, index) => {
      const before = items[index - 1];
      return before === undefined || compare(before, item) !== 1;
    }),
  ),
  "lists.range": ([count]) =>
    typeof count === "bigint"
      ? listOf(Array.from({ length: Math.max(0, Number(count)) }, (_, at) => BigInt(at)))
      : undefined,
  max: onList((items) => pick("max", items, -1)),
  min: onList((items) => pick("min", items, 1)),
  reverse: onList((items) => listOf(items.toReversed())),
  "sets.contains": ([list, part]) => (is(list, "list") && is(part, "list") ? contains(list, part) : undefined),
  "sets.equivalent": ([left, right]) =>
    is(left, "list") && is(right, "list") ? contains(left, right) && contains(right, left) : undefined,
  "sets.intersects": ([left, right]) =>
    is(left, "list") && is(right, "list") ? left.items.some((item) => isWithin(item, right) === true) : undefined,
  slice: ([list, from, to]) => {
    if (!is(list, "list") || typeof from !== "bigint" || typeof to !== "bigint") return undefined;
    const length = sizeOf(list);
    const wrong = (why: string): Value => errorOf(`cannot slice(${from}, ${to}), ${why}`);
    if (from < 0n || to < 0n) return wrong("negative indexes not supported");
    if (from > to) return wrong("start index must be less than or equal to end index");
    return BigInt(length) < to ? wrong(`list is length ${length}`) : listOf(list.items.slice(Number(from), Number(to)));
  },
  sort: onList((items) => sortBy(items, items)),
  sum: ([list], { overloads: [overload] }) => {
    if (!is(list, "list")) return undefined;
    let total: Value = zeros.get(overload ?? "") ?? 0n;
    for (const item of list.items) {
      // The zero of an untyped empty list is an int, regardless of the items.
      const sum: Value | undefined = total === 0n && kindOf(item) !== "int" ? item : add(total, item);
      if (sum === undefined || isError(sum)) return sum;
      total = sum;
    }
    return total;
  },
};

const zeros: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["list_uint_sum_uint", uintOf(0n)],
  ["list_double_sum_double", 0],
  ["list_duration_sum_duration", durationOf(0n)],
]);

function onList(use: (items: readonly Value[]) => Value | undefined): Implementation {
  return ([list]) => (is(list, "list") ? use(list.items) : undefined);
}

function contains(list: Value, part: { readonly items: readonly Value[] }): boolean {
  return part.items.every((item) => isWithin(item, list) === true);
}

function flatten(items: readonly Value[], depth: bigint): Value[] {
  return items.flatMap((item) => (is(item, "list") && depth > 0n ? flatten(item.items, depth - 1n) : [item]));
}

function pick(name: string, items: readonly Value[], isBetter: -1 | 1): Value {
  let best = items[0];
  if (best === undefined) return errorOf(`${name} called on empty list`);
  for (const item of items) if (compare(best, item) === isBetter) best = item;
  return best;
}

function sortBy(items: readonly Value[], keys: readonly Value[]): Value {
  const kind = keys[0] === undefined ? undefined : kindOf(keys[0]);
  const fault = keys.find(isError);
  if (fault !== undefined) return fault;
  if (keys.some((key) => kindOf(key) !== kind)) return errorOf("list elements must have the same type");
  const order = items.map((item, index) => ({ item, key: keys[index] ?? null }));
  return listOf(
    order
      .toSorted((left, right) => {
        const compared = compare(left.key, right.key);
        return typeof compared === "number" ? compared : 0;
      })
      .map(({ item }) => item),
  );
}

/** Returns the map with one more entry, or with all entries of another map. */
function insert(map: MapValue, key: Value | undefined, value: Value | undefined): Value | undefined {
  const added = entriesOf(key, value);
  const known = added?.find(([each]) => map.find(each) !== undefined);
  return known === undefined ? added && mapOf([...(entriesOf(map) ?? []), ...added]) : alreadyThere(known);
}

/** Returns one entry, or all entries of a map. */
export function entriesOf(key: Value | undefined, value?: Value): readonly Entry[] | undefined {
  if (key !== undefined && value !== undefined) return [[key, value]];
  return is(key, "map") ? key.keys.map((each) => [each, key.find(each) ?? null]) : undefined;
}

export function alreadyThere([key]: Entry): Value {
  return errorOf(`insert failed: key ${printValue(key)} already exists`);
}

export type Entry = readonly [key: Value, value: Value];

/** Creates the map of a rule. Equal numbers are one key, regardless of type. */
export function mapOf(entries: readonly Entry[]): MapValue {
  const held = new Map(entries.map(([key, value]) => [keyOf(key), value]));
  return {
    kind: "map",
    size: held.size,
    keys: entries.map(([key]) => key),
    find: (key) => held.get(keyOf(key)),
  };
}

export function keyOf(key: Value): string {
  if (typeof key === "number") return Number.isInteger(key) ? `number ${BigInt(key)}` : `double ${key}`;
  if (typeof key === "bigint") return `number ${key}`;
  return is(key, "uint") ? `number ${key.value}` : `${kindOf(key)} ${printValue(key)}`;
}
