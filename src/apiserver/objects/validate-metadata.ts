/** Source: k8s.io/apimachinery/pkg/api/validation/objectmeta.go. */
import { isSet, numberOf, type ObjectMeta, objectsOf, textMapOf, textOf, textsOf } from "../api-object.js";
import { atKey, type FieldError, forbidden, invalid, required, tooLong } from "../../core/field-error.js";
import type { JsonObject } from "../../core/json.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { immutable } from "../kinds/validation/immutable.js";
import { validateAnnotations, validateLabels } from "../kinds/validation/labels.js";
import { checkQualifiedName, type NameCheck, nameIsDnsLabel } from "../kinds/validation/names.js";

export interface MetadataOptions {
  readonly namespaced: boolean;
  readonly validateName: NameCheck;
  readonly version: KubernetesVersion;
}

/** Validates the metadata of a new object, or of an object that is part of another; its name is already generated. */
export function validateObjectMeta(
  meta: ObjectMeta,
  { namespaced, validateName, version }: MetadataOptions,
  path: string,
): FieldError[] {
  const generateName = textOf(meta, "generateName");
  const prefixFaults = generateName === "" ? [] : validateName(generateName, true);
  return [
    ...prefixFaults.map((fault) => invalid(`${path}.generateName`, generateName, fault)),
    ...validateOwnName(textOf(meta, "name"), validateName, `${path}.name`),
    ...validateNamespace(textOf(meta, "namespace"), namespaced, `${path}.namespace`),
    ...validateNonnegative(meta, "generation", path),
    ...validateLabels(textMapOf(meta, "labels"), `${path}.labels`),
    ...validateAnnotations(textMapOf(meta, "annotations"), `${path}.annotations`),
    ...validateOwnerReferences(meta, `${path}.ownerReferences`, version),
    ...validateFinalizers(textsOf(meta, "finalizers"), `${path}.finalizers`),
    ...validateManagedFields(meta, `${path}.managedFields`),
  ];
}

export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: string,
  version: KubernetesVersion,
): FieldError[] {
  const immutableNames = ["name", "namespace", "uid"] as const;
  return [
    ...(old.deletionTimestamp === undefined ? [] : validateNoNewFinalizers(meta, old, `${path}.finalizers`)),
    ...(textOf(meta, "resourceVersion") === ""
      ? [invalid(`${path}.resourceVersion`, "", "must be specified for an update")]
      : []),
    ...((numberOf(meta, "generation") ?? 0) < (numberOf(old, "generation") ?? 0)
      ? [invalid(`${path}.generation`, numberOf(meta, "generation") ?? 0, "must not be decremented")]
      : []),
    ...immutableNames.flatMap((name) => immutable(`${path}.${name}`, textOf(meta, name), textOf(old, name))),
    ...immutable(`${path}.creationTimestamp`, meta.creationTimestamp, old.creationTimestamp),
    ...immutable(`${path}.deletionTimestamp`, meta.deletionTimestamp, old.deletionTimestamp),
    ...immutable(`${path}.deletionGracePeriodSeconds`, meta.deletionGracePeriodSeconds, old.deletionGracePeriodSeconds),
    ...validateLabels(textMapOf(meta, "labels"), `${path}.labels`),
    ...validateAnnotations(textMapOf(meta, "annotations"), `${path}.annotations`),
    ...validateOwnerReferences(meta, `${path}.ownerReferences`, version),
    ...validateManagedFields(meta, `${path}.managedFields`),
  ];
}

function validateOwnName(name: string, validateName: NameCheck, path: string): FieldError[] {
  if (name === "") return [required(path, "name or generateName is required")];
  return validateName(name, false).map((fault) => invalid(path, name, fault));
}

function validateNamespace(namespace: string, isNamespaced: boolean, path: string): FieldError[] {
  if (!isNamespaced) return namespace === "" ? [] : [forbidden(path, "not allowed on this type")];
  if (namespace === "") return [required(path)];
  return nameIsDnsLabel(namespace, false).map((fault) => invalid(path, namespace, fault));
}

function validateNonnegative(meta: ObjectMeta, name: string, path: string): FieldError[] {
  const value = numberOf(meta, name) ?? 0;
  return value < 0 ? [invalid(`${path}.${name}`, value, "must be greater than or equal to 0")] : [];
}

