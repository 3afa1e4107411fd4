/** The user whom a trusted proxy names. Source: k8s.io/apiserver/pkg/authentication/request/headerrequest/requestheader.go. */
import type { DistinctHeaders } from "../../apiserver/http/api-request.js";
import { decodeExtraKey, decodeHeader } from "../../apiserver/http/header-text.js";
import type { UserInfo } from "../../apiserver/resource.js";
import { setOwn } from "../../core/own-members.js";
import type { RequestHeaderTrust } from "./extension-trust.js";

/** Returns undefined if no header names a user. */
export function requestHeaderUser(headers: DistinctHeaders, trust: RequestHeaderTrust): UserInfo | undefined {
  const valuesOf = (names: readonly string[]): string[] =>
    names
      .flatMap((name) => headers[name.toLowerCase()] ?? [])
      .filter((value) => value !== "")
      .map(decodeHeader);
  const [username] = valuesOf(trust.usernameHeaders);
  if (username === undefined) return undefined;
  const [uid] = valuesOf(trust.uidHeaders);
  const groups = valuesOf(trust.groupHeaders);
  return { username, groups, extra: extraOf(headers, trust), ...(uid === undefined ? {} : { uid }) };
}

function extraOf(headers: DistinctHeaders, { extraPrefixes }: RequestHeaderTrust): Record<string, readonly string[]> {
  const extra = new Map<string, readonly string[]>();
  for (const prefix of extraPrefixes.map((each) => each.toLowerCase())) {
    // Node writes the names of headers in lower case.
    for (const [name, values = []] of Object.entries(headers)) {
      if (!name.startsWith(prefix)) continue;
      const key = decodeExtraKey(name.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...values.map(decodeHeader)]);
    }
  }
  const result: Record<string, readonly string[]> = {};
  for (const [key, values] of extra) setOwn(result, key, values);
  return result;
}
