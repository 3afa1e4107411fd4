/** Decides whether a rule of a role allows a request. Source: k8s.io/kubernetes/pkg/apis/rbac/v1/evaluation_helpers.go. */
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import type { RequestAttributes } from "./authorizer.js";

export function doesRuleAllow(rule: PolicyRule, attributes: RequestAttributes): boolean {
  if (!includesOrAll(rule.verbs, attributes.verb)) return false;
  if (!attributes.isResourceRequest) {
    return rule.nonResourceURLs?.some((pattern) => doesPathMatch(pattern, attributes.path)) ?? false;
  }
  return (
    includesOrAll(rule.apiGroups, attributes.group) &&
    doResourcesMatch(rule.resources, attributes) &&
    doNamesMatch(rule.resourceNames, attributes.name)
  );
}

/** Matches a path: `/healthz/*` matches every path with this prefix; several stars at the end count as one. */
export function doesPathMatch(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/(?<!\*)\*+$/, ""));
}

export function includesOrAll(list: readonly string[] | undefined, wanted: string): boolean {
  return list !== undefined && (list.includes("*") || list.includes(wanted));
}

function doResourcesMatch(
  list: readonly string[] | undefined,
  { resource, subresource }: Pick<RequestAttributes, "resource" | "subresource">,
): boolean {
  if (subresource === "") return includesOrAll(list, resource);
  return includesOrAll(list, `${resource}/${subresource}`) || (list?.includes(`*/${subresource}`) ?? false);
}

function doNamesMatch(list: readonly string[] | undefined, name: string): boolean {
  return list === undefined || list.length === 0 || list.includes(name);
}
