/**
 * Decides whether a rule of a webhook or a policy matches a request.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go and plugin/policy/matching/matching.go.
 */
import type { NamedRuleWithOperations } from "../../../k8s/admissionregistration/v1.js";
import { includesOrAll } from "../../authorization/rule-matches.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { isNamespaceResource } from "../request-target.js";

/** Returns the resource that a rule matches: the request's own, or with `Equivalent` another version of the kind. */
export function findMatch(
  rules: readonly NamedRuleWithOperations[],
  attributes: AdmissionAttributes,
  matchPolicy: string | undefined,
  resources: () => readonly ServedResource[],
): ServedResource | undefined {
  const { resource } = attributes;
  if (rules.some((rule) => doesMatch(rule, attributes, resource))) return resource;
  if (matchPolicy !== "Equivalent") return undefined;
  const others = equivalentsOf(resource, resources());
  for (const rule of rules) {
    const other = others.find((each) => doesMatch(rule, attributes, each));
    if (other !== undefined) return other;
  }
  return undefined;
}

function equivalentsOf(resource: ServedResource, all: readonly ServedResource[]): readonly ServedResource[] {
  return all.filter((each) => each !== resource && each.storageKey === resource.storageKey);
}

function doesMatch(rule: NamedRuleWithOperations, attributes: AdmissionAttributes, resource: ServedResource): boolean {
  return (
    isInScope(rule.scope, attributes) &&
    includesOrAll(rule.operations, attributes.operation) &&
    includesOrAll(rule.apiGroups, resource.group) &&
    includesOrAll(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((pattern) => doesNameMatch(pattern, resource.resource, attributes.subresource)) &&
    (rule.resourceNames === undefined ||
      rule.resourceNames.length === 0 ||
      rule.resourceNames.includes(attributes.name))
  );
}

function isInScope(scope: string | undefined, { resource, namespace }: AdmissionAttributes): boolean {
  if (scope === undefined || scope === "*") return true;
  const isOfCluster = isNamespaceResource(resource) || namespace === "";
  return scope === "Cluster" ? isOfCluster : scope === "Namespaced" && !isOfCluster;
}

// `pods`, `pods/*`, `*` (no subresources), a star before `/scale`, stars on both sides.
function doesNameMatch(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf("/");
  const [name, sub] = slash === -1 ? [pattern, ""] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (name === "*" || name === resource) && (sub === "*" || sub === subresource);
}
