/** Merges by the tags of Kubernetes' own types. Source: k8s.io/apimachinery/pkg/util/strategicpatch/patch.go. */
import { goTypeOf } from "../../core/go-type.js";
import { printGo } from "../../core/go-value.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";
import { badRequestError, serverFault, type StatusError } from "../status-error.js";
import type { TypeNode } from "../types/type-node.js";
import { mergeLists } from "./strategic-lists.js";
import { inPatchOrder, refuseOtherOrder } from "./strategic-order.js";

const directive = "$patch";
const retainKeys = "$retainKeys";
const deleteFromList = "$deleteFromPrimitiveList/";
const setOrder = "$setElementOrder/";

/** @throws StatusError 400, 422 or 500 with the codes of kube-apiserver */
export function applyStrategicMergePatch(value: JsonObject, patch: JsonObject, type: TypeNode): JsonObject {
  return mergeObjects(copyJson(value), copyJson(patch), type);
}

/** Merges the patch into the object. Changes both. */
function mergeObjects(value: JsonObject, patch: JsonObject, node: TypeNode | undefined): JsonObject {
  const wanted = patch[directive];
  if (wanted !== undefined) return followDirective(wanted, patch);
  keepOnly(value, patch);
  setListOrders(value, patch, node);
  for (const [key, change] of Object.entries(patch)) {
    if (key.startsWith(deleteFromList)) deleteItems(value, key.slice(deleteFromList.length), change);
    else mergeMember(value, key, change ?? null, node);
  }
  return value;
}

function followDirective(wanted: Json, patch: JsonObject): JsonObject {
  if (wanted === "replace") {
    Reflect.deleteProperty(patch, directive);
    return patch;
  }
  if (wanted === "delete") return {};
  throw serverFault(`unknown patch type: ${printGo(wanted)} in map: ${printGo(patch)}`);
}

/** `$retainKeys`: removes the fields that the list does not name. */
function keepOnly(value: JsonObject, patch: JsonObject): void {
  const keys = patch[retainKeys];
  if (keys === undefined) return;
  Reflect.deleteProperty(patch, retainKeys);
  if (!Array.isArray(keys)) throw badRequestError("invalid patch format of retainKeys");
  const kept = new Set(keys);
  for (const [key, change] of Object.entries(patch)) {
    const isDirective = key.startsWith(deleteFromList) || key.startsWith(setOrder);
    if (change !== null && !isDirective && !kept.has(key)) {
      throw badRequestError("invalid patch format of retainKeys");
    }
  }
  for (const key of Object.keys(value)) if (!kept.has(key)) Reflect.deleteProperty(value, key);
}

/** `$setElementOrder/containers`: merges the list at once, and sorts it. */
function setListOrders(value: JsonObject, patch: JsonObject, node: TypeNode | undefined): void {
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(setOrder)) continue;
    Reflect.deleteProperty(patch, key);
    if (!Array.isArray(order)) throw notAList(order ?? null);
    const name = key.slice(setOrder.length);
    const [items, changes] = [ownOf(value, name), ownOf(patch, name)];
    for (const list of [items, changes]) {
      if (list !== undefined && !Array.isArray(list)) {
        throw notAList(list);
      }
    }
    const mergeKey = node?.field(name)?.patchMergeKey ?? "";
    const [live, patched] = [items as Json[] | undefined, changes as Json[] | undefined];
    refuseOtherOrder(patched ?? [], order, mergeKey);
    if (live === undefined && patched === undefined) continue;
    const merged =
      live === undefined
        ? (withoutDirectives(patched ?? []) as Json[])
        : patched === undefined
          ? live
          : mergeListMember([...live], patched, node?.field(name));
    setOwn(value, name, inPatchOrder(merged, { order, live: live ?? [], mergeKey }));
    Reflect.deleteProperty(patch, name);
  }
}

function deleteItems(value: JsonObject, name: string, items: Json | undefined): void {
  const list = ownOf(value, name);
  if (!Array.isArray(list)) return;
  if (!Array.isArray(items)) throw badRequestError("invalid patch format of primitive list");
  const deleted = new Set(items);
  value[name] = list.filter((item) => !deleted.has(item));
}

function mergeMember(value: JsonObject, key: string, change: Json, node: TypeNode | undefined): void {
  if (change === null) {
    Reflect.deleteProperty(value, key);
    return;
  }
  const [live, field] = [ownOf(value, key), node?.field(key)];
  if (isJsonObject(live) && isJsonObject(change)) {
    setOwn(value, key, strategyOf(field) === "replace" ? change : mergeObjects(live, change, field));
  } else if (Array.isArray(live) && Array.isArray(change)) {
    setOwn(value, key, mergeListMember(live, change, field));
  } else if (isJsonObject(change) && change[directive] !== undefined) {
    Reflect.deleteProperty(value, key);
  } else setOwn(value, key, withoutDirectives(withoutNulls(change)));
}

function mergeListMember(live: Json[], change: Json[], field: TypeNode | undefined): Json[] {
  return strategyOf(field) === "merge"
    ? mergeLists(live, change, field, (item, changed) => mergeObjects(item, changed, field?.items))
    : change;
}

/** Returns `merge`, `replace` or an empty text; the patch itself decides whether it retains keys. */
function strategyOf(field: TypeNode | undefined): string {
  return (field?.patchStrategy ?? "").split(",").find((each) => each !== "retainKeys") ?? "";
}

/** Drops objects with a directive. */
function withoutDirectives(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => !hasDirective(item)).map(withoutDirectives);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => !hasDirective(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutDirectives(member ?? null)]));
}

function hasDirective(value: Json | undefined): boolean {
  return isJsonObject(value) && value[directive] !== undefined;
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => (item === null ? item : withoutNulls(item)));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member ?? null)]));
}

function notAList(value: Json): StatusError {
  const type = value === null ? "%!s(<nil>)" : goTypeOf(value);
  return serverFault(`expected a []interface {}, but received a ${type}`);
}
