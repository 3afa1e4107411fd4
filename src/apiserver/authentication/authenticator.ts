/** Authenticates requests by bearer token: that of a user in a table, or of a service account. */
import type { ApiRequest } from "../http/api-request.js";
import type { StoredObjects, UserInfo } from "../resource.js";
import { unauthorizedError } from "../status-error.js";
import { checkSecretToken } from "./secret-tokens.js";
import { checkToken, type TokenIssuer, type TokenVerdict } from "./service-account-tokens.js";

export class Authenticator {
  /**
   * Users by their token. The time of a look-up reveals nothing about how much of a guess is right: the map compares tokens
   * whose hashes are equal, and each process hashes with a seed of its own.
   */
  readonly #users = new Map<string, UserInfo>();
  readonly #objects: StoredObjects;
  readonly #issuer: TokenIssuer;

  constructor(objects: StoredObjects, issuer: TokenIssuer) {
    this.#objects = objects;
    this.#issuer = issuer;
  }

  /** The issuer of the server's tokens. */
  get issuer(): TokenIssuer {
    return this.#issuer;
  }

  addUser(token: string, user: UserInfo): void {
    this.#users.set(token, user);
  }

  /** Returns the user of a request. Throws a 401 if the token is missing or unknown. */
  authenticate(authorizationHeader: string | undefined): UserInfo {
    const token = bearerToken(authorizationHeader ?? "");
    const verdict = token === undefined ? undefined : this.identify(token, [this.#issuer.issuer]);
    if (verdict?.kind !== "user") throw unauthorizedError();
    return verdict.user;
  }

  /** Returns the user of a token that is valid for one of the audiences. */
  identify(token: string, audiences: readonly string[]): TokenVerdict {
    const user = this.#users.get(token);
    if (user === undefined) {
      const bound = checkToken(token, audiences, this.#objects, this.#issuer);
      const verdict =
        bound.kind === "unknown" ? checkSecretToken(token, audiences, this.#objects, this.#issuer) : bound;
      return verdict.kind === "user" ? { ...verdict, user: withAuthenticatedGroup(verdict.user) } : verdict;
    }
    // A token of the table is valid for this server only.
    const common = audiences.filter((each) => each === this.#issuer.issuer);
    if (common.length === 0) return { kind: "unknown" };
    return { kind: "user", user: withAuthenticatedGroup(user), audiences: common };
  }
}

/** The user of a request without credentials. */
export const anonymous: UserInfo = { username: "system:anonymous", groups: ["system:unauthenticated"] };

/**
 * Returns whether a request has no credentials at all: invalid ones do not make it anonymous.
 * Source: k8s.io/apiserver/pkg/authentication/request/anonymous/anonymous.go.
 */
export function hasNoCredentials(request: Pick<ApiRequest, "headers" | "clientCertificates">): boolean {
  if (bearerToken(request.headers.authorization ?? "") !== undefined) return false;
  const { chain, isVerified } = request.clientCertificates();
  return chain.length === 0 || isVerified;
}

/** Source: k8s.io/apiserver/pkg/authentication/group/authenticated_group_adder.go. */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const group = "system:authenticated";
  const isKnown = user.username === anonymous.username || user.groups.includes("system:unauthenticated");
  return isKnown || user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}

/** Source: k8s.io/apiserver/pkg/authentication/request/bearertoken/bearertoken.go. */
export function bearerToken(header: string): string | undefined {
  const [scheme = "", token = ""] = header.trim().split(" ");
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}
