import type { SourceLocation } from "../core/source-location.js";
import type { PolicyRule } from "./rbac-rules.js";

/** A rule, and the role that it belongs to. */
export interface NamedRule {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly roleName: string;
  readonly rule: PolicyRule;
  /** What in the sources asks for it. */
  readonly cause: Cause;
}

export interface Cause {
  /** `declared`: a tag does; `inferred`: the code does. */
  readonly kind: "declared" | "inferred";
  /** `client.get(Secret)`, `@rbac`. */
  readonly why: string;
  readonly at: SourceLocation;
}

/** The role of the manager, which a binding of the scaffold names. */
export const managerRole = "manager-role";
