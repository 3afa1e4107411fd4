import { type CustomResource, defineKind } from "tsop";

/**
 * Policy has an irregular plural.
 * @singular rule
 * @shortName pol;po
 * @categories all;rules
 * @scope Cluster
 * @deprecated
 * @unserved
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1beta1", "Policy"> {
  spec?: { colour?: string };
}
export const Policy = defineKind<Policy>("kinds.abc.com/v1beta1", "Policy");
