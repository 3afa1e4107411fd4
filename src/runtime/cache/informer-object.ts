import { copyJson } from "../../core/json.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import type { CacheForOptions } from "./cache-options.js";

/** Makes of an object that the API server sent what the cache keeps of it. Done once for each state of an object. */
export function toKeptObject<T extends KubeObject>(
  object: T,
  { transform, stripManagedFields = true }: CacheForOptions<T>,
  log: Logger,
): T {
  if (stripManagedFields) delete object.metadata.managedFields; // often half of an object, and nothing that one reads
  if (transform === undefined) return object;
  try {
    const kept: T | undefined = transform(copyJson(object));
    if (isSame(kept, object)) return kept;
    throw new TypeError("it returned another object: metadata.name, namespace, uid and resourceVersion have to stay");
  } catch (error) {
    const { namespace, name } = object.metadata;
    log.error("a transform failed; the object is kept as it was", { kind: object.kind, namespace, name, error });
    return object;
  }
}

/** True if the cache would find it where it looks for the original. Users without types may return anything. */
function isSame<T extends KubeObject>(kept: Partial<T> | undefined, { metadata }: T): kept is T {
  const { name, namespace, uid, resourceVersion } = kept?.metadata ?? {};
  return (
    name === metadata.name &&
    namespace === metadata.namespace &&
    uid === metadata.uid &&
    resourceVersion === metadata.resourceVersion
  );
}