/** Validates owner references. Before 1.36, Kubernetes reports errors at the path of the list, not of the reference. */
function validateOwnerReferences(meta: ObjectMeta, path: string, version: KubernetesVersion): FieldError[] {
  const references = objectsOf(meta, "ownerReferences");
  let firstController = "";
  return references.flatMap((reference, index) => {
    const isIndexed = isSince(version, "1.37");
    const faults = [
      ...(isIndexed ? validateOwner(reference, atKey(path, index)) : validateUnnumberedOwner(reference, path)),
      ...refuseEventAsOwner(reference, isIndexed ? atKey(path, index) : path),
    ];
    if (!isSet(reference, "controller")) return faults;
    const controller = `${textOf(reference, "kind")}/${textOf(reference, "name")}`;
    if (firstController === "") {
      firstController = controller;
      return faults;
    }
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${firstController} and ${controller}`;
    return [...faults, invalid(path, [...references], detail)];
  });
}

function validateOwner(reference: JsonObject, path: string): FieldError[] {
  const apiVersion = textOf(reference, "apiVersion");
  const missing = ["apiVersion", "kind", "name", "uid"].filter((name) => textOf(reference, name) === "");
  const isVersion = /^(?:[^/]*\/)?[^/]+$/.test(apiVersion);
  return [
    ...(apiVersion === "" || isVersion
      ? []
      : [invalid(`${path}.apiVersion`, apiVersion, "must be <group>/<version> or <version>")]),
    ...missing.map((name) => required(`${path}.${name}`, "must not be empty")),
  ];
}

function validateUnnumberedOwner(reference: JsonObject, path: string): FieldError[] {
  const apiVersion = textOf(reference, "apiVersion");
  const [version = ""] = apiVersion.split("/").toReversed();
  // To Go's parser, three parts are not a version.
  const hasVersion = version !== "" && apiVersion.split("/").length <= 2;
  const missing = (["kind", "name", "uid"] as const).filter((name) => textOf(reference, name) === "");
  return [
    ...(hasVersion ? [] : [invalid(`${path}.apiVersion`, apiVersion, "version must not be empty")]),
    ...missing.map((name) => invalid(`${path}.${name}`, "", "must not be empty")),
  ];
}

function refuseEventAsOwner(reference: JsonObject, path: string): FieldError[] {
  return textOf(reference, "apiVersion") === "v1" && textOf(reference, "kind") === "Event"
    ? [invalid(path, reference, "/v1, Kind=Event is disallowed from being an owner")]
    : [];
}

function validateFinalizers(finalizers: readonly string[], path: string): FieldError[] {
  const faults = finalizers.flatMap((finalizer) =>
    checkQualifiedName(finalizer).map((fault) => invalid(path, finalizer, fault)),
  );
  if (!finalizers.includes("orphan") || !finalizers.includes("foregroundDeletion")) return faults;
  return [...faults, invalid(path, [...finalizers], "finalizer orphan and foregroundDeletion cannot be both set")];
}

function validateNoNewFinalizers(meta: ObjectMeta, old: ObjectMeta, path: string): FieldError[] {
  const before = new Set(textsOf(old, "finalizers"));
  const added = [...new Set(textsOf(meta, "finalizers"))].filter((finalizer) => !before.has(finalizer)).toSorted();
  if (added.length === 0) return [];
  const shown = `[]string{${added.map((finalizer) => JSON.stringify(finalizer)).join(", ")}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`;
  return [forbidden(path, detail)];
}

function validateManagedFields(meta: ObjectMeta, path: string): FieldError[] {
  return objectsOf(meta, "managedFields").flatMap((entry, index) => {
    const at = `${path}[${index}]`;
    const operation = textOf(entry, "operation");
    const fieldsType = textOf(entry, "fieldsType");
    return [
      ...(operation === "Apply" || operation === "Update"
        ? []
        : [invalid(`${at}.operation`, operation, "must be `Apply` or `Update`")]),
      ...(fieldsType === "" || fieldsType === "FieldsV1"
        ? []
        : [invalid(`${at}.fieldsType`, fieldsType, "must be `FieldsV1`")]),
      ...validateFieldManager(textOf(entry, "manager"), `${at}.manager`),
      ...(Buffer.byteLength(textOf(entry, "subresource")) > 256 ? [tooLong(`${at}.subresource`, 256)] : []),
    ];
  });
}

export const maxManagerBytes = 128;

/** Validates the manager of an entry of managedFields, or of a write's `fieldManager`. */
export function validateFieldManager(manager: string, path: string): FieldError[] {
  const faults = Buffer.byteLength(manager) > maxManagerBytes ? [tooLong(path, maxManagerBytes)] : [];
  let position = 0;
  for (const character of manager) {
    // Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the space.
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
      faults.push(invalid(path, manager, `invalid character ${showCodePoint(character)} (at position ${position})`));
    }
    position += Buffer.byteLength(character);
  }
  return faults;
}

/** Formats like Go's `%#U`, for a character that cannot be printed: only its number. */
function showCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
