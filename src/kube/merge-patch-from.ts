/** Creates merge patches (RFC 7386) from two states of an object. */
import { TsopError } from "../core/errors.js";
import { isJsonObject, isSameJson, type UnknownObject } from "../core/json.js";
import { ownOf, setOwn } from "../core/own-members.js";
import type { Patch } from "./client.js";
import { findInexactNumber } from "./json.js";
import { type DeepReadonly, type KubeObject, showKey } from "./objects.js";

/** The options of {@link mergePatchFrom}. */
export interface MergePatchFromOptions {
  /** Makes the patch fail with a conflict if another client wrote the object after `before` was read. Default false. */
  readonly optimisticLock?: boolean;
}

/**
 * Returns the smallest merge patch that turns `before` into `after`: changed fields, `null` for removed fields, and
 * each list that differs, as a whole. The patch leaves out the fields that only the API server sets (resourceVersion,
 * uid, generation, timestamps, managedFields). `client.patch` ignores a change of the status if the kind has a status
 * subresource; pass the same patch to `client.status.patch`.
 *
 * A merge patch replaces whole lists, and another client may have changed a list in between: with `optimisticLock`,
 * that is a conflict.
 *
 * @param before - the object as you read it, also with `shared`
 * @throws TsopError `cluster/invalid-request` if the two are different objects, or a lock has no resourceVersion;
 * `cluster/inexact-number` if the patch would write a number that reading has rounded
 *
 * @example
 * ```ts
 * import { type Client, mergePatchFrom } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 *
 * export async function pause(client: Client): Promise<void> {
 *   const before = await client.getOrThrow(Deployment, { namespace: "default", name: "web" }, { shared: true });
 *   const after = { ...before, metadata: { ...before.metadata, annotations: { ...before.metadata.annotations, paused: "" } } };
 *   await client.patch(Deployment, before.metadata, mergePatchFrom(before, after, { optimisticLock: true }));
 * }
 * ```
 */
export function mergePatchFrom<T extends KubeObject>(
  before: T | DeepReadonly<T>,
  after: T | DeepReadonly<T>,
  { optimisticLock = false }: MergePatchFromOptions = {},
): Patch {
  const [from, to]: [KubeObject, KubeObject] = [before as KubeObject, after as KubeObject];
  checkSame(from, to);
  const changes = difference(withoutServerFields(from), withoutServerFields(to)) as UnknownObject;
  const place = findInexactNumber(changes);
  if (place !== undefined) {
    throw new TsopError(
      "cluster/inexact-number",
      `the patch would write an integer beyond 2^53 at ${place}, which JavaScript may have rounded`,
      { hint: "A merge patch replaces whole lists. Change one item with jsonPatch(), or apply only your own fields." },
    );
  }
  if (!optimisticLock) return { type: "merge", body: changes };
  const { resourceVersion = "" } = from.metadata;
  if (resourceVersion === "") {
    throw new TsopError(
      "cluster/invalid-request",
      `${describe(from)} has no resourceVersion, which an optimistic lock needs`,
      {
        hint: "Create the patch from an object that you read from the API server.",
      },
    );
  }
  const metadata = isJsonObject(changes["metadata"]) ? changes["metadata"] : {};
  return { type: "merge", body: { ...changes, metadata: { ...metadata, resourceVersion } } };
}

/**
 * Returns the merge patch that turns the first value into the second. In JSON merge patches, null and absent mean the
 * same.
 */
export function difference(from: unknown, to: unknown): unknown {
  if (!isJsonObject(from) || !isJsonObject(to)) return to ?? null;
  const patch: UnknownObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [ownOf(from, key) ?? undefined, ownOf(to, key) ?? undefined];
    if (isSameJson(was, is)) continue;
    const change = difference(was, is);
    const isBranch = isJsonObject(was) && isJsonObject(is);
    if (!isBranch || Object.keys(change as object).length > 0) setOwn(patch, key, change);
  }
  return patch;
}

const serverFields: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
]);

function withoutServerFields(object: KubeObject): UnknownObject {
  const metadata = Object.entries(object.metadata).filter(([key]) => !serverFields.has(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}

function checkSame(from: KubeObject, to: KubeObject): void {
  const identity = ({ apiVersion, kind, metadata }: KubeObject): unknown[] => [
    apiVersion,
    kind,
    metadata.namespace ?? "",
    metadata.name,
  ];
  if (isSameJson(identity(from), identity(to))) return;
  throw new TsopError("cluster/invalid-request", `a patch cannot change ${describe(from)} to ${describe(to)}`, {
    hint: "Copy the object that you read, change the copy, and create the patch from both.",
  });
}

function describe({ apiVersion, kind, metadata }: KubeObject): string {
  return `${kind} ${JSON.stringify(showKey(metadata))} of ${apiVersion}`;
}
