/** Source: pkg/apis/apps/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import { objectOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { validateKeptRunning, validateTemplate } from "../pods/validate-template.js";
import { isReadable, validatePodSelector, validateSelectedLabels } from "../validation/pod-selectors.js";
import { validateReplicasStatus } from "../validation/replicas-status.js";
import { validateAllNonnegative } from "../validation/values.js";
import { specOf } from "../workload-parts.js";

export function validateReplicaSet(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  return [
    ...validateAllNonnegative(spec, ["replicas", "minReadySeconds"], "spec"),
    // The word is Kubernetes' own.
    ...validatePodSelector(spec, "spec", "deployment"),
    ...validateReplicaTemplate(spec),
  ];
}

export function validateReplicaSetUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  return [
    ...validateReplicaSet(object),
    ...immutable("spec.selector", specOf(object)["selector"], specOf(old)["selector"]),
  ];
}

/** Of a ReplicaSet, and of a Deployment. */
export function validateReplicaTemplate(spec: JsonObject): FieldError[] {
  const selector = objectOf(spec, "selector");
  const template = objectOf(spec, "template") ?? {};
  if (!isReadable(selector)) return [invalid("spec.selector", selector, "invalid label selector")];
  return [
    ...validateSelectedLabels(spec, "spec"),
    ...validateTemplate(template, "spec.template"),
    ...validateKeptRunning(template, "spec.template", "ReplicaSet"),
  ];
}

export function validateReplicaSetStatus(object: ApiObject): FieldError[] {
  const counts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
  return validateReplicasStatus(object, {
    nonnegative: ["replicas", ...counts, "observedGeneration", "terminatingReplicas"],
    atMostReplicas: counts,
    readyName: "readyReplicas",
  });
}
