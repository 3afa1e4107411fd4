/** What may change of a pod that is there. Source: ValidatePodUpdate in pkg/apis/core/validation/validation.go. */
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectsOf } from "../../json-fields.js";
import { copyField, isSame } from "../common-strategy.js";
import * as rule from "../rules/index.js";
import { checkInRange } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
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

export function validatePodUpdate(pod: ApiObject, oldPod: ApiObject): FieldError[] {
  const [spec, old] = [specOf(pod), specOf(oldPod)];
  const faults = [...validateWhole(pod), ...validateAnnotationUpdates(pod, oldPod)];
  for (const list of ["containers", "initContainers"]) {
    const ofList = validateImages(spec, old, list);
    faults.push(...ofList.faults);
    if (ofList.isEnd) return faults;
  }
  const deadline = validateDeadline(spec, old);
  faults.push(...deadline.faults);
  if (deadline.isEnd) return faults;
  faults.push(...rule.judge([validateAddedTolerations, validateDeletedGates], spec, "spec", undefined, old));
  const munged = withoutChangeable(spec, old);
  if (listOf(old, "schedulingGates").length > 0) {
    faults.push(...validateNodeChoice(munged, old));
    keepNodeChoice(munged, old);
  }
  if (isSame(munged, old)) return faults;
  const detail = `pod updates may not change fields other than ${mayChange}\n${diffPodSpecs(old, munged)}`;
  return [...faults, forbidden("spec", detail)];
}

interface Step {
  readonly faults: readonly FieldError[];
  /** Nothing more is judged. */
  readonly isEnd: boolean;
}

function validateImages(spec: JsonObject, old: JsonObject, list: string): Step {
  const containers = objectsOf(spec, list);
  const path = `spec.${list}`;
  if (containers.length !== listOf(old, list).length) {
    return {
      faults: [forbidden(path, "pod updates may not add or remove containers")],
      isEnd: true,
    };
  }
  const rules: rule.Table = [rule.each(list, [rule.required("image"), trimmedImage])];
  return { faults: rule.judge(rules, spec, "spec", undefined), isEnd: false };
}

function validateDeadline(spec: JsonObject, old: JsonObject): Step {
  const path = "spec.activeDeadlineSeconds";
  const value = numberOf(spec, "activeDeadlineSeconds");
  const before = numberOf(old, "activeDeadlineSeconds");
  if (value === undefined) {
    const detail = "must not update from a positive integer to nil value";
    return {
      faults: before === undefined ? [] : [invalid(path, null, detail)],
      isEnd: false,
    };
  }
  const outOfRange = checkInRange(value, 0, 2 ** 31 - 1);
  if (outOfRange.length > 0) return { faults: faultsAt(path, value, outOfRange), isEnd: true };
  if (before === undefined || value <= before) return { faults: [], isEnd: false };
  return {
    faults: [invalid(path, value, "must be less than or equal to previous value")],
    isEnd: true,
  };
}

/** The new spec with what may change as it was. */
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
