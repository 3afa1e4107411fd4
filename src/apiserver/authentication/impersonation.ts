/**
 * Impersonation: `Impersonate-User` and its related headers. RBAC must allow each of these headers.
 * Source: k8s.io/apiserver/pkg/endpoints/filters/impersonation/impersonation.go.
 */
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
export async function impersonate(headers: DistinctHeaders, user: UserInfo, decide: Decide): Promise<UserInfo> {
  const wanted = readHeaders(headers);
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

function readHeaders(headers: DistinctHeaders): Impersonated | undefined {
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
  if (others.length > 0) throw badRequestError(`requested [${others.join(" ")}] without impersonating a user`);
  return undefined;
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
