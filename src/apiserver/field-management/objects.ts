import type { ApiObject, ManagedFieldsEntry } from "../api-object.js";
import { isSameJson } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { filledIn } from "../types/zero-value.js";

/** What there is of an object before it is created: of a built-in kind, all that Go prints of an empty struct. */
export function emptyObject(type: TypeNode, { apiVersion, kind }: Pick<ApiObject, "apiVersion" | "kind">): ApiObject {
  return { metadata: {}, ...filledIn({}, type), apiVersion, kind };
}

/** The object with these entries; without any, it has no such field. */
export function withManagedFields(object: ApiObject, managedFields: ManagedFieldsEntry[]): ApiObject {
  const metadata = { ...object.metadata };
  if (managedFields.length > 0) metadata.managedFields = managedFields;
  // An object that a property was deleted of is slow from then on, wherever it goes.
  else if (metadata.managedFields !== undefined) delete metadata.managedFields;
  return { ...object, metadata };
}

/**
 * An object that differs in nothing but the times of its managers keeps their times, so that it is not written.
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
