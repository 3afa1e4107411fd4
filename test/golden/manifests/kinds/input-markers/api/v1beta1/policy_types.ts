import { type CustomResource, defineKind } from "tsop";

/**
 * Policy has an irregular plural.
 * +kubebuilder:resource:path=policies,singular=rule,shortName=pol;po,categories=all;rules,scope=Cluster
 * +kubebuilder:deprecatedversion
 * +kubebuilder:unservedversion
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1beta1", "Policy"> {
  spec?: { colour?: string };
}
export const Policy = defineKind<Policy>("kinds.abc.com/v1beta1", "Policy");
