/** References to a pod's own fields and resources. Source: pkg/apis/core/validation/validation.go, pkg/apis/core/pods/helpers.go. */
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textOf } from "../../json-fields.js";
import { validateLabelName } from "../validation/labels.js";
import { compareQuantities } from "../../../cel/quantity.js";
import { readQuantity, zero } from "./resource-lists.js";

const knownFields = [
  ...["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"],
  ...["spec.nodeName", "spec.restartPolicy", "spec.serviceAccountName", "spec.schedulerName"],
  ...["status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
];

/** `allowed`: what may be named where the reference stands, in sorted order. */
export function validateFieldReference(source: JsonObject, allowed: readonly string[], path: string): FieldError[] {
  const version = textOf(source, "apiVersion");
  if (version === "") return [required(`${path}.apiVersion`)];
  const fieldPath = textOf(source, "fieldPath");
  if (fieldPath === "") return [required(`${path}.fieldPath`)];
  const [, map, key] = /^(.+?)\['(.*)'\]$/s.exec(fieldPath) ?? [];
  const name = fieldPath === "spec.host" ? "spec.nodeName" : fieldPath;
  const fault = findConversionFault(version, name, map);
  if (fault !== undefined) {
    return [invalid(`${path}.fieldPath`, fieldPath, `error converting fieldPath: ${fault}`)];
  }
  if (map !== undefined && key !== undefined)
    return validateLabelName(map === "metadata.labels" ? key : key.toLowerCase(), path);
  return allowed.includes(name) ? [] : [notSupported(`${path}.fieldPath`, name, allowed)];
}

function findConversionFault(version: string, name: string, map: string | undefined): string | undefined {
  if (version !== "v1") return `unsupported pod version: ${version}`;
  if (map !== undefined) {
    const isMap = map === "metadata.annotations" || map === "metadata.labels";
    return isMap ? undefined : `field label does not support subscript: ${name}`;
  }
  return knownFields.includes(name) ? undefined : `field label not supported: ${name}`;
}

const resources = ["cpu", "ephemeral-storage", "memory"];
const knownResources = ["limits", "requests"].flatMap((list) => resources.map((resource) => `${list}.${resource}`));
const units = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

export function validateResourceReference(
  source: JsonObject,
  path: string,
  { needsContainer }: { readonly needsContainer: boolean },
): FieldError[] {
  const resource = textOf(source, "resource");
  return [
    ...validateResource(source, resource, path, needsContainer),
    ...validateDivisor(resource, textOf(source, "divisor"), `${path}.divisor`),
  ];
}

function validateResource(source: JsonObject, resource: string, path: string, needsContainer: boolean): FieldError[] {
  if (needsContainer && textOf(source, "containerName") === "") return [required(`${path}.containerName`)];
  if (resource === "") return [required(`${path}.resource`)];
  const isKnown = knownResources.includes(resource) || /^(?:limits|requests)\.hugepages-/.test(resource);
  return isKnown ? [] : [notSupported(`${path}.resource`, resource, knownResources)];
}

function validateDivisor(resource: string, divisor: string, path: string): FieldError[] {
  const quantity = readQuantity(divisor);
  if (quantity === undefined || compareQuantities(quantity, zero) === 0) return [];
  const [, name = ""] = /^(?:limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-)/.exec(resource) ?? [];
  const allowed = name === "cpu" ? ["1m", "1"] : name === "" ? undefined : units;
  if (allowed === undefined || allowed.includes(divisor)) return [];
  const titles: Readonly<Record<string, string>> = {
    cpu: "values 1m and 1 are supported with the cpu resource",
    memory: `values ${units.join(", ")} are supported with the memory resource`,
    "ephemeral-storage": `values ${units.join(", ")} are supported with the local ephemeral storage resource`,
    "hugepages-": `values ${units.join(", ")} are supported with the hugepages resource`,
  };
  return [invalid(path, resource, `only divisor's ${titles[name] ?? ""}`)];
}
