import { defined } from "../../core/defined.js";
import { copyJson } from "../../core/json.js";
import { isAlreadyExists, isConflict, isNotFound } from "../../kube/api-error.js";
import type { Client, WriteOptions } from "../../kube/client.js";
import { isInexact } from "../../kube/json.js";
import { defineKind, type KubeObject } from "../../kube/objects.js";
import { isSame, type Mutate, mutated, patchBetween } from "./mutate.js";
import { racing } from "./racing.js";

/**
 * The result of a write, with the current object.
 *
 * @example
 * ```ts
 * import type { KubeObject, Logger, Written } from "tsop";
 *
 * export function report(log: Logger, { result, object }: Written<KubeObject>): void {
 *   if (result !== "unchanged") log.info(result, { kind: object.kind, name: object.metadata.name });
 * }
 * ```
 */
export interface Written<T extends KubeObject> {
  /** `unchanged`: the object already had the wanted state, and its stored version is the same. */
  readonly result: "unchanged" | "created" | "updated";
  /** A copy that you may modify. */
  readonly object: T;
}

/**
 * Creates or updates an object: reads it, changes it with `mutate`, and replaces it if it differs. If the object does
 * not exist, `mutate` changes `object`, and the result is created. If the object exists, only the kind and the name of
 * `object` matter.
 *
 * Set individual fields in `mutate`. If it replaces a whole value, the value loses the API server's defaults and
 * differs every time. That costs a request in each run, although the API server then stores nothing and the result is
 * `unchanged`.
 *
 * If another client writes, creates or deletes the object at the same time, the object is read again and `mutate` is
 * called again: seven times within about a second, then the last error is thrown. An object with a number beyond 2^53,
 * which a replacement could damage, is patched instead. The status is not written; use {@link updateStatusIfChanged}
 * for that.
 *
 * @throws TsopError `runtime/invalid-mutation` if `mutate` changes the identity or the status of the object; ApiError; the
 * errors of `mutate`. After an error of `mutate`, nothing is written
 *
 * @example
 * ```ts
 * import { type Client, createOrUpdate, type KubeObject, setControllerReference } from "tsop";
 * import type { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function ensureSettings(client: Client, owner: KubeObject, signal: AbortSignal): Promise<boolean> {
 *   const { name, namespace = "" } = owner.metadata;
 *   const settings: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } };
 *   const { result } = await createOrUpdate(
 *     client,
 *     settings,
 *     (current) => {
 *       current.data = { ...current.data, greeting: "hello" };
 *       setControllerReference(owner, current);
 *     },
 *     { signal },
 *   );
 *   return result !== "unchanged";
 * }
 * ```
 */
export function createOrUpdate<T extends KubeObject>(
  client: Pick<Client, "get" | "create" | "update" | "patch">,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<Written<T>> {
  return createOr(client, object, mutate, options, (before, after) =>
    isInexact(before) || isInexact(after) ? patch(client, before, after, options) : client.update(after, options),
  );
}

/**
 * Creates or updates an object like {@link createOrUpdate}, but sends only the differences instead of the whole object.
 * Two writers of different fields do not conflict, and fields that this program's types do not have are preserved. A
 * list that differs is sent whole, and is written only if no other client wrote the object in between.
 *
 * @throws the errors of createOrUpdate; TsopError `cluster/inexact-number` if the patch would write a list with a number
 * beyond 2^53, which reading has rounded
 *
 * @example
 * ```ts
 * import { type Client, createOrPatch } from "tsop";
 * import type { Service } from "tsop/k8s/core/v1";
 *
 * export async function label(client: Client, namespace: string): Promise<void> {
 *   const service: Service = { apiVersion: "v1", kind: "Service", metadata: { namespace, name: "web" } };
 *   await createOrPatch(client, service, ({ metadata }) => {
 *     metadata.labels = { ...metadata.labels, team: "blue" };
 *   });
 * }
 * ```
 */
export function createOrPatch<T extends KubeObject>(
  client: Pick<Client, "get" | "create" | "patch">,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<Written<T>> {
  return createOr(client, object, mutate, options, (before, after) => patch(client, before, after, options));
}

async function createOr<T extends KubeObject>(
  client: Pick<Client, "get" | "create">,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions,
  change: (before: T, after: T) => Promise<T>,
): Promise<Written<T>> {
  const { signal } = options;
  const given = copyJson(object);
  const kind = defineKind<T>(object.apiVersion, object.kind);
  const attempt = async (): Promise<Written<T>> => {
    const before = await client.get(kind, given.metadata, defined({ signal }));
    if (before === undefined) {
      const created = await client.create<T>(await mutated(given, mutate, "main"), options);
      return { result: "created", object: created };
    }
    const after = await mutated(before, mutate, "main");
    if (isSame(before, after)) return { result: "unchanged", object: before };
    return written(before, await change(before, after), options);
  };
  return racing(attempt, isRace, signal);
}

function patch<T extends KubeObject>(
  client: Pick<Client, "patch">,
  before: T,
  after: T,
  options: WriteOptions,
): Promise<T> {
  const kind = defineKind<T>(before.apiVersion, before.kind);
  return client.patch(kind, before.metadata, patchBetween(before, after), options);
}

/** The API server assigns a new resourceVersion only to an object that it stores. */
export function written<T extends KubeObject>(before: T, object: T, { dryRun = false }: WriteOptions): Written<T> {
  const isStored = dryRun || object.metadata.resourceVersion !== before.metadata.resourceVersion;
  return { result: isStored ? "updated" : "unchanged", object };
}

/** Returns whether another client created, wrote or deleted the object since it was read. */
function isRace(error: unknown): boolean {
  return (
    isAlreadyExists(error) || isConflict(error) || (isNotFound(error) && error.status.details?.kind !== "namespaces")
  );
}
