/** Runs the function with which a caller changes an object, and returns the changes. */
import { TsopError } from "../../core/errors.js";
import { copyJson, isJsonObject, isSameJson, type UnknownObject } from "../../core/json.js";
import { findInexactNumber } from "../../kube/json.js";
import { difference } from "../../kube/merge-patch-from.js";
import { mergePatch, type Patch } from "../../kube/client.js";
import type { KubeObject, ObjectMeta } from "../../kube/objects.js";

/**
 * Changes an object in place. Its result is ignored, except that a promise is awaited. It may be called again with a
 * newer object if another client wrote in between. It must therefore set the wanted values, and not count or append
 * blindly.
 *
 * @example
 * ```ts
 * import type { Mutate } from "tsop";
 * import type { Deployment } from "tsop/k8s/apps/v1";
 *
 * export const pause: Mutate<Deployment> = (deployment) => {
 *   if (deployment.spec !== undefined) deployment.spec.paused = true;
 * };
 * ```
 */
export type Mutate<T extends KubeObject> = (object: T) => unknown;

/** A half of an object: the controller owns the status, the user everything else. */
type Half = "status" | "main";

/**
 * Returns a changed copy.
 *
 * @throws TsopError `runtime/invalid-mutation` if the identity of the object, or fields outside of `half`, change
 */
export async function mutated<T extends KubeObject>(before: T, mutate: Mutate<T>, half: Half): Promise<T> {
  const after = copyJson(before);
  await mutate(after);
  const problem = findProblem(before, after, half);
  if (problem === undefined) return after;
  const { name } = before.metadata;
  throw new TsopError("runtime/invalid-mutation", `${before.kind} ${JSON.stringify(name)}: ${problem.message}`, {
    hint: problem.hint,
  });
}

/** Returns true if there is nothing to write. In the metadata, an empty list or map equals an absent one. */
export function isSame(before: KubeObject, after: KubeObject): boolean {
  return isSameJson(tidied(before), tidied(after));
}

/**
 * Returns the merge patch that turns `before` into `after`. It contains only the differences, so that two writers of
 * different fields do not conflict. A list is replaced whole: a patch that contains a list also contains the
 * resourceVersion, and is rejected (Conflict) if another client wrote in between.
 *
 * @throws TsopError `cluster/inexact-number` if the patch would write a list that contains a number that reading has rounded
 */
export function patchBetween(before: KubeObject, after: KubeObject): Patch {
  // The difference of two objects is an object.
  const body = difference(before, after) as UnknownObject;
  const inexact = inexactListItem(body);
  if (inexact !== undefined) {
    throw new TsopError(
      "cluster/inexact-number",
      `${before.kind} ${JSON.stringify(before.metadata.name)} contains an integer beyond 2^53 at ${inexact}, in a list that would change`,
      { hint: "JavaScript may have rounded it. Change the list's other items with jsonPatch()." },
    );
  }
  return mergePatch(holdsList(body) ? locked(body, before) : body);
}

/** Adds the resourceVersion that was read: the API server rejects the patch if another client wrote in between. */
export function locked(body: UnknownObject, { metadata: { resourceVersion } }: KubeObject): UnknownObject {
  const { metadata } = body;
  return { ...body, metadata: { ...(isJsonObject(metadata) ? metadata : {}), resourceVersion } };
}

const identity = [
  "name",
  "namespace",
  "generateName",
  "uid",
  "resourceVersion",
] as const satisfies (keyof ObjectMeta)[];

function findProblem(
  before: KubeObject,
  after: KubeObject,
  half: Half,
): { readonly message: string; readonly hint: string } | undefined {
  const hint = "A mutation changes only this object. Write other objects with separate calls.";
  for (const field of ["apiVersion", "kind"] as const) {
    if (before[field] !== after[field]) return { message: `the mutation changes its ${field}`, hint };
  }
  // JavaScript without type checks may do anything.
  if (!isJsonObject(after.metadata)) return { message: "the mutation removes its metadata", hint };
  for (const field of identity) {
    if ((before.metadata[field] ?? "") === (after.metadata[field] ?? "")) continue;
    return { message: `the mutation changes its metadata.${field}`, hint };
  }
  const other = half === "main" ? "status" : "main";
  if (isSameJson(halfOf(before, other), halfOf(after, other))) return undefined;
  return half === "main"
    ? { message: "the mutation changes its status", hint: "Write the status with updateStatusIfChanged()." }
    : {
        message: "the mutation changes more than its status",
        hint: "Write the other fields with createOrUpdate() or apply().",
      };
}

function halfOf(object: KubeObject, half: Half): unknown {
  const { status, ...main } = object as KubeObject & { readonly status?: unknown };
  return half === "status" ? status : tidied(main);
}

function tidied(object: KubeObject): object {
  const isEmpty = (value: unknown): boolean =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return {
    ...object,
    metadata: Object.fromEntries(Object.entries(object.metadata).filter(([, value]) => !isEmpty(value))),
  };
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isJsonObject(value) && Object.values(value).some(holdsList);
}

function inexactListItem(value: unknown): string | undefined {
  if (Array.isArray(value)) return findInexactNumber(value);
  if (!isJsonObject(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inner = inexactListItem(item);
    if (inner !== undefined) return inner.startsWith("[") ? `${key}${inner}` : `${key}.${inner}`;
  }
  return undefined;
}
