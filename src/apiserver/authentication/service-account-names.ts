/** The user names of service accounts. Source: k8s.io/apiserver/pkg/authentication/serviceaccount/util.go. */
import { isLabel, isSubdomain } from "../../core/name-forms.js";

const prefix = "system:serviceaccount:";

export function serviceAccountUsername(namespace: string, name: string): string {
  return `${prefix}${namespace}:${name}`;
}

export function serviceAccountGroups(namespace: string): string[] {
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** Returns undefined if the user name is not a valid name of a service account. */
export function parseServiceAccountUsername(username: string): { namespace: string; name: string } | undefined {
  if (!username.startsWith(prefix)) return undefined;
  const [namespace = "", name = "", ...others] = username.slice(prefix.length).split(":");
  if (others.length > 0 || !isLabel(namespace) || !isSubdomain(name)) return undefined;
  return { namespace, name };
}
