import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import { type Access, kindOf } from "./access.js";
import { isNotFound } from "./api-error.js";
import type { Applicable, ApplyOptions, DeleteOptions } from "./client.js";
import { checkIdentity } from "./given-object.js";
import type { Kind, KubeObject, ObjectKey, Status } from "./objects.js";
import { objectPath } from "./resource-path.js";

/** Writes that tell what they did: a cache has to know more than most callers want. */
export interface AnsweredWrites {
  apply<T extends KubeObject>(
    object: T | Applicable<T>,
    options?: ApplyOptions,
  ): Promise<{ readonly object: T; /** It did not exist before. */ readonly isNew: boolean }>;
  delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<Deletion<T>>;
}

/** What became of an object whose deletion was asked for. */
export type Deletion<T extends KubeObject> =
  /** There was none of that name. */
  | { readonly kind: "absent" }
  /** It was there, and is not any more. */
  | { readonly kind: "gone"; readonly uid: string | undefined }
  /** It waits for its finalizers, or its time of grace. */
  | { readonly kind: "waits"; readonly object: T }
  /** The answer leaves open which of the two it is. */
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

/** The API server answers with the object where it still has it, and for some kinds also where it has not. */
function toDeletion<T extends KubeObject>(text: string): Deletion<T> {
  const answer = readJson(text); // the request has succeeded, whatever a proxy makes of the answer
  const isObject = isJsonObject(answer) && isJsonObject(answer["metadata"]);
  if (isJsonObject(answer) && answer["kind"] === "Status") {
    const { details } = answer as Status;
    return { kind: "gone", uid: details?.uid };
  }
  if (!isObject || typeof answer["kind"] !== "string") return { kind: "unclear" };
  // What the API server answers to the deletion of a T.
  const object = answer as unknown as T;
  if (object.metadata.deletionTimestamp === undefined) return { kind: "gone", uid: object.metadata.uid };
  return isHeld(object) ? { kind: "waits", object } : { kind: "unclear" };
}

/** Whether something keeps an object that is to go. */
export function isHeld(object: KubeObject): boolean {
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
  return finalizers.length > 0 || deletionGracePeriodSeconds > 0 || hasFinalizersInSpec(object);
}

/** As namespaces have. */
function hasFinalizersInSpec(object: KubeObject): boolean {
  const spec: unknown = "spec" in object ? object.spec : undefined;
  return isJsonObject(spec) && Array.isArray(spec["finalizers"]) && spec["finalizers"].length > 0;
}

/** The body of a request to delete. */
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
