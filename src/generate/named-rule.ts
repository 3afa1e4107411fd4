import type { PolicyRule } from "./rbac-rules.js";

/** A rule, and the role that it belongs to. */
export interface NamedRule {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly roleName: string;
  readonly rule: PolicyRule;
}

/** The role of the manager, which a binding of the scaffold names. */
export const managerRole = "manager-role";
