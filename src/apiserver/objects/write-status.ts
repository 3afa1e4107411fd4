import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { updateManagedFields } from "../field-management/update-managed-fields.js";
import type { Store } from "../storage/store.js";
import type { Registry } from "./registry.js";

/** Replaces the status of an object; returns false if the object was written in the meantime. */
export type StatusWriter = (storageKey: string, object: ApiObject, status: JsonObject) => Promise<boolean>;

/** Creates the writer of statuses that the server itself keeps for built-in kinds: without validation and admission. */
export function statusWriter(store: Store, registry: Registry, now: () => number): StatusWriter {
  return async (storageKey, live, status) => {
    const type = registry.findStored(storageKey)?.type;
    if (type === undefined) return false;
    const write = { type, live, manager: "kube-apiserver", subresource: "status", resetFields: [["spec"]], now: now() };
    const object = await updateManagedFields({ ...write, object: { ...live, status } });
    return store.replace(storageKey, live, object) !== undefined;
  };
}
