/** Source: ValidatePodCreate in pkg/apis/core/validation/validation.go. */
import type { Pod, PodSpec } from "../../../k8s/core/v1.js";
import { type ApiObject, listOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import { trimmedImage } from "./validate-containers.js";
import { validatePodAnnotations } from "./validate-pod-annotations.js";
import { validatePodSpec } from "./validate-pod-spec.js";

/** The rules for every version of a pod. */
const whole: rule.Table<Pod> = [
  ({ object: pod }) => {
    const spec = objectOf(pod, "spec") ?? {};
    const metadata = objectOf(pod, "metadata");
    return [
      ...validatePodAnnotations(metadata, spec, "metadata.annotations"),
      ...validatePodSpec(spec, "spec", textOf(metadata, "name")),
    ];
  },
  rule.object("spec", [
    rule.when((spec) => textOf(spec, "serviceAccountName") === "", validateTokens),
    rule.each("containers", [trimmedImage]),
    rule.each("initContainers", [trimmedImage]),
  ]),
];

const created: rule.Table<PodSpec> = [
  rule.list("ephemeralContainers", must.notBeSet("cannot be set on create")),
  rule.forbiddenIf(
    "nodeName",
    "cannot be set until all schedulingGates have been cleared",
    (spec) => textOf(spec, "nodeName") !== "" && listOf(spec, "schedulingGates").length > 0,
  ),
];

export function validatePod(pod: ApiObject): FieldError[] {
  return rule.judge([...whole, rule.object("spec", created)], pod, "", undefined);
}

export function validateWhole(pod: ApiObject): FieldError[] {
  return rule.judge(whole, pod, "", undefined);
}

function validateTokens({ object: spec, path }: rule.Place<unknown>): rule.Faults {
  return objectsOf(spec, "volumes").flatMap((volume, index) =>
    objectsOf(objectOf(volume, "projected"), "sources").flatMap((source, sourceIndex) => {
      if (objectOf(source, "serviceAccountToken") === undefined) return [];
      const at = `${path}.volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`;
      return [forbidden(at, "must not be specified when serviceAccountName is not set")];
    }),
  );
}
