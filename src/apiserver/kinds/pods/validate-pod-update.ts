/** The changes that a pod update may make. Source: ValidatePodUpdate in pkg/apis/core/validation/validation.go. */
import { type ApiObject, listOf, numberOf, objectsOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { copyField, isSame } from "../common-strategy.js";
import { must, rule } from "../rules/index.js";
import { specOf } from "../workload-parts.js";
import { diffPodSpecs } from "./pod-spec-forms.js";
import { keepNodeChoice, validateNodeChoice } from "./validate-gated-pod.js";
import { validateAnnotationUpdates } from "./validate-pod-annotations.js";
import { trimmedImage } from "./validate-containers.js";
import { validateWhole } from "./validate-pod.js";
import { validateAddedTolerations, validateDeletedGates } from "./validate-scheduling.js";

const mayChange = [
  ...["`spec.containers[*].image`", "`spec.initContainers[*].image`", "`spec.activeDeadlineSeconds`"],
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

export function validatePodUpdate(pod: ApiObject, oldPod: ApiObject, version: KubernetesVersion): FieldError[] {
  const [spec, old] = [specOf(pod), specOf(oldPod)];
  const faults = [...validateWhole(pod), ...validateAnnotationUpdates(pod, oldPod)];
  for (const list of ["containers", "initContainers"]) {
    if (listOf(spec, list).length !== listOf(old, list).length) {
      return [...faults, forbidden(`spec.${list}`, "pod updates may not add or remove containers")];
    }
    const rules: rule.Table = [rule.each(list, [rule.required("image"), trimmedImage])];
    faults.push(...rule.judge(rules, spec, "spec", undefined));
  }
  const seconds = numberOf(spec, "activeDeadlineSeconds");
  const deadline = validateDeadline(seconds, numberOf(old, "activeDeadlineSeconds"));
  faults.push(...deadline);
  if (seconds !== undefined && deadline.length > 0) return faults;
  faults.push(...rule.judge([validateAddedTolerations, validateDeletedGates], spec, "spec", undefined, old));
  const munged = withoutChangeable(spec, old);
  if (listOf(old, "schedulingGates").length > 0) {
    faults.push(...validateNodeChoice(munged, old));
    keepNodeChoice(munged, old);
  }
  if (isSame(munged, old)) return faults;
  const detail = `pod updates may not change fields other than ${mayChange}\n${diffPodSpecs(old, munged, version)}`;
  return [...faults, forbidden("spec", detail)];
}

function validateDeadline(seconds: number | undefined, before: number | undefined): rule.Faults {
  const path = "spec.activeDeadlineSeconds";
  if (seconds === undefined) {
    const detail = "must not update from a positive integer to nil value";
    return before === undefined ? [] : [invalid(path, null, detail)];
  }
  const faults = must.beIn(0, 2 ** 31 - 1)(seconds, path);
  if (faults.length > 0 || before === undefined || seconds <= before) return faults;
  return [invalid(path, seconds, "must be less than or equal to previous value")];
}

/** Returns the new spec with the old values of the mutable fields. */
function withoutChangeable(spec: JsonObject, old: JsonObject): JsonObject {
  const munged: JsonObject = { ...spec };
  for (const list of ["containers", "initContainers"]) {
    if (spec[list] !== undefined) munged[list] = withOldImages(objectsOf(spec, list), objectsOf(old, list));
  }
  for (const name of ["activeDeadlineSeconds", "schedulingGates", "tolerations"]) copyField(munged, old, name);
  return munged;
}

function withOldImages(containers: readonly JsonObject[], old: readonly JsonObject[]): JsonObject[] {
  return containers.map((container, index) => {
    const { image, ...rest } = container;
    const before = old[index]?.["image"] ?? image;
    return before === undefined ? rest : { ...rest, image: before };
  });
}
