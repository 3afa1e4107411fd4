/** Source: ValidatePodCreate in pkg/apis/core/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { listOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { specOf } from "../workload-parts.js";
import { validateImageSpace } from "./validate-containers.js";
import { validatePodAnnotations } from "./validate-pod-annotations.js";
import { validatePodSpec } from "./validate-pod-spec.js";

export function validatePod(pod: ApiObject): FieldError[] {
  const spec = specOf(pod);
  return [
    ...validateWhole(pod),
    ...(listOf(spec, "ephemeralContainers").length > 0
      ? [forbidden("spec.ephemeralContainers", "cannot be set on create")]
      : []),
    ...(textOf(spec, "nodeName") !== "" && listOf(spec, "schedulingGates").length > 0
      ? [forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared")]
      : []),
  ];
}

/** What holds of a pod at any time. */
export function validateWhole(pod: ApiObject): FieldError[] {
  const spec = specOf(pod);
  return [
    ...validatePodAnnotations(pod.metadata, spec, "metadata.annotations"),
    ...validatePodSpec(spec, "spec", pod.metadata.name ?? ""),
    ...validateTokens(spec),
    ...["containers", "initContainers"].flatMap((list) =>
      objectsOf(spec, list).flatMap((container, index) => validateImageSpace(container, `spec.${list}[${index}]`)),
    ),
  ];
}

function validateTokens(spec: JsonObject): FieldError[] {
  if (textOf(spec, "serviceAccountName") !== "") return [];
  return objectsOf(spec, "volumes").flatMap((volume, index) =>
    objectsOf(objectOf(volume, "projected"), "sources").flatMap((source, sourceIndex) => {
      if (objectOf(source, "serviceAccountToken") === undefined) return [];
      const at = `spec.volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`;
      return [forbidden(at, "must not be specified when serviceAccountName is not set")];
    }),
  );
}
