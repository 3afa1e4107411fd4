/** Decides whether the rules of a FlowSchema match a request. Source: k8s.io/apiserver/pkg/util/flowcontrol/rule.go. */
import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../k8s/flowcontrol/v1.js";
import type { RequestAttributes } from "../authorization/authorizer.js";
import { includesOrAll } from "../authorization/rule-matches.js";
import type { UserInfo } from "../resource.js";

/** The parts of a request that the rules of FlowSchemas read. */
export type FlowRequest = Omit<RequestAttributes, "name" | "version">;

export function doesFlowSchemaMatch({ rules = [] }: FlowSchemaSpec, request: FlowRequest): boolean {
  return rules.some((rule) => doesRuleMatch(rule, request));
}

function doesRuleMatch(
  { subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects,
  request: FlowRequest,
): boolean {
  if (!subjects.some((subject) => doesSubjectMatch(subject, request.user))) return false;
  return request.isResourceRequest
    ? resourceRules.some((rule) => doesResourceMatch(rule, request))
    : nonResourceRules.some((rule) => doesPathMatch(rule, request));
}

function doesSubjectMatch({ kind, user, group, serviceAccount }: Subject, { username, groups }: UserInfo): boolean {
  switch (kind) {
    case "User":
      return user !== undefined && (user.name === "*" || user.name === username);
    case "Group":
      return group !== undefined && (group.name === "*" || groups.includes(group.name));
    default: {
      if (serviceAccount === undefined) return false;
      const prefix = `system:serviceaccount:${serviceAccount.namespace}:`;
      return serviceAccount.name === "*" ? username.startsWith(prefix) : username === prefix + serviceAccount.name;
    }
  }
}

function doesResourceMatch(rule: ResourcePolicyRule, request: FlowRequest): boolean {
  const { verb, resource, subresource, group, namespace } = request;
  return (
    includesOrAll(rule.verbs, verb) &&
    includesOrAll(rule.resources, subresource === "" ? resource : `${resource}/${subresource}`) &&
    includesOrAll(rule.apiGroups, group) &&
    (namespace === "" ? rule.clusterScope === true : includesOrAll(rule.namespaces, namespace))
  );
}

function doesPathMatch({ verbs, nonResourceURLs }: NonResourcePolicyRule, { verb, path }: FlowRequest): boolean {
  return (
    includesOrAll(verbs, verb) &&
    nonResourceURLs.some((url) => {
      if (url === "*" || url === path) return true;
      const prefix = url.endsWith("*") ? url.slice(0, -1) : url;
      return path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
    })
  );
}
