import { readTarget } from "../../core/request-target.js";

/** The attributes of an HTTP request to an API server. */
export interface RequestAttributes {
  readonly verb: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name; empty for a path without a resource, such as `/version`. */
  readonly resource: string;
  /** The namespace; empty if there is none. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

const collectionVerbs: Readonly<Record<string, string>> = { GET: "list", POST: "create", DELETE: "deletecollection" };
const objectVerbs: Readonly<Record<string, string>> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Source: k8s.io/apiserver/pkg/endpoints/request/requestinfo.go. */
export function readRequest(method: string, url: string): RequestAttributes {
  const target = readTarget(url);
  const segments = (target?.pathname ?? "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decode);
  const [root] = segments;
  const [group = "", version = "", ...rest] =
    root === "api" ? ["", ...segments.slice(1)] : root === "apis" ? segments.slice(1) : [];
  // `namespaces/NAME` and its subresources are the Namespace itself.
  const isInside = rest[0] === "namespaces" && rest.length > 2 && !["status", "finalize"].includes(rest[2] ?? "");
  const [resource = "", name = "", ...subresource] = isInside ? rest.slice(2) : rest;
  const namespace = isInside ? (rest[1] ?? "") : "";
  const verb = (name === "" ? collectionVerbs : objectVerbs)[method] ?? method.toLowerCase();
  const isWatch = method === "GET" && ["true", "1"].includes(target?.searchParams.get("watch") ?? "");
  return {
    verb: isWatch ? "watch" : verb,
    ...{ group, version, resource, namespace, name },
    subresource: subresource.join("/"),
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
