import { isJsonObject } from "../../core/json.js";
import type { Unstructured } from "../../kube/kind.js";
import type { AdmissionOperation, AdmissionRequest } from "./admission.js";
import { type Review, show } from "./review.js";

const operations: readonly unknown[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"] satisfies AdmissionOperation[];

/** Reads what an API server asks about; a text says why it cannot be read. */
export function readAdmissionRequest({ uid, request }: Review): AdmissionRequest | string {
  const { object, oldObject, ...rest } = request;
  const { operation, kind, resource, name, namespace, dryRun, userInfo } = rest;
  if (!operations.includes(operation))
    return `request.operation is ${show(operation)}, not one of ${operations.join(", ")}`;
  if (!isJsonObject(kind) || !isJsonObject(resource)) return "request.kind and request.resource are missing";
  for (const [field, value] of Object.entries({ object, oldObject })) {
    if (value !== undefined && value !== null && !isJsonObject(value)) return `request.${field} is no object`;
  }
  return {
    // The API server has made these: their shape is that of the type, whatever its version adds.
    ...(rest as unknown as AdmissionRequest),
    uid,
    name: typeof name === "string" ? name : "",
    namespace: typeof namespace === "string" ? namespace : "",
    userInfo: isJsonObject(userInfo) ? userInfo : {},
    dryRun: dryRun === true,
    ...(isPresent(object) ? { object } : {}),
    ...(isPresent(oldObject) ? { oldObject } : {}),
  };
}

/** Go's RawExtension without anything in it is null, or an empty object in the hands of others. */
function isPresent(value: unknown): value is Unstructured {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
