/** Decides what the audit log contains. Source: k8s.io/apiserver/pkg/audit/policy/checker.go. */
import type { RequestAttributes } from "../authorization/authorizer.js";
import type { UserInfo } from "../resource.js";
import type { AuditStage } from "./audit-event.js";
import type { AuditLevel } from "./audit-notes.js";

/**
 * A Policy of `audit.k8s.io/v1`. The first rule that matches a request decides; without one, nothing is logged.
 *
 * @example
 * ```ts
 * import type { AuditPolicy } from "tsop/testing";
 *
 * export const policy: AuditPolicy = {
 *   omitStages: ["RequestReceived"],
 *   rules: [{ level: "None", verbs: ["get", "list", "watch"] }, { level: "RequestResponse" }],
 * };
 * ```
 */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
}

/**
 * A rule of an audit policy. All its fields must match; an absent or empty list matches every request.
 *
 * @example
 * ```ts
 * import type { AuditRule } from "tsop/testing";
 *
 * export const health: AuditRule = { level: "None", nonResourceURLs: ["/healthz*", "/readyz*"] };
 * ```
 */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly AuditedResources[];
  /** An empty text matches cluster-scoped resources. */
  readonly namespaces?: readonly string[];
  /** Paths that are not resources. A star at the end matches any rest. */
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly AuditStage[];
  /** Default: that of the policy. */
  readonly omitManagedFields?: boolean;
}

/**
 * Resources of an API group.
 *
 * @example
 * ```ts
 * import type { AuditedResources } from "tsop/testing";
 *
 * export const logs: AuditedResources = { group: "", resources: ["pods/log"], resourceNames: ["web-0"] };
 * ```
 */
export interface AuditedResources {
  /** Default: the core group. */
  readonly group?: string;
  // A line comment, because some of the patterns would end a doc comment.
  // `pods` matches the Pods, `pods/log` one subresource, `pods/*` all of them, `*/scale` this one of any resource, `*` everything.
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** The policy of a log without a policy file. */
export const metadataPolicy: AuditPolicy = { rules: [{ level: "Metadata" }] };

export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: readonly AuditStage[];
  readonly omitsManagedFields: boolean;
}

/** The attributes of a request; without a user if it could not be authenticated. */
export type AuditedAttributes = Omit<RequestAttributes, "user"> & { readonly user?: UserInfo | undefined };

/** Applies the first rule that matches; without one, nothing is logged. */
export function decideAudit(policy: AuditPolicy, attributes: AuditedAttributes): AuditDecision {
  const { rules, omitStages = [], omitManagedFields = false } = policy;
  const rule = rules.find((each) => matches(each, attributes));
  return {
    level: rule?.level ?? "None",
    omitStages: [...omitStages, ...(rule?.omitStages ?? [])],
    omitsManagedFields: rule?.omitManagedFields ?? omitManagedFields,
  };
}

function matches(rule: AuditRule, attributes: AuditedAttributes): boolean {
  const { users = [], userGroups = [], verbs = [], namespaces = [], resources = [], nonResourceURLs = [] } = rule;
  const { user, verb, isResourceRequest, path } = attributes;
  if (users.length > 0 && (user === undefined || !users.includes(user.username))) return false;
  if (userGroups.length > 0 && user?.groups.some((group) => userGroups.includes(group)) !== true) return false;
  if (verbs.length > 0 && !verbs.includes(verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) return matchesResource(rule, attributes);
  if (nonResourceURLs.length === 0) return true;
  return !isResourceRequest && nonResourceURLs.some((pattern) => matchesPath(pattern, path));
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1));
}

function matchesResource({ namespaces = [], resources = [] }: AuditRule, attributes: AuditedAttributes): boolean {
  if (!attributes.isResourceRequest) return false;
  // A cluster-scoped resource has an empty namespace.
  if (namespaces.length > 0 && !namespaces.includes(attributes.namespace)) return false;
  return resources.length === 0 || resources.some((each) => includesResource(each, attributes));
}

function includesResource(
  { group = "", resources = [], resourceNames = [] }: AuditedResources,
  attributes: AuditedAttributes,
): boolean {
  if (group !== attributes.group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(attributes.name)) return false;
  const { resource, subresource } = attributes;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const patterns = ["*", whole, `${resource}/*`, ...(subresource === "" ? [] : [`*/${subresource}`])];
  return resources.some((each) => patterns.includes(each));
}
