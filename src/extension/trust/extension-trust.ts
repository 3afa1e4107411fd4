/**
 * Whom an extension API server trusts, from the ConfigMap in which the main API server says it.
 * Source: k8s.io/apiserver/pkg/server/options/authentication_dynamic_request_header.go.
 */
import type { ConfigMap } from "../../k8s/core/v1.js";

export const trustKey = { namespace: "kube-system", name: "extension-apiserver-authentication" };

export interface ExtensionTrust {
  /** The authorities of the users' certificates, in PEM. Absent: users have none. */
  readonly clientCa: string | undefined;
  /** Absent: the main API server does not identify itself, so no client may name a user. */
  readonly requestHeader: RequestHeaderTrust | undefined;
}

/** The clients that may name a user in headers, and the names of these headers. */
export interface RequestHeaderTrust {
  /** In PEM. */
  readonly ca: string;
  /** The common names of the certificates that may; empty: all of the authority. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraPrefixes: readonly string[];
}

/** Returns the reason as a text if the ConfigMap is invalid. */
export function readExtensionTrust({ data = {} }: Pick<ConfigMap, "data">): ExtensionTrust | string {
  const clientCa = data["client-ca-file"] === "" ? undefined : data["client-ca-file"];
  const ca = data["requestheader-client-ca-file"] ?? "";
  if (ca === "") return { clientCa, requestHeader: undefined };
  const lists = listKeys.map((key) => readNames(data[key]));
  const wrong = listKeys.filter((_, index) => lists[index] === undefined);
  if (wrong.length > 0) return `${wrong.join(", ")}: expected a list of texts in JSON`;
  const [allowedNames = [], usernameHeaders = [], uidHeaders = [], groupHeaders = [], extraPrefixes = []] = lists;
  return { clientCa, requestHeader: { ca, allowedNames, usernameHeaders, uidHeaders, groupHeaders, extraPrefixes } };
}

const listKeys = [
  "requestheader-allowed-names",
  "requestheader-username-headers",
  "requestheader-uid-headers",
  "requestheader-group-headers",
  "requestheader-extra-headers-prefix",
];

/** Returns undefined if the text is not a list of texts. */
function readNames(text = ""): readonly string[] | undefined {
  if (text === "") return [];
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
  } catch {
    return undefined;
  }
}
