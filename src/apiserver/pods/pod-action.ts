/** Actions on a pod by creating another object: eviction and binding. */
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { ReviewRequest } from "../authentication/review-request.js";
import { badRequestError, notFoundError } from "../status-error.js";
import type { Store } from "../storage/store.js";

export const podsKey = "pods";

export function getPod(store: Pick<Store, "get">, namespace: string, name: string): ApiObject {
  const pod = store.get(podsKey, namespace, name);
  if (pod === undefined) throw notFoundError({ group: "", resource: "pods" }, name);
  return pod;
}

/** Rejects an object whose name or namespace differs from the pod's. */
export function checkPlace({ object, namespace }: ReviewRequest, name: string, kind: string): void {
  const { name: given = "", namespace: givenNamespace = "" } = object.metadata;
  if (givenNamespace !== "" && givenNamespace !== namespace) {
    throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (given !== name) throw badRequestError(`name in URL does not match name in ${kind} object`);
}

/** A success without a code: the response sets its own. */
export const succeeded: ApiObject = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

export interface PodCondition extends JsonObject {
  readonly type: string;
  readonly status: string;
}

/** Returns the conditions with the given one, which replaces any of its type. */
export function withCondition(conditions: readonly JsonObject[], added: PodCondition, time: string): JsonObject[] {
  const before = conditions.find(({ type }) => type === added.type);
  const since = before?.["status"] === added.status ? before["lastTransitionTime"] : time;
  const condition = { lastProbeTime: null, ...added, lastTransitionTime: since ?? null };
  if (before === undefined) return [...conditions, condition];
  return conditions.map((each) => (each === before ? condition : each));
}
