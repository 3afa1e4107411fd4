/**
 * Impersonation: `Impersonate-User` and its related headers. RBAC must allow each of these headers.
 * Source: k8s.io/apiserver/pkg/endpoints/filters/impersonation/impersonation.go.
 */
import { compareText } from "../../core/compare-text.js";
import { quoteText } from "../../core/go-text.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { resourceAttributes, type Decide, type RequestAttributes } from "../authorization/authorizer.js";
import { forbiddenRequestError } from "../authorization/forbidden.js";
import type { DistinctHeaders } from "../http/api-request.js";
import { decodeExtraKey, decodeHeader } from "../http/header-text.js";
import type { UserInfo } from "../resource.js";
import { badRequestError } from "../status-error.js";
import { parseServiceAccountUsername, serviceAccountGroups } from "./service-account-names.js";

interface Impersonated {
  readonly user: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly uid: string;
}

/** Returns the user that the headers name, or else the requesting user; throws a 403 if no rule allows it. */
export async function impersonate(
  headers: DistinctHeaders,
  user: UserInfo,
  decide: Decide,
  version: KubernetesVersion,
): Promise<UserInfo> {
  const wanted = readHeaders(headers, version);
  if (wanted === undefined) return user;
  for (const attributes of questions(wanted, user)) {
    const { isAllowed, reason } = await decide(attributes);
    if (!isAllowed) throw forbiddenRequestError(attributes, reason);
  }
  return {
    username: wanted.user,
    groups: groupsOf(wanted),
    ...(wanted.uid === "" ? {} : { uid: wanted.uid }),
    extra: wanted.extra,
  };
}

const extraPrefix = "impersonate-extra-";

function readHeaders(headers: DistinctHeaders, version: KubernetesVersion): Impersonated | undefined {
  const extra: Record<string, readonly string[]> = {};
  for (const [name, values = []] of Object.entries(headers)) {
    if (name.startsWith(extraPrefix)) extra[decodeExtraKey(name.slice(extraPrefix.length))] = values.map(decodeHeader);
  }
  const wanted: Impersonated = {
    user: decodeHeader(headers["impersonate-user"]?.[0] ?? ""),
    groups: (headers["impersonate-group"] ?? []).map(decodeHeader),
    extra,
    uid: decodeHeader(headers["impersonate-uid"]?.[0] ?? ""),
  };
  if (wanted.user !== "") return wanted;
  const others = describe(wanted);
  if (others.length === 0) return undefined;
  throw badRequestError(
    isSince(version, "1.37")
      ? `requested ${describeUser(wanted)} without impersonating a user name`
      : `requested [${others.join(" ")}] without impersonating a user`,
  );
}

/** Formats the user as Go prints it since 1.36. Source: constrained_impersonation.go in the same folder. */
function describeUser({ groups, extra, uid }: Impersonated): string {
  const list = (values: readonly string[]): string => `[]string{${values.map(quoteText).join(", ")}}`;
  const keys = Object.keys(extra).sort(compareText);
  const map = `{${keys.map((key) => `${quoteText(key)}:${list(extra[key] ?? [])}`).join(", ")}}`;
  const shownGroups = groups.length === 0 ? "[]string(nil)" : list(groups);
  const shownExtra = `map[string][]string${keys.length === 0 ? "(nil)" : map}`;
  return `&user.DefaultInfo{Name:"", UID:${quoteText(uid)}, Groups:${shownGroups}, Extra:${shownExtra}}`;
}

/** Formats the references that the API server creates from the headers, as Go prints them. */
function describe({ groups, extra, uid }: Impersonated): string[] {
  const version = "authentication.k8s.io/v1";
  return [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((each) => `{UserExtra  ${each}  ${version}  ${key}}`),
    ),
    ...(uid === "" ? [] : [`{UID  ${uid}  ${version}  }`]),
  ];
}

function questions({ user: wanted, groups, extra, uid }: Impersonated, user: UserInfo): RequestAttributes[] {
  const ask = (given: Partial<RequestAttributes>): RequestAttributes =>
    resourceAttributes(user, { ...given, verb: "impersonate" });
  const account = parseServiceAccountUsername(wanted);
  const ofGroup = { group: "authentication.k8s.io", version: "v1" };
  return [
    account === undefined
      ? ask({ version: "v1", resource: "users", name: wanted })
      : ask({ version: "v1", resource: "serviceaccounts", ...account }),
    ...groups.map((name) => ask({ version: "v1", resource: "groups", name })),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map((name) => ask({ ...ofGroup, resource: "userextras", subresource, name })),
    ),
    ...(uid === "" ? [] : [ask({ ...ofGroup, resource: "uids", name: uid })]),
  ];
}

/** Named groups replace all groups except those that every user has. */
function groupsOf({ user, groups }: Impersonated): readonly string[] {
  const account = parseServiceAccountUsername(user);
  const own = groups.length === 0 && account !== undefined ? serviceAccountGroups(account.namespace) : groups;
  if (user === "system:anonymous") return withGroup(own, "system:unauthenticated");
  return own.includes("system:unauthenticated") ? own : withGroup(own, "system:authenticated");
}

function withGroup(groups: readonly string[], group: string): readonly string[] {
  return groups.includes(group) ? groups : [...groups, group];
}
