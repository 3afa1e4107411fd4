/** Limits and requests. Source: validateResourceRequirements in pkg/apis/core/validation/validation.go, pkg/apis/core/helper. */
import { compareQuantities, type Quantity } from "../../../cel/quantity.js";
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, type rule } from "../rules/index.js";
import { checkQualifiedName } from "../validation/names.js";
import { isPodLevelResource } from "./pod-defaults.js";
import { isNegative, readQuantity, zero } from "./resource-lists.js";

const containerResources = ["cpu", "ephemeral-storage", "memory"];
const countedResources = [
  ...["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"],
  ...["persistentvolumeclaims", "services.nodeports", "services.loadbalancers"],
];
const standardResources = new Set([
  ...containerResources,
  ...["requests.cpu", "requests.memory", "requests.ephemeral-storage", "requests.storage", "storage"],
  ...["limits.cpu", "limits.memory", "limits.ephemeral-storage"],
  ...countedResources,
]);

export function isHugePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && checkQualifiedName(`requests.${name}`).length === 0;
}

export function allowsOvercommit(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Also used for Services, quotas, and similar: a standard name, or a name with a domain. */
export function validateResourceName(name: string, path: string): rule.Faults {
  const faults = must.beQualifiedName(name, path);
  if (faults.length > 0 || name.includes("/")) return faults;
  const isStandard = standardResources.has(name) || isHugePages(name) || name.startsWith("requests.hugepages-");
  return isStandard ? [] : [invalid(path, name, "must be a standard resource type or fully qualified")];
}

/** Also used for limit ranges. */
export function validateContainerResourceName(name: string, path: string): rule.Faults {
  const faults = validateResourceName(name, path);
  if (!name.includes("/")) {
    const isStandard = containerResources.includes(name) || isHugePages(name);
    return isStandard ? faults : [...faults, invalid(path, name, "must be a standard resource for containers")];
  }
  if (isNative(name) || isExtended(name)) return faults;
  return [...faults, invalid(path, name, "doesn't follow extended resource name standard")];
}

function validatePodResourceName(name: string, path: string): rule.Faults {
  const faults = validateResourceName(name, path);
  if (faults.length > 0) return faults;
  return isPodLevelResource(name) ? [] : [notSupported(path, name, ["cpu", "hugepages-", "memory"])];
}

/** Also used for quotas. Countable resources have no fractions. */
export function validateResourceValue(name: string, value: Json | undefined, path: string): FieldError[] {
  const quantity = readQuantity(value) ?? zero;
  const isFraction = quantity.scale < 0 && quantity.digits % 10n ** BigInt(-quantity.scale) !== 0n;
  const isCounted = countedResources.includes(name) || isExtended(name);
  return [
    ...(isNegative(quantity) ? [invalid(path, value, "must be greater than or equal to 0")] : []),
    ...(isCounted && isFraction ? [invalid(path, value, "must be an integer")] : []),
  ];
}

export interface ResourceOptions {
  readonly isPodLevel?: boolean;
  /** The names in `spec.resourceClaims`. */
  readonly claimNames?: readonly string[];
}

export function validateRequirements(
  resources: JsonObject | undefined,
  path: string,
  { isPodLevel = false, claimNames = [] }: ResourceOptions = {},
): FieldError[] {
  const limits = objectOf(resources, "limits") ?? {};
  const requests = objectOf(resources, "requests") ?? {};
  const validateKey = isPodLevel ? validatePodResourceName : validateContainerResourceName;
  const validateOne = (name: string, value: Json | undefined, at: string): FieldError[] => [
    ...validateKey(name, at),
    ...validateResourceValue(name, value, at),
  ];
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  return [
    ...Object.entries(limits).flatMap(([name, value]) => {
      const at = `${path}.limits[${name}]`;
      return [...validateOne(name, value, at), ...validatePageSize(name, value, at)];
    }),
    ...Object.entries(requests).flatMap(([name, value]) => {
      const at = `${path}.requests[${name}]`;
      return [
        ...validateOne(name, value, at),
        ...validateRequest(name, value, limits, path),
        ...validatePageSize(name, value, at),
      ];
    }),
    ...(names.some(isHugePages) && !names.includes("cpu") && !names.includes("memory")
      ? [forbidden(path, "HugePages require cpu or memory")]
      : []),
    ...validateClaims(resources, claimNames, `${path}.claims`),
  ];
}

function validateRequest(name: string, value: Json | undefined, limits: JsonObject, path: string): FieldError[] {
  const limit = textOf(limits, name);
  if (limit === "") {
    if (allowsOvercommit(name)) return [];
    return [required(`${path}.limits`, "Limit must be set for non overcommitable resources")];
  }
  const order = compareQuantities(readQuantity(value) ?? zero, readQuantity(limit) ?? zero);
  if (order !== 0 && !allowsOvercommit(name)) {
    return [invalid(`${path}.requests`, value, `must be equal to ${name} limit of ${limit}`)];
  }
  if (order <= 0) return [];
  return [invalid(`${path}.requests`, value, `must be less than or equal to ${name} limit of ${limit}`)];
}

function validatePageSize(name: string, value: Json | undefined, path: string): FieldError[] {
  if (!isHugePages(name)) return [];
  const size = wholeOf(readQuantity(name.slice("hugepages-".length)));
  const amount = wholeOf(readQuantity(value));
  const isMultiple = size !== undefined && size > 0n && amount !== undefined && amount % size === 0n;
  return isMultiple
    ? []
    : [invalid(path, value, `${typeof value === "string" ? value : ""} is not positive integer multiple of ${name}`)];
}

/** Rounds a fraction up. */
function wholeOf(quantity: Quantity | undefined): bigint | undefined {
  if (quantity === undefined) return undefined;
  if (quantity.scale >= 0) return quantity.digits * 10n ** BigInt(quantity.scale);
  const unit = 10n ** BigInt(-quantity.scale);
  return (quantity.digits + unit - 1n) / unit;
}

function validateClaims(resources: JsonObject | undefined, claimNames: readonly string[], path: string): FieldError[] {
  const seen = new Set<string>();
  return objectsOf(resources, "claims").flatMap((claim, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(claim, "name");
    if (name === "") return [required(at)];
    const request = textOf(claim, "request");
    const key = request === "" ? name : `${name}/${request}`;
    const isTaken =
      seen.has(name) || seen.has(key) || (request === "" && [...seen].some((each) => each.startsWith(`${name}/`)));
    const faults = [
      ...(request === "" ? [] : must.beLabel(request, `${at}.request`)),
      ...(isTaken ? [duplicate(at, seen.has(name) ? name : key)] : []),
    ];
    seen.add(key);
    if (claimNames.includes(name)) return faults;
    const which = claimNames.length === 0 ? " which is empty" : `: ${claimNames.toSorted().join(", ")}`;
    const missing = notFound(at, name);
    const detail = `must be one of the names in pod.spec.resourceClaims${which}`;
    return [...faults, { ...missing, message: `${missing.message}: ${detail}` }];
  });
}
