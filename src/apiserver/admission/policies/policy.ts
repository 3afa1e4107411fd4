/** ValidatingAdmissionPolicies and their bindings as they are stored. */
import type { ApiObject } from "../../api-object.js";
import type { LabelSelector } from "../matching/label-selector.js";
import type { ResourceRule } from "../matching/resource-rules.js";
import type { NamedExpression } from "../webhooks/webhook.js";

export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly validations?: readonly Validation[];
  readonly failurePolicy?: string;
  readonly auditAnnotations?: readonly AuditAnnotation[];
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface MatchResources {
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly resourceRules?: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
  readonly matchPolicy?: string;
}

export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface AuditAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

// Both have been validated when they were stored.

export function policySpecOf(policy: ApiObject): PolicySpec {
  return (policy["spec"] ?? {}) as unknown as PolicySpec;
}

export function bindingSpecOf(binding: ApiObject): BindingSpec {
  return (binding["spec"] ?? {}) as unknown as BindingSpec;
}
