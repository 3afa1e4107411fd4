/** Source: ValidatePodCreate, ValidatePodUpdate and their kin in pkg/apis/core/validation/validation.go. */
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, required } from "../../field-error.js";
import type { JsonObject } from "../../json.js";
import { listOf, numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { checkInRange } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { specOf } from "../workload-parts.js";
import { validateImageSpace } from "./validate-containers.js";
import { validateAnnotationUpdates, validatePodAnnotations } from "./validate-pod-annotations.js";
import { validatePodSpec } from "./validate-pod-spec.js";
import { validateAddedTolerations, validateDeletedGates } from "./validate-scheduling.js";

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

const mayChange = [
  ...["`spec.containers[*].image`", "`spec.initContainers[*].image`", "`spec.activeDeadlineSeconds`"],
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

export function validatePodUpdate(pod: ApiObject, oldPod: ApiObject): FieldError[] {
  const [spec, old] = [specOf(pod), specOf(oldPod)];
  const faults = [
    ...validateWhole(pod),
    ...validateAnnotationUpdates(pod.metadata, oldPod.metadata, "metadata.annotations"),
    ...validatePodAnnotations(pod.metadata, spec, "metadata.annotations"),
  ];
  for (const list of ["containers", "initContainers"]) {
    const ofList = validateImages(spec, old, list);
    faults.push(...ofList.faults);
    if (ofList.isEnd) return faults;
  }
  const deadline = validateDeadline(spec, old);
  faults.push(...deadline.faults);
  if (deadline.isEnd) return faults;
  faults.push(
    ...validateAddedTolerations(spec, old, "spec.tolerations"),
    ...validateDeletedGates(spec, old, "spec.schedulingGates"),
  );
  if (isSame(withoutChangeable(spec, old), old)) return faults;
  return [...faults, forbidden("spec", `pod updates may not change fields other than ${mayChange}`)];
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
    return { faults: [forbidden(path, "pod updates may not add or remove containers")], isEnd: true };
  }
  const faults = containers.flatMap((container, index) => [
    ...(textOf(container, "image") === "" ? [required(`${path}[${index}].image`)] : []),
    ...validateImageSpace(container, `${path}[${index}]`),
  ]);
  return { faults, isEnd: false };
}

function validateDeadline(spec: JsonObject, old: JsonObject): Step {
  const path = "spec.activeDeadlineSeconds";
  const value = numberOf(spec, "activeDeadlineSeconds");
  const before = numberOf(old, "activeDeadlineSeconds");
  if (value === undefined) {
    const detail = "must not update from a positive integer to nil value";
    return { faults: before === undefined ? [] : [invalid(path, null, detail)], isEnd: false };
  }
  const outOfRange = checkInRange(value, 0, 2 ** 31 - 1);
  if (outOfRange.length > 0) return { faults: faultsAt(path, value, outOfRange), isEnd: true };
  if (before === undefined || value <= before) return { faults: [], isEnd: false };
  return { faults: [invalid(path, value, "must be less than or equal to previous value")], isEnd: true };
}

/** The new spec with what may change as it was. */
function withoutChangeable(spec: JsonObject, old: JsonObject): JsonObject {
  const munged: JsonObject = { ...spec };
  for (const list of ["containers", "initContainers"]) {
    if (spec[list] !== undefined) munged[list] = withOldImages(objectsOf(spec, list), objectsOf(old, list));
  }
  for (const name of ["activeDeadlineSeconds", "schedulingGates", "tolerations"]) keep(munged, old, name);
  const grace = numberOf(old, "terminationGracePeriodSeconds") ?? 0;
  if (grace < 0 && munged["terminationGracePeriodSeconds"] === 1) keep(munged, old, "terminationGracePeriodSeconds");
  if (listOf(old, "schedulingGates").length > 0) keepNodeChoice(munged, old);
  return munged;
}

/** A pod that waits at a gate may be given a narrower choice of nodes. */
function keepNodeChoice(munged: JsonObject, old: JsonObject): void {
  const isNarrower = Object.entries(textMapOf(old, "nodeSelector")).every(
    ([key, value]) => textMapOf(munged, "nodeSelector")[key] === value,
  );
  if (isNarrower) keep(munged, old, "nodeSelector");
}

function withOldImages(containers: readonly JsonObject[], old: readonly JsonObject[]): JsonObject[] {
  return containers.map((container, index) => {
    const { image, ...rest } = container;
    const before = old[index]?.["image"] ?? image;
    return before === undefined ? rest : { ...rest, image: before };
  });
}

function keep(object: JsonObject, old: JsonObject, name: string): void {
  if (old[name] === undefined) Reflect.deleteProperty(object, name);
  else object[name] = old[name];
}
