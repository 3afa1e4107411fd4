/** ValidatingAdmissionPolicies and their bindings as they are stored. */
import type {
  ValidatingAdmissionPolicyBindingSpec as BindingSpec,
  ValidatingAdmissionPolicySpec as PolicySpec,
} from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";

// Both have been validated when they were stored.

export function policySpecOf(policy: ApiObject): PolicySpec {
  return (policy["spec"] ?? {}) as unknown as PolicySpec;
}

export function bindingSpecOf(binding: ApiObject): BindingSpec {
  return (binding["spec"] ?? {}) as unknown as BindingSpec;
}
