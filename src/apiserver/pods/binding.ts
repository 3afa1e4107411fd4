/** `pods/binding` and `bindings`: assigns a node to a pod. Source: kubernetes/pkg/registry/core/pod/storage/storage.go. */
import { type ApiObject, ensureObject, listOf, objectOf, objectsOf, textMapOf, textOf } from "../api-object.js";
import type { ReviewHandler } from "../authentication/review-request.js";
import { type FieldError, notSupported, required } from "../../core/field-error.js";
import { copyJson, type JsonObject } from "../../core/json.js";
import { timeText } from "../objects/write.js";
import { conflictError, serverFault, type StatusError } from "../status-error.js";
import type { Store } from "../storage/store.js";
import { checkPlace, getPod, podsKey, succeeded, withCondition } from "./pod-action.js";

export function podBinding(store: Store, now: () => number): ReviewHandler {
  return async (request) => {
    const { object, namespace } = request;
    // The older path contains no name.
    const name = request.name === "" ? (object.metadata.name ?? "") : request.name;
    checkPlace(request, name, "Binding");
    const faults = validateTarget(object);
    if (faults.length > 0) throw serverFault(faults.map(showFault).join(", "));
    await request.admit(object);
    const pod = getPod(store, namespace, name);
    refuseUnmet(pod, object);
    const bound = bind(pod, object, timeText(now()));
    if (!request.isDryRun) store.replace(podsKey, pod, bound);
    return succeeded;
  };
}

function validateTarget(binding: ApiObject): FieldError[] {
  const target = objectOf(binding, "target");
  const kind = textOf(target, "kind");
  return [
    ...(kind === "" || kind === "Node" ? [] : [notSupported("target.kind", kind, ["Node", "<empty>"])]),
    ...(textOf(target, "name") === "" ? [required("target.name")] : []),
  ];
}

function showFault({ field, message }: FieldError): string {
  return `${field}: ${message}`;
}

/** Rejects a binding whose uid or version, if set, differs from the pod's. */
function refuseUnmet({ metadata }: ApiObject, binding: ApiObject): void {
  const { uid = "", resourceVersion = "" } = binding.metadata;
  const failed =
    uid !== "" && uid !== metadata.uid
      ? `UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`
      : resourceVersion !== "" && resourceVersion !== metadata.resourceVersion
        ? `ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`
        : undefined;
  if (failed === undefined) return;
  const { name = "", namespace = "" } = metadata;
  const key = `/registry/pods/${namespace}/${name}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${failed}`;
  throw conflictError({ group: "", resource: "pods" }, name, why);
}

/**
 * Returns the pod on the node that a binding names.
 *
 * @throws StatusError if the pod cannot be assigned to a node
 */
export function bind(pod: ApiObject, binding: Pick<ApiObject, "metadata"> & JsonObject, time: string): ApiObject {
  const { name = "", deletionTimestamp } = pod.metadata;
  const refuse = (why: string): StatusError => conflictError({ group: "", resource: "pods/binding" }, name, why);
  const bound = copyJson(pod);
  const spec = ensureObject(bound, "spec");
  const nodeName = textOf(spec, "nodeName");
  if (deletionTimestamp !== undefined) throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (nodeName !== "") throw refuse(`pod ${name} is already assigned to node "${nodeName}"`);
  if (listOf(spec, "schedulingGates").length > 0) throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  spec["nodeName"] = textOf(objectOf(binding, "target"), "name");
  for (const list of ["annotations", "labels"] as const) {
    const added = textMapOf(binding.metadata, list);
    if (Object.keys(added).length > 0) bound.metadata[list] = { ...bound.metadata[list], ...added };
  }
  const status = ensureObject(bound, "status");
  delete status["nominatedNodeName"];
  const scheduled = { type: "PodScheduled", status: "True" };
  status["conditions"] = withCondition(objectsOf(status, "conditions"), scheduled, time);
  return bound;
}
