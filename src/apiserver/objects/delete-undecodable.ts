/**
 * Deletes an object that cannot be read, because its conversion fails.
 * Source: k8s.io/apiserver/pkg/registry/generic/registry/corrupt_obj_deleter.go.
 */
import { conflictError, notFoundError } from "../status-error.js";
import { failureOf, keyOf } from "./undecodable.js";
import { groupResourceOf, type ObjectParts, type Write } from "./write.js";

/** Asks no admission, and ignores finalizers: both need the object. */
export async function deleteUndecodable(
  parts: ObjectParts,
  { resource, namespace, name, isDryRun }: Write,
): Promise<void> {
  for (;;) {
    const stored = parts.store.get(resource.storageKey, namespace, name);
    if (stored === undefined) throw notFoundError(groupResourceOf(resource), name);
    if ((await failureOf(parts, resource, stored)) === undefined) {
      const key = `/registry${keyOf(resource.storageKey, stored)}`;
      const detail = "unsafe deletion is not allowed because the object is decodable from storage";
      const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${detail}`;
      throw conflictError(groupResourceOf(resource), name, why);
    }
    if (isDryRun || (await parts.writer.remove(resource.storageKey, stored)) !== undefined) return;
  }
}
