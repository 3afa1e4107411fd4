/**
 * Impersonation: `Impersonate-User` and its related headers. RBAC must allow each of these headers.
 * Source: k8s.io/apiserver/pkg/endpoints/filters/impersonation.
 */
import { compareText } from "../../core/compare-text.js";
import { quoteText } from "../../core/go-text.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { defined } from "../../core/defined.js";
import type { Decide, RequestAttributes } from "../authorization/authorizer.js";
import type { DistinctHeaders } from "../http/api-request.js";
import { decodeExtraKey, decodeHeader } from "../http/header-text.js";
import type { UserInfo } from "../resource.js";
import { badRequestError, StatusError } from "../status-error.js";
import { constrainedModes, legacyMode, type Mode } from "./impersonation-modes.js";

/** The user that the headers of a request name. */
export interface Impersonated {
  readonly user: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly uid: string;
}

/** The user that a request acts as. */
export interface ActingUser {
  readonly user: UserInfo;
  /** The verb that allowed the impersonation; undefined for `impersonate`. */
  readonly constraint?: string;
}

export interface ImpersonatorParts {
  readonly decide: Decide;
  readonly version: KubernetesVersion;
  /** Whether the verbs `impersonate:MODE` and `impersonate-on:MODE:VERB` count (ConstrainedImpersonation). */
  readonly isConstrained: boolean;
}

/** How many users the server remembers with the mode of their last impersonation. */
const mostRemembered = 10_000;

/** Finds the users that requests impersonate. */
export class Impersonator {
  readonly #parts: ImpersonatorParts;
  readonly #modes: readonly Mode[];
  /** The mode in which a user last impersonated another one: it is tried first, so its error counts. */
  readonly #lastModes = new Map<string, Mode>();

  constructor(parts: ImpersonatorParts) {
    this.#parts = parts;
    const { isConstrained } = parts;
    this.#modes = [...(isConstrained ? constrainedModes : []), legacyMode(isConstrained)];
  }

  /** Returns the user that the headers name, or else undefined; throws a 403 if no rule allows it. */
  async impersonate(headers: DistinctHeaders, attributes: RequestAttributes): Promise<ActingUser | undefined> {
    const wanted = readHeaders(headers, this.#parts.version);
    if (wanted === undefined) return undefined;
    const { username } = attributes.user;
    const last = this.#lastModes.get(username);
    const inOrder = last === undefined ? this.#modes : [last, ...this.#modes.filter((mode) => mode !== last)];
    let refusal: unknown;
    for (const mode of inOrder.filter(({ fits }) => fits(wanted, attributes.user))) {
      try {
        await mode.check(wanted, attributes, this.#parts.decide);
        this.#remember(username, mode);
        return { user: userOf(wanted, mode.groupsOf(wanted)), ...defined({ constraint: mode.constraint }) };
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  #remember(username: string, mode: Mode): void {
    this.#lastModes.delete(username);
    this.#lastModes.set(username, mode);
    const [oldest] = this.#lastModes.keys();
    if (oldest !== undefined && this.#lastModes.size > mostRemembered) this.#lastModes.delete(oldest);
  }
}

function userOf(wanted: Impersonated, groups: readonly string[]): UserInfo {
  return {
    username: wanted.user,
    groups: withCommonGroups(wanted.user, groups),
    ...(wanted.uid === "" ? {} : { uid: wanted.uid }),
    extra: wanted.extra,
  };
}

const prefix = "impersonate-";
const extraPrefix = `${prefix}extra-`;

function readHeaders(headers: DistinctHeaders, version: KubernetesVersion): Impersonated | undefined {
  const names = Object.keys(headers).filter((name) => name.startsWith(prefix));
  if (names.length === 0) return undefined;
  const extra: Record<string, readonly string[]> = {};
  for (const name of names) {
    if (!name.startsWith(extraPrefix)) continue;
    extra[decodeExtraKey(name.slice(extraPrefix.length))] = (headers[name] ?? []).map(decodeHeader);
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

/** Adds the group that every user has. */
function withCommonGroups(user: string, own: readonly string[]): readonly string[] {
  if (user === "system:anonymous") return withGroup(own, "system:unauthenticated");
  return own.includes("system:unauthenticated") ? own : withGroup(own, "system:authenticated");
}

function withGroup(groups: readonly string[], group: string): readonly string[] {
  return groups.includes(group) ? groups : [...groups, group];
}
