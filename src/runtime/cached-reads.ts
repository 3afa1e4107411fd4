import { TsopError } from "../core/errors.js";
import { untilAborted } from "../core/until-aborted.js";
import { ApiError } from "../kube/api-error.js";
import type { CallOptions } from "../kube/client.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject, ObjectKey } from "../kube/objects.js";
import { showKey } from "../kube/show-key.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";

/** The informer, once it has the objects; undefined when the API server has to be asked. */
export async function filledInformer<T extends KubeObject>(
  cache: Cache,
  informer: Informer<T> | undefined,
  { signal }: CallOptions,
): Promise<Informer<T> | undefined> {
  if (informer === undefined) return undefined;
  if (!cache.isStarted) {
    throw new TsopError(
      "runtime/not-started",
      `${informer.kind.kind} is read from the cache, which is empty until the manager starts`,
      {
        hint: "Read it in reconcile(), or in a runnable that manager.add() was given.",
      },
    );
  }
  if (informer.isSynced) return informer;
  // The API server knows whether it has the kind; a cache that never fills would keep the caller waiting for ever.
  if (informer.isOptional) return undefined;
  await untilAborted(informer.waitForSync(), signal);
  return informer;
}

/** True if an object may exist that the cache is told to leave out. */
export function isSelective<T extends KubeObject>({ options }: Informer<T>): boolean {
  return options.labels !== undefined || options.fields !== undefined;
}

export function notFound({ kind }: Kind, key: ObjectKey): ApiError {
  const message = `${kind} "${showKey(key)}" not found`;
  return new ApiError({ kind: "Status", status: "Failure", code: 404, reason: "NotFound", message }, 404);
}
