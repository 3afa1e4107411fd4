import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import { type Access, kindOf } from "./access.js";
import { isNotFound } from "./api-error.js";
import type { Applicable, ApplyOptions, DeleteOptions } from "./client.js";
import { checkIdentity } from "./given-object.js";
import type { Kind, KubeObject, ObjectKey, Status } from "./objects.js";
import { objectPath } from "./resource-path.js";

/** Writes that also return their effect: a cache needs to know more than most callers. */
export interface AnsweredWrites {
  apply<T extends KubeObject>(
    object: T | Applicable<T>,
    options?: ApplyOptions,
  ): Promise<{ readonly object: T; /** It did not exist before. */ readonly isNew: boolean }>;
  delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<Deletion<T>>;
}

/** The result of a deletion. */
export type Deletion<T extends KubeObject> =
  /** No object of that name existed. */
  | { readonly kind: "absent" }
  /** The object existed, and no longer does. */
  | { readonly kind: "gone"; readonly uid: string | undefined }
  /** The object waits for its finalizers, or its grace period. */
  | { readonly kind: "waits"; readonly object: T }
  /** The response does not show which of the two happened. */
  | { readonly kind: "unclear" };

export function createAnsweredWrites(access: Access): AnsweredWrites {
  return {
    async apply<T extends KubeObject>(given: T | Applicable<T>, options: ApplyOptions = {}) {
      checkIdentity("apply", given);
      let isNew = false;
      const onStatus = (statusCode: number): void => void (isNew = statusCode === 201);
      const target = { kind: kindOf(given), key: given.metadata };
      const object = await access.write<T>(target, { type: "apply", body: given }, { ...options, onStatus });
      return { object, isNew };
    },
    async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: DeleteOptions = {}) {
      try {
        const text = await access.call({ kind, key }, (resource) => ({
          method: "DELETE",
          path: objectPath(resource, key),
          body: JSON.stringify(deleteBody(options)),
          signal: options.signal,
        }));
        return toDeletion<T>(text);
      } catch (error) {
        if (isNotFound(error)) return { kind: "absent" };
        throw error;
      }
    },
  };
}

/** The API server returns the object if it still exists, and for some kinds also if it no longer does. */
function toDeletion<T extends KubeObject>(text: string): Deletion<T> {
  const answer = readJson(text); // the request has succeeded, even if a proxy changes the response
  const isObject = isJsonObject(answer) && isJsonObject(answer["metadata"]);
  if (isJsonObject(answer) && answer["kind"] === "Status") {
    const { details } = answer as Status;
    return { kind: "gone", uid: details?.uid };
  }
  if (!isObject || typeof answer["kind"] !== "string") return { kind: "unclear" };
  // The API server's response to the deletion of a T.
  const object = answer as unknown as T;
  if (object.metadata.deletionTimestamp === undefined) return { kind: "gone", uid: object.metadata.uid };
  return isHeld(object) ? { kind: "waits", object } : { kind: "unclear" };
}

/** Returns whether anything delays the deletion of an object. */
export function isHeld(object: KubeObject): boolean {
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
  return finalizers.length > 0 || deletionGracePeriodSeconds > 0 || hasFinalizersInSpec(object);
}

/** Finalizers in the spec, which namespaces have. */
function hasFinalizersInSpec(object: KubeObject): boolean {
  const spec: unknown = "spec" in object ? object.spec : undefined;
  return isJsonObject(spec) && Array.isArray(spec["finalizers"]) && spec["finalizers"].length > 0;
}

/** Returns the body of a request to delete. */
export function deleteBody({ gracePeriodSeconds, propagationPolicy, preconditions, dryRun }: DeleteOptions): object {
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    gracePeriodSeconds,
    propagationPolicy,
    preconditions,
    dryRun: dryRun === true ? ["All"] : undefined,
  };
}
