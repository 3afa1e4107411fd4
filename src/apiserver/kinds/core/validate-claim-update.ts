/** Source: ValidatePersistentVolumeClaimUpdate in pkg/apis/core/validation/validation.go. */
import { compareQuantities } from "../../../cel/quantity.js";
import type { PersistentVolumeClaim } from "../../../k8s/core/v1.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import { immutable } from "../validation/immutable.js";
import { copyField, isSame } from "../common-strategy.js";
import { isNegative, readQuantity, zero } from "../pods/resource-lists.js";
import { validateResourceValue } from "../pods/validate-resources.js";
import { internalDiff } from "../validation/internal-forms.js";
import { validateLabelSelector } from "../validation/labels.js";
import { validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { storageClassAnnotation } from "../volumes/volume-fields.js";

export function validateClaimUpdate(claim: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [objectOf(claim, "spec") ?? {}, objectOf(old, "spec") ?? {}];
  const hasGroup = ["dataSource", "dataSourceRef"].some((name) => objectOf(before, name)?.["apiGroup"] !== undefined);
  return [
    ...validateClaimSpec(spec, "spec", {
      allowsInvalidSelector: validateLabelSelector(objectOf(before, "selector"), "").length > 0,
      allowsInvalidGroup: hasGroup,
    }),
    ...validateClassAnnotation(claim, old),
    ...validateFixedSpec(claim, old),
    ...validateShrinking(spec, before, old),
    ...immutable("volumeMode", spec["volumeMode"], before["volumeMode"]),
    ...validateAttributes(spec, before, old),
  ];
}

/** A claim may move its class name from the annotation to the field. */
function isClassMoved(claim: ApiObject, old: ApiObject): boolean {
  const [now, before] = [claim, old].map(({ metadata }) => metadata.annotations?.[storageClassAnnotation]);
  const name = objectOf(claim, "spec")?.["storageClassName"];
  const hadName = objectOf(old, "spec")?.["storageClassName"] !== undefined;
  return before !== undefined && !hadName && name === before && (now === undefined || now === before);
}

function validateClassAnnotation(claim: ApiObject, old: ApiObject): FieldError[] {
  if (isClassMoved(claim, old)) return [];
  const [now = "", before = ""] = [claim, old].map(({ metadata }) => metadata.annotations?.[storageClassAnnotation]);
  return immutable(`metadata.annotations.${storageClassAnnotation}`, now, before);
}

function validateFixedSpec(claim: ApiObject, old: ApiObject): FieldError[] {
  const spec = structuredClone(objectOf(claim, "spec") ?? {});
  const before = structuredClone(objectOf(old, "spec") ?? {});
  if (textOf(before, "volumeName") === "") copyField(before, spec, "volumeName");
  const annotation = old.metadata.annotations?.[storageClassAnnotation];
  if (isClassMoved(claim, old)) delete spec["storageClassName"];
  else if (spec["storageClassName"] !== undefined && before["storageClassName"] === undefined) {
    if (annotation === undefined || spec["storageClassName"] === annotation) delete spec["storageClassName"];
  }
  if (textOf(objectOf(claim, "status"), "phase") === "Bound") {
    const requests = objectOf(objectOf(spec, "resources"), "requests");
    const size = sizeOf(before);
    if (requests !== undefined) requests["storage"] = size ?? "0";
    copyField(spec, before, "volumeAttributesClassName");
  }
  if (isSame(comparable(spec), comparable(before))) return [];
  const detail =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  return [forbidden("spec", `${detail}\n${internalDiff(before, spec, "v1.PersistentVolumeClaimSpec")}`)];
}

/** Treats empty values as missing. */
function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const kept = comparable(member ?? null);
    const isEmpty = kept === null || (Array.isArray(kept) && kept.length === 0);
    return isEmpty ? [] : [[name, kept]];
  });
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sizeOf(spec: JsonObject): Json | undefined {
  return objectOf(objectOf(spec, "resources"), "requests")?.["storage"];
}

/** A claim that could not grow may shrink again, but only to a size above its current capacity. */
function validateShrinking(spec: JsonObject, before: JsonObject, old: ApiObject): FieldError[] {
  const size = readQuantity(sizeOf(spec)) ?? zero;
  const stored = readQuantity(objectOf(objectOf(old, "status"), "capacity")?.["storage"]) ?? zero;
  const isLess = compareQuantities(size, readQuantity(sizeOf(before)) ?? zero) < 0;
  if (!isLess || compareQuantities(size, stored) > 0) return [];
  return [forbidden("spec.resources.requests.storage", "field can not be less than status.capacity")];
}

function validateAttributes(spec: JsonObject, before: JsonObject, old: ApiObject): FieldError[] {
  const field = "volumeAttributesClassName";
  if (isSame(spec[field], before[field])) return [];
  if (objectOf(old, "status")?.["currentVolumeAttributesClassName"] === undefined) return [];
  const reason = "is forbidden when status.currentVolumeAttributesClassName is not nil";
  if (spec[field] === undefined) return [forbidden(`spec.${field}`, `update to nil ${reason}`)];
  return spec[field] === "" ? [forbidden(`spec.${field}`, `update to empty string ${reason}`)] : [];
}

const resizeStates = [
  ...["ControllerResizeInProgress", "ControllerResizeInfeasible"],
  ...["NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"],
].toSorted();

export const claimStatus: rule.Table<PersistentVolumeClaim> = [
  rule.object(["spec", "Spec"], [rule.list("accessModes", must.beSet())]),
  rule.object("status", [
    rule.eachEntry("capacity", (_name, value, path) => validateBasic(value, path)),
    rule.textMap("allocatedResourceStatuses", (states, path) =>
      Object.entries(states).flatMap(([name, state]) => [
        ...validateResourceKey(name, path),
        ...(resizeStates.includes(state) ? [] : [notSupported(path, name, resizeStates)]),
      ]),
    ),
    rule.eachEntry("allocatedResources", (name, value, at, { path }) => {
      const faults = [...validateResourceKey(name, `${path}.allocatedResources`)];
      if (faults.length === 0) faults.push(...validateBasic(value, at));
      return faults.length > 0 ? faults : validateResourceValue("storage", value, at);
    }),
  ]),
];

/** The message shows the value as a number. */
export function validateBasic(value: Json | undefined, path: string): FieldError[] {
  const quantity = readQuantity(value) ?? zero;
  if (!isNegative(quantity)) return [];
  const { digits, scale } = quantity;
  const whole = scale >= 0 ? digits * 10n ** BigInt(scale) : digits / 10n ** BigInt(-scale);
  if (whole === 0n && scale < 0) return [invalid(path, -1, "must be a valid resource quantity")];
  return [invalid(path, Number(whole), "must be a valid resource quantity")];
}

function validateResourceKey(name: string, path: string): rule.Faults {
  const faults = must.beQualifiedName(name, path);
  if (faults.length > 0) return faults;
  const isNative = !name.includes("/") || name.includes("kubernetes.io/");
  return isNative && name !== "storage" ? [notSupported(path, name, ["storage"])] : [];
}
