import { copyJson } from "../../core/json.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import type { CacheForOptions } from "./cache-options.js";

/** Turns an object from the API server into the object to cache. Called once for each state of an object. */
export function toKeptObject<T extends KubeObject>(
  object: T,
  { transform, stripManagedFields = true }: CacheForOptions<T>,
  log: Logger,
): T {
  if (stripManagedFields) delete object.metadata.managedFields; // often half of an object, and rarely read
  if (transform === undefined) return object;
  try {
    const kept: T | undefined = transform(copyJson(object));
    if (isSame(kept, object)) return kept;
    throw new TypeError("it returned another object; it must keep metadata.name, namespace, uid and resourceVersion");
  } catch (error) {
    const { namespace, name } = object.metadata;
    log.error("a transform failed; the cache stores the object unchanged", {
      kind: object.kind,
      namespace,
      name,
      error,
    });
    return object;
  }
}

/** Returns true if the object has the same key as the original. User code without types may return anything. */
function isSame<T extends KubeObject>(kept: Partial<T> | undefined, { metadata }: T): kept is T {
  const { name, namespace, uid, resourceVersion } = kept?.metadata ?? {};
  return (
    name === metadata.name &&
    namespace === metadata.namespace &&
    uid === metadata.uid &&
    resourceVersion === metadata.resourceVersion
  );
}
