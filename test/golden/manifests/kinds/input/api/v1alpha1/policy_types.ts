import { type CustomResource, defineKind } from "tsop";

/**
 * Policy has an irregular plural.
 * @singular rule
 * @shortName pol;po
 * @categories all;rules
 * @scope Cluster
 * @deprecated "use v1"
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1alpha1", "Policy"> {}
export const Policy = defineKind<Policy>("kinds.abc.com/v1alpha1", "Policy");
