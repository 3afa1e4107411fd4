import { defined } from "../../core/defined.js";
import { copyJson } from "../../core/json.js";
import { isConflict, orUndefined } from "../../kube/api-error.js";
import type { CallOptions, Client } from "../../kube/client.js";
import { defineKind, type KubeObject } from "../../kube/objects.js";
import { mergePatch } from "../../kube/client.js";
import { done, type ReconcileResult } from "../reconcile.js";
import { addFinalizer, checkFinalizer, containsFinalizer, removeFinalizer } from "./finalizers.js";
import { locked } from "./mutate.js";
import { racing } from "./racing.js";

/**
 * The options of {@link withFinalizer}: what to do while an object exists, and when it is deleted.
 *
 * @example
 * ```ts
 * import { done, type KubeObject, type WithFinalizerOptions } from "tsop";
 *
 * export const options: WithFinalizerOptions<KubeObject> = {
 *   finalizer: "foo.abc.com/bucket",
 *   cleanUp: async ({ metadata }) => {
 *     await fetch(`https://buckets.example.com/${metadata.name}`, { method: "DELETE" });
 *   },
 *   reconcile: () => Promise.resolve(done()),
 * };
 * ```
 */
export interface WithFinalizerOptions<T extends KubeObject> extends CallOptions {
  /** The name of the finalizer: your domain, a slash and a name: `foo.abc.com/bucket`. */
  readonly finalizer: string;
  /**
   * Deletes what was created outside of the object. Runs again after a failure, or if the removal of the finalizer
   * failed: treat already deleted resources as success. Return `requeueAfter` if it is not finished; the finalizer then
   * remains.
   */
  readonly cleanUp: (object: T) => Promise<ReconcileResult | undefined> | Promise<void>;
  /** Reconciles the object. The object has the finalizer, also on the API server. */
  readonly reconcile: (object: T) => Promise<ReconcileResult>;
}

/**
 * Reconciles an object that needs cleanup beyond its deletion: a finalizer keeps it until `cleanUp` has succeeded.
 *
 * - First adds the finalizer to the object; `reconcile` runs only after that.
 * - When the object is being deleted, runs `cleanUp` instead of `reconcile`. If it throws, the finalizer remains and
 *   the error goes to the caller, so that the run is repeated. If it returns, the finalizer is removed.
 * - Ignores an object that is being deleted and lacks the finalizer: neither function runs.
 *
 * Other finalizers are preserved: both writes succeed only if no other client wrote in between. Otherwise they are
 * repeated on the newest state (seven times within about a second, then the conflict is thrown). An object that no
 * longer exists is not an error.
 *
 * @throws TsopError `runtime/invalid-finalizer`; ApiError; the errors of `cleanUp` and `reconcile`
 *
 * @example
 * ```ts
 * import { type Client, type CustomResource, done, type ReconcileResult, withFinalizer } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 *
 * export function reconcileBar(client: Client, bar: Bar, signal: AbortSignal): Promise<ReconcileResult> {
 *   const url = `https://buckets.example.com/${bar.metadata.name}`;
 *   return withFinalizer(client, bar, {
 *     finalizer: "foo.abc.com/bucket",
 *     signal,
 *     cleanUp: async () => void (await fetch(url, { method: "DELETE", signal })),
 *     reconcile: async ({ spec }) => {
 *       await fetch(url, { method: "PUT", body: String(spec.size), signal });
 *       return done();
 *     },
 *   });
 * }
 * ```
 */
export async function withFinalizer<T extends KubeObject>(
  client: Pick<Client, "get" | "patch">,
  object: T,
  options: WithFinalizerOptions<T>,
): Promise<ReconcileResult> {
  const { finalizer, cleanUp, reconcile } = options;
  checkFinalizer(finalizer);
  const given = copyJson(object);
  if (!isDeleted(given)) {
    const held = await change(client, given, options, (draft) => !isDeleted(draft) && addFinalizer(draft, finalizer));
    if (held === undefined) return done();
    if (!isDeleted(held)) return reconcile(held);
    object = held;
  }
  if (!containsFinalizer(object, finalizer)) return done();
  const result = (await cleanUp(copyJson(object))) ?? done();
  if (result.kind === "requeueAfter") return result;
  await change(client, object, options, (draft) => removeFinalizer(draft, finalizer));
  return result;
}

/** Returns the object with its finalizers changed; undefined if it no longer exists. */
function change<T extends KubeObject>(
  client: Pick<Client, "get" | "patch">,
  object: T,
  options: CallOptions,
  edit: (object: T) => boolean,
): Promise<T | undefined> {
  const kind = defineKind<T>(object.apiVersion, object.kind);
  const { signal } = options;
  const call = defined({ signal });
  // Without a resourceVersion, the write could undo changes of other clients.
  let current: T | undefined = object.metadata.resourceVersion === undefined ? undefined : object;
  const attempt = async (): Promise<T | undefined> => {
    current ??= await client.get(kind, object.metadata, call);
    // Another object of the same name must not change: it gets its own run.
    const { uid = current?.metadata.uid } = object.metadata;
    if (current === undefined || current.metadata.uid !== uid) return undefined;
    const draft = copyJson(current);
    if (!edit(draft)) return draft;
    const patch = mergePatch(locked({ metadata: { finalizers: draft.metadata.finalizers ?? null } }, current));
    current = undefined; // whatever the response, a retry must read the object
    return orUndefined(() => client.patch<T>(kind, object.metadata, patch, call));
  };
  return racing(attempt, isConflict, signal);
}

function isDeleted({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
