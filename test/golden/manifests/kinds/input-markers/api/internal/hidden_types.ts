// +groupName=kinds.abc.com
// +versionName=v2
// +kubebuilder:skip

import { type CustomResource, defineKind } from "tsop";

/**
 * Hidden is nobody's business.
 */
export interface Hidden extends CustomResource<"kinds.abc.com/v2", "Hidden"> {}
export const Hidden = defineKind<Hidden>("kinds.abc.com/v2", "Hidden");
