import type { ApiObject, ManagedFieldsEntry } from "../api-object.js";
import { isSameJson } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { filledIn } from "../types/zero-value.js";

/** Returns the state of an object before it is created: for a built-in kind, all that Go prints of an empty struct. */
export function emptyObject(type: TypeNode, { apiVersion, kind }: Pick<ApiObject, "apiVersion" | "kind">): ApiObject {
  return { metadata: {}, ...filledIn({}, type), apiVersion, kind };
}

/** Returns the object with these entries; without the field if there are none. */
export function withManagedFields(object: ApiObject, managedFields: ManagedFieldsEntry[]): ApiObject {
  // An object with a deleted property is slow from then on, wherever it is used.
  const { managedFields: former, ...others } = object.metadata;
  if (former === undefined && managedFields.length === 0) return object;
  return { ...object, metadata: managedFields.length > 0 ? { ...others, managedFields } : others };
}

/**
 * Restores the times of the managers on an object that differs in nothing else, so that it is not written.
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/equality.go.
 */
export function withTimesOf(object: ApiObject, live: ApiObject): ApiObject {
  const [entries = [], kept = []] = [object.metadata.managedFields, live.metadata.managedFields];
  if (entries.length === 0 || entries.length !== kept.length) return object;
  const isSame = isSameJson(entries.map(withoutTime), kept.map(withoutTime));
  if (!isSame || !isSameJson(withManagedFields(object, []), withManagedFields(live, []))) return object;
  return withManagedFields(object, kept);
}

function withoutTime(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  return { ...entry, time: "" };
}
