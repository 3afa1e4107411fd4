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
 * What {@link withFinalizer} does while an object lives, and when it is deleted.
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
  /** A domain of yours, a slash and a name: `foo.abc.com/bucket`. */
  readonly finalizer: string;
  /**
   * Takes away what was made for the object outside of it. Runs again after a failure, or when the removal of the finalizer
   * failed: what is gone already is no error. A `requeueAfter` says that it is not finished; the finalizer then stays.
   */
  readonly cleanUp: (object: T) => Promise<ReconcileResult | undefined> | Promise<void>;
  /** The rest of the reconciler. The object has the finalizer, on the API server too. */
  readonly reconcile: (object: T) => Promise<ReconcileResult>;
}

/**
 * Reconciles an object that needs more than deletion when it goes: it is held by a finalizer until `cleanUp` has succeeded.
 *
 * - Before anything else, the finalizer is put on the object; `reconcile` runs only after that.
 * - Once the object is being deleted, `cleanUp` runs instead of `reconcile`. When it throws, the finalizer stays and the
 *   error goes on to the caller, so that the run is repeated. When it returns, the finalizer is removed.
 * - An object that is being deleted and lacks the finalizer is none of ours: neither of the two runs.
 *
 * Other finalizers are left alone: both writes go through only if nobody wrote in between, and are repeated on the newest
 * state otherwise (seven times within about a second, then the conflict is thrown). An object that is gone by then is no error.
 *
 * @throws TsopError `runtime/invalid-finalizer`; ApiError; whatever `cleanUp` and `reconcile` throw
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

/** The object with its finalizers changed; undefined when it is gone. */
function change<T extends KubeObject>(
  client: Pick<Client, "get" | "patch">,
  object: T,
  options: CallOptions,
  edit: (object: T) => boolean,
): Promise<T | undefined> {
  const kind = defineKind<T>(object.apiVersion, object.kind);
  const { signal } = options;
  const call = defined({ signal });
  // Without a resourceVersion, what others have written since could be lost.
  let current: T | undefined = object.metadata.resourceVersion === undefined ? undefined : object;
  const attempt = async (): Promise<T | undefined> => {
    current ??= await client.get(kind, object.metadata, call);
    // Another one of its name is not ours to change: its own run will come.
    const { uid = current?.metadata.uid } = object.metadata;
    if (current === undefined || current.metadata.uid !== uid) return undefined;
    const draft = copyJson(current);
    if (!edit(draft)) return draft;
    const patch = mergePatch(locked({ metadata: { finalizers: draft.metadata.finalizers ?? null } }, current));
    current = undefined; // whatever the answer is, a next try has to read
    return orUndefined(() => client.patch<T>(kind, object.metadata, patch, call));
  };
  return racing(attempt, isConflict, signal);
}

function isDeleted({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
