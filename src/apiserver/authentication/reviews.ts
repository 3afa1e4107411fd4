/** TokenReview and SelfSubjectReview. Source: k8s.io/kubernetes/pkg/registry/authentication. */
import { isJsonObject, type JsonObject } from "../../core/json.js";
import { timeText } from "../objects/write.js";
import type { UserInfo } from "../resource.js";
import { badRequestError } from "../status-error.js";
import type { Authenticator } from "./authenticator.js";
import type { ReviewHandler } from "./review-request.js";
import type { TokenVerdict } from "./service-account-tokens.js";

export function tokenReview(authenticator: Authenticator): ReviewHandler {
  return async ({ object, admit }) => {
    const spec = isJsonObject(object["spec"]) ? object["spec"] : {};
    const { token, audiences } = spec;
    if (typeof token !== "string" || token === "") {
      throw badRequestError("token is required for TokenReview in authentication");
    }
    await admit(object);
    const wanted = Array.isArray(audiences) ? audiences.filter((each) => typeof each === "string") : [];
    const verdict = authenticator.identify(token, wanted.length === 0 ? [authenticator.issuer.issuer] : wanted);
    return { ...object, status: statusOf(verdict) };
  };
}

function statusOf(verdict: TokenVerdict): JsonObject {
  switch (verdict.kind) {
    case "user":
      return { authenticated: true, user: showUser(verdict.user), audiences: [...verdict.audiences] };
    case "refused":
      return { user: {}, error: `[invalid bearer token, ${verdict.message}]` };
    case "unknown":
      return { user: {}, error: "invalid bearer token" };
  }
}

export function selfSubjectReview(clock: { now(): number }): ReviewHandler {
  return async ({ object, user, admit }) => {
    await admit(object);
    const { apiVersion, kind } = object;
    return {
      apiVersion,
      kind,
      metadata: { creationTimestamp: timeText(clock.now()) },
      status: { userInfo: showUser(user) },
    };
  };
}

/** Formats the user as a UserInfo of authentication.k8s.io/v1. */
export function showUser({ username, uid = "", groups, extra = {} }: UserInfo): JsonObject {
  const entries = Object.entries(extra).map(([key, values]): [string, string[]] => [key, [...values]]);
  return {
    ...(username === "" ? {} : { username }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(entries.length === 0 ? {} : { extra: Object.fromEntries(entries) }),
  };
}
