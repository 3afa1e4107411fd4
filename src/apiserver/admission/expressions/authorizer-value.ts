/** `authorizer` in an expression. Source: k8s.io/apiserver/pkg/cel/library/authz.go. */
import { isLabel, isSubdomain } from "../../../core/name-forms.js";
import { errorOf, type HostValue, type Value } from "../../../cel/values.js";
import { serviceAccountGroups, serviceAccountUsername } from "../../authentication/service-account-names.js";
import {
  pathAttributes,
  resourceAttributes,
  type AuthorizationDecision,
  type Authorizer,
  type RequestAttributes,
} from "../../authorization/authorizer.js";
import type { AdmissionAttributes, UserInfo } from "../../resource.js";
import { namespaceOf } from "../request-target.js";

type Members = Readonly<Record<string, (...args: Value[]) => Value | undefined>>;

export function authorizerValue(user: UserInfo, authorizer: Authorizer): HostValue {
  return hostOf("Authorizer", {
    path: onText((path) => {
      if (path.trim() === "") return errorOf("path must not be empty");
      return hostOf("PathCheck", {
        check: onText((verb) => decisionValue(authorizer.authorize(pathAttributes(user, verb, path)))),
      });
    }),
    group: onText((group) => groupCheck(user, authorizer, group)),
    serviceAccount: (namespace, name) => {
      if (typeof namespace !== "string" || typeof name !== "string") return undefined;
      if (!isSubdomain(name)) return errorOf("Invalid service account name");
      if (!isLabel(namespace)) return errorOf("Invalid service account namespace");
      const username = serviceAccountUsername(namespace, name);
      return authorizerValue({ username, groups: serviceAccountGroups(namespace) }, authorizer);
    },
  });
}

/** Returns `authorizer.requestResource`: the resource of the request itself. */
export function requestResourceValue(attributes: AdmissionAttributes, authorizer: Authorizer): HostValue {
  const { user, resource, subresource, name } = attributes;
  const target = { group: resource.group, resource: resource.resource, subresource, name };
  return resourceCheck(user, authorizer, { ...target, namespace: namespaceOf(attributes) });
}

function groupCheck(user: UserInfo, authorizer: Authorizer, group: string): HostValue {
  return hostOf("GroupCheck", {
    resource: onText((resource) => {
      if (resource.trim() === "") return errorOf("resource must not be empty");
      return resourceCheck(user, authorizer, { group, resource, subresource: "", namespace: "", name: "" });
    }),
  });
}

type CheckedResource = Pick<RequestAttributes, "group" | "resource" | "subresource" | "namespace" | "name">;

function resourceCheck(user: UserInfo, authorizer: Authorizer, target: CheckedResource): HostValue {
  const narrowed = (more: Partial<CheckedResource>): HostValue =>
    resourceCheck(user, authorizer, { ...target, ...more });
  return hostOf("ResourceCheck", {
    subresource: onText((subresource) => narrowed({ subresource })),
    namespace: onText((namespace) => narrowed({ namespace })),
    name: onText((name) => narrowed({ name })),
    // RBAC ignores selectors.
    fieldSelector: onText(() => narrowed({})),
    labelSelector: onText(() => narrowed({})),
    check: onText((verb) =>
      decisionValue(authorizer.authorize(resourceAttributes(user, { ...target, version: "*", verb }))),
    ),
  });
}

function decisionValue({ isAllowed, reason }: AuthorizationDecision): HostValue {
  return hostOf("Decision", {
    allowed: () => isAllowed,
    reason: () => reason,
    errored: () => false,
    error: () => "",
  });
}

function hostOf(type: string, members: Members): HostValue {
  return {
    kind: "host",
    type: `kubernetes.authorization.${type}`,
    call: (name, args) => (Object.hasOwn(members, name) ? members[name]?.(...args) : undefined),
  };
}

function onText(use: (text: string) => Value): (value?: Value) => Value | undefined {
  return (value) => (typeof value === "string" ? use(value) : undefined);
}
