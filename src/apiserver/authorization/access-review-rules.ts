/** Validates access reviews. Source: k8s.io/kubernetes/pkg/apis/authorization/validation/validation.go. */
import type { ApiObject, AsJson, ObjectMeta } from "../api-object.js";
import { invalid, required, type FieldError } from "../../core/field-error.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { FieldSelectorAttributes, SubjectAccessReviewSpec } from "../../k8s/authorization/v1.js";
import type { FieldSelectorRequirement } from "../../k8s/meta/v1.js";

export type AccessReviewSpec = AsJson<SubjectAccessReviewSpec>;
/** Also for label selectors. */
type SelectorSpec = AsJson<FieldSelectorAttributes>;
type SelectorRequirement = Partial<FieldSelectorRequirement>;

export function checkSubjectAccessReview(
  { metadata }: ApiObject,
  spec: AccessReviewSpec,
  version: KubernetesVersion,
): FieldError[] {
  return [
    ...checkOneOfBoth(spec, version),
    ...checkSubject(spec),
    ...checkSelectors(spec),
    ...checkMetadata(metadata, [], "must be empty"),
  ];
}

export function checkSelfAccessReview(
  { metadata }: ApiObject,
  spec: AccessReviewSpec,
  version: KubernetesVersion,
): FieldError[] {
  return [...checkOneOfBoth(spec, version), ...checkSelectors(spec), ...checkMetadata(metadata, [], "must be empty")];
}

export function checkLocalAccessReview(
  { metadata }: ApiObject,
  spec: AccessReviewSpec,
  version: KubernetesVersion,
): FieldError[] {
  const faults = [
    ...checkOneOfBoth(spec, version),
    ...checkSubject(spec),
    ...checkSelectors(spec),
    ...checkMetadata(metadata, ["namespace"], "must be empty except for namespace"),
  ];
  const namespace = spec.resourceAttributes?.namespace ?? "";
  if (spec.resourceAttributes !== undefined && namespace !== (metadata.namespace ?? "")) {
    faults.push(invalid("spec.resourceAttributes.namespace", namespace, "must match metadata.namespace"));
  }
  if (spec.nonResourceAttributes !== undefined) {
    faults.push(invalid("spec.nonResourceAttributes", showPath(spec), "disallowed on this kind of request"));
  }
  return faults;
}

function checkOneOfBoth(spec: AccessReviewSpec, version: KubernetesVersion): FieldError[] {
  const hasResource = spec.resourceAttributes !== undefined;
  const hasPath = spec.nonResourceAttributes !== undefined;
  const oneOf = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  if (isSince(version, "1.37")) {
    return hasResource === hasPath ? [invalid("spec", hasPath ? showPath(spec) : null, oneOf)] : [];
  }
  if (hasResource && hasPath) {
    const why = "cannot be specified in combination with resourceAttributes";
    return [invalid("spec.nonResourceAttributes", showPath(spec), why)];
  }
  if (hasResource || hasPath) return [];
  return [invalid("spec.resourceAttributes", null, oneOf)];
}

/** Formats the value like the API server, which prints a Go value with Go's field names. */
function showPath({ nonResourceAttributes: { path = "", verb = "" } = {} }: AccessReviewSpec): {
  Path: string;
  Verb: string;
} {
  return { Path: path, Verb: verb };
}

function checkSubject({ user = "", groups = [] }: AccessReviewSpec): FieldError[] {
  if (user !== "" || groups.length > 0) return [];
  return [invalid("spec.user", user, "at least one of user or group must be specified")];
}

function checkMetadata(metadata: ObjectMeta, allowed: readonly string[], why: string): FieldError[] {
  const isAllowed = (key: string): boolean => key === "managedFields" || allowed.includes(key);
  const hasOther = Object.entries(metadata).some(([key, value]) => !isAllowed(key) && !isEmpty(value));
  return hasOther ? [invalid("metadata", metadata, why)] : [];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function checkSelectors({ resourceAttributes }: AccessReviewSpec): FieldError[] {
  const { fieldSelector, labelSelector } = resourceAttributes ?? {};
  return [
    ...checkSelector(fieldSelector, "spec.resourceAttributes.fieldSelector", checkFieldRequirement),
    ...checkSelector(labelSelector, "spec.resourceAttributes.labelSelector", checkLabelRequirement),
  ];
}

function checkSelector(
  selector: SelectorSpec | undefined,
  path: string,
  checkRequirement: (requirement: SelectorRequirement, path: string) => FieldError[],
): FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = "", requirements = [] } = selector;
  const faults: FieldError[] = [];
  if (rawSelector !== "" && requirements.length > 0) {
    faults.push(invalid(`${path}.rawSelector`, rawSelector, "may not specified at the same time as requirements"));
  }
  if (rawSelector === "" && requirements.length === 0) {
    faults.push(required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`));
  }
  return [
    ...faults,
    ...requirements.flatMap((each, index) => checkRequirement(each, `${path}.requirements[${index}]`)),
  ];
}

function checkFieldRequirement({ key = "", operator, values = [] }: SelectorRequirement, path: string): FieldError[] {
  return [
    ...(key === "" ? [required(`${path}.key`, "must be specified")] : []),
    ...checkOperands(operator, values, path),
  ];
}

function checkLabelRequirement({ operator, values = [] }: SelectorRequirement, path: string): FieldError[] {
  return checkOperands(operator, values, path);
}

/** Accepts an unknown operator, which a newer client may know. */
function checkOperands(operator: string | undefined, values: readonly string[], path: string): FieldError[] {
  if ((operator === "In" || operator === "NotIn") && values.length === 0) {
    return [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if ((operator === "Exists" || operator === "DoesNotExist") && values.length > 0) {
    const message = "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [{ type: "FieldValueForbidden", field: `${path}.values`, message }];
  }
  return [];
}
