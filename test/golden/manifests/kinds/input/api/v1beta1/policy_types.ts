// @groupName kinds.abc.com
// @versionName v1beta1

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

/**
 * Pool is not ready yet.
 * @skipVersion
 */
export interface Pool extends CustomResource<"kinds.abc.com/v1beta1", "Pool"> {}
export const Pool = defineKind<Pool>("kinds.abc.com/v1beta1", "Pool");
