/** Source: ValidatePersistentVolumeClaimSpec in pkg/apis/core/validation/validation.go, pkg/api/persistentvolumeclaim/util.go. */
import { compareQuantities } from "../../../cel/quantity.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, textOf, textsOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { readQuantity, zero } from "../pods/resource-lists.js";
import { validateLabelSelector } from "../validation/labels.js";
import { checkDns1123Subdomain, nameIsDnsLabel, nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { validateAccessModes, validateVolumeMode } from "./volume-fields.js";

export interface ClaimOptions {
  /** Of a claim that was stored with such a selector. */
  readonly allowsInvalidSelector?: boolean;
  /** Of a claim that was stored with an apiGroup of whatever form. */
  readonly allowsInvalidGroup?: boolean;
}

/** Of a PersistentVolumeClaim, and of a template of one. */
export function validateClaimSpec(
  spec: JsonObject | undefined,
  path: string,
  { allowsInvalidSelector = false, allowsInvalidGroup = false }: ClaimOptions = {},
): FieldError[] {
  const modes = textsOf(spec, "accessModes");
  return [
    ...(modes.length === 0 ? [required(`${path}.accessModes`, "at least 1 access mode is required")] : []),
    ...validateLabelSelector(objectOf(spec, "selector"), `${path}.selector`, {
      allowsInvalidValues: allowsInvalidSelector,
    }),
    ...validateAccessModes(modes, `${path}.accessModes`),
    ...validateSize(spec, `${path}.resources[storage]`),
    ...validateClassName(spec, "storageClassName", path),
    ...validateVolumeMode(spec, `${path}.volumeMode`),
    ...["dataSource", "dataSourceRef"].flatMap((name) =>
      validateSource(objectOf(spec, name), allowsInvalidGroup, `${path}.${name}`),
    ),
    ...validateBothSources(objectOf(spec, "dataSource"), objectOf(spec, "dataSourceRef"), path),
    ...validateClassName(spec, "volumeAttributesClassName", path),
  ];
}

function validateSize(spec: JsonObject | undefined, path: string): FieldError[] {
  const storage = objectOf(objectOf(spec, "resources"), "requests")?.["storage"];
  const size = readQuantity(storage);
  if (size === undefined) return [required(path)];
  return compareQuantities(size, zero) > 0 ? [] : [invalid(path, storage, "must be greater than zero")];
}

function validateClassName(spec: JsonObject | undefined, field: string, path: string): FieldError[] {
  const name = textOf(spec, field);
  return name === "" ? [] : faultsAt(`${path}.${field}`, name, nameIsDnsSubdomain(name, false));
}

function validateSource(source: JsonObject | undefined, allowsInvalidGroup: boolean, path: string): FieldError[] {
  if (source === undefined) return [];
  const [kind, group, namespace] = ["kind", "apiGroup", "namespace"].map((name) => textOf(source, name));
  const needsClaim = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...["name", "kind"].flatMap((name) => (textOf(source, name) === "" ? [required(`${path}.${name}`)] : [])),
    ...(group === "" && kind !== "PersistentVolumeClaim" ? [invalid(path, kind, needsClaim)] : []),
    ...(group === "" || group === undefined || allowsInvalidGroup
      ? []
      : faultsAt(`${path}.apiGroup`, group, checkDns1123Subdomain(group))),
    ...(namespace === "" || namespace === undefined
      ? []
      : faultsAt(`${path}.namespace`, namespace, nameIsDnsLabel(namespace, false))),
  ];
}

/** What is shown as the value is a path in Go, of which JSON has nothing to say. */
function validateBothSources(
  source: JsonObject | undefined,
  reference: JsonObject | undefined,
  path: string,
): FieldError[] {
  if (source === undefined || reference === undefined) return [];
  if (textOf(reference, "namespace") !== "") {
    return [invalid(path, {}, "may not be specified when dataSourceRef.namespace is specified")];
  }
  const isEqual = ["apiGroup", "kind", "name"].every((name) => isSame(source[name], reference[name]));
  return isEqual ? [] : [invalid(path, {}, "must match dataSourceRef")];
}

export function claimSpecWarnings(spec: JsonObject | undefined, path: string): string[] {
  const resources = objectOf(spec, "resources");
  return ["requests", "limits"].flatMap((list) => {
    const value = objectOf(resources, list)?.["storage"];
    const quantity = readQuantity(value) ?? zero;
    if (quantity.scale >= 0 || quantity.digits % 10n ** BigInt(-quantity.scale) === 0n) return [];
    return [
      `${path}.resources.${list}[storage]: fractional byte value ${JSON.stringify(value)} is invalid, must be an integer`,
    ];
  });
}
