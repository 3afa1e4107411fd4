/** References to a pod's own fields and resources. Source: pkg/apis/core/validation/validation.go, pkg/apis/core/pods/helpers.go. */
import type { ObjectFieldSelector, ResourceFieldSelector } from "../../../k8s/core/v1.js";
import { type FieldError, invalid, notSupported } from "../../../core/field-error.js";
import { textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { compareQuantities } from "../../../cel/quantity.js";
import { readQuantity, zero } from "./resource-lists.js";

const knownFields = [
  ...["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"],
  ...["spec.nodeName", "spec.restartPolicy", "spec.serviceAccountName", "spec.schedulerName"],
  ...["status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
];

/** `allowed`: the fields that the reference may name here, in sorted order. */
export function fieldReference(allowed: readonly string[]): rule.Rule<ObjectFieldSelector, unknown> {
  return rule.first(
    rule.text("apiVersion", must.beSet()),
    rule.text("fieldPath", must.beSet(), (fieldPath, path, { object, path: holder }) => {
      const [, map, key] = /^(.+?)\['(.*)'\]$/s.exec(fieldPath) ?? [];
      const name = fieldPath === "spec.host" ? "spec.nodeName" : fieldPath;
      const fault = findConversionFault(textOf(object, "apiVersion"), name, map);
      if (fault !== undefined) return [invalid(path, fieldPath, `error converting fieldPath: ${fault}`)];
      if (map === undefined || key === undefined) return must.beOneOf(...allowed)(name, path);
      return must.beQualifiedName(map === "metadata.labels" ? key : key.toLowerCase(), holder);
    }),
  );
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

const resource: rule.Rule<ResourceFieldSelector, unknown> = rule.text("resource", must.beSet(), (name, path) => {
  const isKnown = knownResources.includes(name) || /^(?:limits|requests)\.hugepages-/.test(name);
  return isKnown ? [] : [notSupported(path, name, knownResources)];
});
const divisor: rule.Rule<ResourceFieldSelector, unknown> = rule.value("divisor", (_value, path, { object }) =>
  validateDivisor(textOf(object, "resource"), textOf(object, "divisor"), path),
);
export const resourceReference: rule.Table<ResourceFieldSelector> = [resource, divisor];

/** A volume belongs to no container, so its reference must name one. */
export const containerResourceReference: rule.Table<ResourceFieldSelector> = [
  rule.first(rule.text("containerName", must.beSet()), resource),
  divisor,
];

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
