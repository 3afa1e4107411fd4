/** The conditions of a certificate request. Source: pkg/registry/certificates/certificates/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import { statusOf } from "../workload-parts.js";

/** Keeps the decisions of the old object in a signer's update. Validation rejects added and removed decisions later. */
export function keepVerdicts(request: ApiObject, old: ApiObject): void {
  for (const type of ["Approved", "Denied"]) {
    const [before, now] = [conditionsOf(old, type), conditionsOf(request, type)];
    if (before.length !== now.length) continue;
    for (const [index, condition] of now.entries()) replaceFields(condition, before[index] ?? {});
  }
}

export function conditionsOf(request: ApiObject, wanted: string): JsonObject[] {
  return objectsOf(statusOf(request), "conditions").filter(({ type }) => type === wanted);
}

/** Sets a condition's missing times: when it was written, and since when it holds. */
export function dateConditions(request: ApiObject, old: ApiObject, time: string): void {
  const before = objectsOf(statusOf(old), "conditions");
  for (const condition of objectsOf(statusOf(request), "conditions")) {
    condition["lastUpdateTime"] ??= time;
    const since = before.find(
      (each) =>
        each["type"] === condition["type"] &&
        each["status"] === condition["status"] &&
        textOf(each, "lastTransitionTime") !== "",
    );
    condition["lastTransitionTime"] ??= since?.["lastTransitionTime"] ?? time;
  }
}

function replaceFields(object: JsonObject, fields: JsonObject): void {
  for (const name of Object.keys(object)) Reflect.deleteProperty(object, name);
  Object.assign(object, structuredClone(fields));
}
