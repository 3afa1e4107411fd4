import { type CustomResource, defineKind } from "tsop";

/**
 * Policy has an irregular plural.
 * +kubebuilder:resource:path=policies,singular=rule,shortName=pol;po,categories=all;rules,scope=Cluster
 * +kubebuilder:deprecatedversion:warning="use v1"
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1alpha1", "Policy"> {}
export const Policy = defineKind<Policy>("kinds.abc.com/v1alpha1", "Policy");
