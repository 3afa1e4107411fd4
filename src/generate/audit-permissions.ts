/** Compares the permissions of the roles with the permissions that tags and code require. */
import { isJsonObject, type JsonValue } from "../core/json.js";
import type { SourceLocation } from "../core/source-location.js";
import type { Diagnostic } from "../core/diagnostic.js";
import type { Model } from "../model/model.js";
import { Patterns } from "../schema/patterns.js";
import { buildCrds } from "./crd.js";
import type { ManifestsOptions } from "./manifests.js";
import type { Cause, NamedRule } from "./inferred-rules.js";
import { collectRules, collectServerRules } from "./rbac.js";
import { Reporter } from "./reporter.js";

/** One verb on one resource. */
export interface Permission {
  /** Empty for the whole cluster. */
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

export interface Need extends Permission {
  readonly causes: readonly Cause[];
}

export interface PermissionAudit {
  /** Every permission that tags or code require. */
  readonly needs: readonly Need[];
  /** The required permissions that no role grants. */
  readonly missing: readonly Need[];
  /** The permissions that a tag requires, but no code. */
  readonly unused: readonly Need[];
  /** The permissions that a role grants, but neither tags nor code require. */
  readonly unexplained: readonly Permission[];
}

/**
 * Ignores rules for URLs and for objects by name, because the code does not reveal them.
 *
 * @param speaking - the locations of tags that declare permissions of code that tsop cannot analyze
 */
function auditPermissions(
  rules: readonly NamedRule[],
  roles: readonly JsonValue[],
  speaking: readonly SourceLocation[],
): PermissionAudit {
  const needs = collectNeeds(rules.filter(({ rule }) => rule.resourceNames.length === 0));
  const granted = roles.flatMap(permissionsOf);
  const inferred = needs.filter(({ causes }) => causes.some(({ kind }) => kind === "inferred"));
  const isSpeaking = ({ at }: Cause): boolean =>
    speaking.some(({ file, line, column }) => at.file === file && at.line === line && at.column === column);
  return {
    needs,
    missing: needs.filter((need) => !granted.some((each) => covers(each, need))),
    unused: needs.filter(
      (need) => !need.causes.some(isSpeaking) && !inferred.some((each) => covers(need, each) || covers(each, need)),
    ),
    unexplained: granted.filter((each) => !needs.some((need) => covers(need, each))),
  };
}

/** Audits a project's sources against the documents of its roles, and reports faults of the sources. */
export function auditModel(
  model: Model,
  { namespaced, projectName, crds: settings }: Pick<ManifestsOptions, "namespaced" | "projectName" | "crds">,
  roles: readonly JsonValue[],
): { readonly audit: PermissionAudit; readonly diagnostics: readonly Diagnostic[] } {
  const reporter = new Reporter();
  const crds = buildCrds(
    { reporter, patterns: new Patterns(), settings: settings ?? {}, converted: new Set() },
    model.kinds,
  );
  const namespace = namespaced ? `${projectName}-system` : undefined;
  const rules = collectRules(reporter, model, crds, namespace);
  return { audit: auditPermissions(rules, roles, model.speaking), diagnostics: reporter.diagnostics };
}

/** Audits the sources of the extension API server. @param model - the operator's, which has the project's kinds */
export function auditServer(
  server: Model,
  model: Pick<Model, "kinds">,
  roles: readonly JsonValue[],
): ReturnType<typeof auditModel> {
  const reporter = new Reporter();
  const crds = buildCrds({ reporter, patterns: new Patterns(), settings: {}, converted: new Set() }, model.kinds);
  const rules = collectServerRules(reporter, server, crds);
  return { audit: auditPermissions(rules, roles, server.speaking), diagnostics: reporter.diagnostics };
}

function collectNeeds(rules: readonly NamedRule[]): Need[] {
  const needs = new Map<string, Need>();
  for (const { namespace, rule, cause } of rules) {
    const groups = rule.groups.map((group) => (group === "core" ? "" : group));
    for (const permission of expand(namespace, groups, rule.resources, rule.verbs)) {
      const key = JSON.stringify(permission);
      const known = needs.get(key);
      needs.set(key, { ...permission, causes: [...(known?.causes ?? []), cause] });
    }
  }
  return [...needs.values()];
}

function expand(
  namespace: string,
  groups: readonly string[],
  resources: readonly string[],
  verbs: readonly string[],
): Permission[] {
  return groups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => ({ namespace, group, resource, verb }))),
  );
}

function covers(wide: Permission, narrow: Permission): boolean {
  const fits = (one: string, other: string): boolean => one === "*" || one === other;
  return (
    (wide.namespace === "" || wide.namespace === narrow.namespace) &&
    fits(wide.group, narrow.group) &&
    fits(wide.resource, narrow.resource) &&
    fits(wide.verb, narrow.verb)
  );
}

/** Returns the permissions of a Role or ClusterRole in a file; other documents grant nothing. */
function permissionsOf(role: JsonValue): Permission[] {
  const { metadata, rules } = objectOf(role);
  const { namespace } = objectOf(metadata);
  return listOf(rules).flatMap((rule) => {
    const { apiGroups, resources, resourceNames, verbs } = objectOf(rule);
    if (listOf(resourceNames).length > 0) return [];
    return expand(typeof namespace === "string" ? namespace : "", words(apiGroups), words(resources), words(verbs));
  });
}

function words(value: JsonValue | undefined): string[] {
  return listOf(value).filter((word) => typeof word === "string");
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function objectOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue | undefined>> {
  return isJsonObject(value) ? value : {};
}
