/** The order of a merged list. Source: k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (normalizeElementOrder). */
import { isJsonObject, type Json } from "../json.js";
import { StatusError } from "../status-error.js";
import { showMap } from "./show-map.js";

export interface ListOrder {
  /** Of the patch. */
  readonly order: readonly Json[];
  readonly live: readonly Json[];
  /** Empty of a set. */
  readonly mergeKey: string;
}

/** Items of the patch in its order, the others in that of the live list, and both woven together. */
export function inPatchOrder(items: readonly Json[], { order, live, mergeKey }: ListOrder): Json[] {
  const place = (list: readonly Json[], item: Json): number =>
    list.findIndex((each) => keyIn(each, mergeKey) === keyIn(item, mergeKey));
  const sorted = (list: readonly Json[], by: readonly Json[]): Json[] =>
    list.toSorted((left, right) => place(by, left) - place(by, right));
  const patched = sorted(
    items.filter((item) => place(order, item) >= 0),
    order,
  );
  const others = sorted(
    items.filter((item) => place(order, item) < 0),
    live,
  );
  const woven: Json[] = [];
  while (patched.length > 0 && others.length > 0) {
    const [ours = null, theirs = null] = [patched[0], others[0]];
    const [first, second] = [place(live, theirs), place(live, ours)];
    const isFirst = first >= 0 && second >= 0 && first < second;
    woven.push(isFirst ? theirs : ours);
    (isFirst ? others : patched).shift();
  }
  return [...woven, ...patched, ...others];
}

function keyIn(item: Json, mergeKey: string): Json | undefined {
  return mergeKey !== "" && isJsonObject(item) ? item[mergeKey] : item;
}

/** The items of a patch have to come in the order that it sets. */
export function refuseOtherOrder(patch: readonly Json[], order: readonly Json[], mergeKey: string): void {
  const items = patch.filter((item) => !isJsonObject(item) || item["$patch"] === undefined);
  if (items.length === 0 || order.length === 0) return;
  let next = 0;
  for (const each of order) {
    const item = items[next];
    if (item !== undefined && keyIn(item, mergeKey) === keyIn(each, mergeKey)) next += 1;
  }
  if (next === items.length) return;
  const [given, wanted] = [patch, order].map((list) => showMap([...list]));
  const message = `The order in patch list:\n${given}\n doesn't match $setElementOrder list:\n${wanted}\n`;
  throw new StatusError({ code: 500, message });
}
