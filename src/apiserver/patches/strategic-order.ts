/** The order of a merged list. Source: k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (normalizeElementOrder). */
import { printGo } from "../../core/go-value.js";
import { isJsonObject, type Json } from "../../core/json.js";
import { serverFault } from "../status-error.js";

export interface ListOrder {
  /** The order in the patch. */
  readonly order: readonly Json[];
  readonly live: readonly Json[];
  /** Empty for a set. */
  readonly mergeKey: string;
}

/** Sorts the items of the patch in its order and the others in that of the live list, and interleaves both. */
export function inPatchOrder(items: readonly Json[], { order, live, mergeKey }: ListOrder): Json[] {
  const [ordered, lived] = [order, live].map((list) => firstPlaces(list, (item) => keyIn(item, mergeKey)));
  const place = (places: Places | undefined, item: Json): number => places?.get(keyIn(item, mergeKey)) ?? -1;
  const sorted = (list: readonly Json[], by: Places | undefined): Json[] =>
    list.toSorted((left, right) => place(by, left) - place(by, right));
  const patched = sorted(
    items.filter((item) => place(ordered, item) >= 0),
    ordered,
  );
  const others = sorted(
    items.filter((item) => place(ordered, item) < 0),
    lived,
  );
  const woven: Json[] = [];
  let [ours, theirs] = [0, 0];
  while (ours < patched.length && theirs < others.length) {
    const [first, second] = [place(lived, others[theirs] ?? null), place(lived, patched[ours] ?? null)];
    const isFirst = first >= 0 && second >= 0 && first < second;
    woven.push((isFirst ? others[theirs++] : patched[ours++]) ?? null);
  }
  return [...woven, ...patched.slice(ours), ...others.slice(theirs)];
}

type Places = ReadonlyMap<Json | undefined, number>;

/** Returns the first index of each key. */
export function firstPlaces<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const places = new Map<Key, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

function keyIn(item: Json, mergeKey: string): Json | undefined {
  return mergeKey !== "" && isJsonObject(item) ? item[mergeKey] : item;
}

/** Rejects a patch whose items are not in the order that it sets. */
export function refuseOtherOrder(patch: readonly Json[], order: readonly Json[], mergeKey: string): void {
  const items = patch.filter((item) => !isJsonObject(item) || item["$patch"] === undefined);
  if (items.length === 0 || order.length === 0) return;
  let next = 0;
  for (const each of order) {
    const item = items[next];
    if (item !== undefined && keyIn(item, mergeKey) === keyIn(each, mergeKey)) next += 1;
  }
  if (next === items.length) return;
  const [given, wanted] = [patch, order].map((list) => printGo([...list]));
  const message = `The order in patch list:\n${given}\n doesn't match $setElementOrder list:\n${wanted}\n`;
  throw serverFault(message);
}
