/** Merges lists by a key, or as sets. Source: k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (mergeSlice). */
import { printGo } from "../../core/go-value.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { serverFault, StatusError } from "../status-error.js";
import type { TypeNode } from "../types/type-node.js";
import { firstPlaces, inPatchOrder } from "./strategic-order.js";

/** Merges the patch's change into an item. Changes both. */
type MergeItem = (item: JsonObject, change: JsonObject) => JsonObject;

export function mergeLists(live: Json[], patch: Json[], field: TypeNode | undefined, mergeItem: MergeItem): Json[] {
  const [first] = [...live, ...patch];
  if (first === undefined) return live;
  refuseMixed([...live, ...patch], first);
  const mergeKey = field?.patchMergeKey ?? "";
  if (!isJsonObject(first)) {
    const merged = [...new Set([...live, ...patch])];
    return inPatchOrder(merged, { order: patch, live, mergeKey: "" });
  }
  if (mergeKey === "") throw serverFault(`cannot merge lists without merge key for ${field?.items?.typeName ?? ""}`);
  const { items, changes } = followDirectives(live as JsonObject[], patch as JsonObject[], mergeKey);
  const merged = mergeByKey(items, changes, mergeKey, mergeItem);
  return inPatchOrder(merged, { order: changes, live: items, mergeKey });
}

function refuseMixed(items: readonly Json[], first: Json): void {
  if (Array.isArray(first)) {
    throw new StatusError({ code: 422, message: "lists of lists are not supported" });
  }
  const other = items.find((item) => isJsonObject(item) !== isJsonObject(first));
  if (other !== undefined) throw serverFault("list element types are not identical");
}

/** Applies directives: `$patch: delete` removes items, `$patch: replace` removes all live items. */
function followDirectives(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { items: JsonObject[]; changes: JsonObject[] } {
  const deleted = new Set<Json>();
  let isReplaced = false;
  for (const change of patch) {
    const wanted = change["$patch"];
    if (wanted === "delete") deleted.add(keyOf(change, mergeKey));
    else if (wanted === "replace") isReplaced = true;
    else if (wanted === "merge") throw serverFault("merging lists cannot yet be specified in the patch");
    else if (wanted !== undefined) {
      throw serverFault(`unknown patch type: ${printGo(wanted)} in map: ${printGo(change)}`);
    }
  }
  const changes = patch.filter((change) => change["$patch"] === undefined);
  if (isReplaced) return { items: changes, changes: [] };
  return { items: live.filter((item) => !deleted.has(item[mergeKey] as Json)), changes }; // no set contains an absent value
}

function mergeByKey(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
  mergeItem: MergeItem,
): JsonObject[] {
  const merged = [...live];
  const places = firstPlaces(live, (item) => item[mergeKey]);
  for (const change of patch) {
    const key = keyOf(change, mergeKey);
    const at = places.get(key) ?? merged.length;
    const found = merged[at];
    merged[at] = found === undefined ? change : mergeItem(found, { ...change });
    places.set(key, at);
  }
  return merged;
}

function keyOf(change: JsonObject, mergeKey: string): Json {
  const key = change[mergeKey];
  if (key === undefined) {
    throw serverFault(`map: ${printGo(change)} does not contain declared merge key: ${mergeKey}`);
  }
  return key;
}
