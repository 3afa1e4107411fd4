/**
 * The meaning of a URL.
 * Source: k8s.io/apiserver/pkg/endpoints/request/requestinfo.go.
 */
import { PlainRefusal } from "./plain-refusal.js";
import { flagField } from "./query-fields.js";
import type { RequestUrl } from "./request-url.js";

export interface RequestInfo {
  readonly path: string;
  /** Whether the URL names an API object; otherwise only the path is set (`/healthz`, `/apis/apps/v1`). */
  readonly isResourceRequest: boolean;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; otherwise the method in lower case. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** The rest of the path after the subresource, as in `services/x/proxy/…`. */
  readonly rest: readonly string[];
}

const verbsByMethod: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Subresources of a namespace itself; other words after a namespace's name are resources in it. */
const namespaceSubresources = new Set(["status", "finalize"]);

/**
 * @param path - decoded
 * @throws PlainRefusal 500 for a path that ends before the resource
 */
export function readRequestInfo(method: string, { pathname: path, searchParams, target }: RequestUrl): RequestInfo {
  const [prefix = "", ...parts] = path.replaceAll(/^\/+|(?<!\/)\/+$/g, "").split("/");
  const groupLength = prefix === "api" ? 1 : prefix === "apis" ? 2 : undefined;
  if (groupLength === undefined || parts.length <= groupLength) {
    return { ...emptyInfo, path, verb: method.toLowerCase() };
  }
  const [group = "", version = ""] = groupLength === 1 ? ["", parts[0]] : parts;
  const rest = parts.slice(groupLength);
  const special = rest[0] === "watch" || rest[0] === "proxy" ? rest[0] : undefined;
  if (special !== undefined && rest.length < 2) throw unreadable(target);
  const place = placeOf(special === undefined ? rest : rest.slice(1), special !== undefined);
  const known = { path, isResourceRequest: true, group, version, ...place };
  const verb = special ?? verbsByMethod[method] ?? "";
  if (place.name !== "") return { ...known, verb };
  if (verb === "delete") return { ...known, verb: "deletecollection" };
  if (verb !== "get") return { ...known, verb };
  const listVerb = flagField(searchParams, "watch") === true ? "watch" : "list";
  return { ...known, verb: listVerb, name: nameInSelector(searchParams) ?? "" };
}

const emptyInfo = {
  isResourceRequest: false,
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  rest: [],
} as const;

function placeOf(
  parts: readonly string[],
  hasSpecialVerb: boolean,
): Pick<RequestInfo, "namespace" | "resource" | "subresource" | "name" | "rest"> {
  const [first = "", namespace = "", resource] = parts;
  const isInNamespace = first === "namespaces" && resource !== undefined && !namespaceSubresources.has(resource);
  const inner = isInNamespace ? parts.slice(2) : parts;
  const [plural = "", name = "", third, ...rest] = inner;
  // A namespace counts as being in itself, so that roles in the namespace apply to it.
  const own = first === "namespaces" ? namespace : "";
  const subresource = hasSpecialVerb ? "" : (third ?? "");
  return { namespace: own, resource: plural, name, subresource, rest: hasSpecialVerb ? inner.slice(2) : rest };
}

/** Returns the name in a field selector: a list of one object by its name counts as access to that object. */
function nameInSelector(query: URLSearchParams): string | undefined {
  const name = /(?:^|,)metadata\.name==?([^,=]+)(?:,|$)/.exec(query.get("fieldSelector") ?? "")?.[1];
  return name === "." || name === ".." || name?.includes("/") === true || name?.includes("%") === true
    ? undefined
    : name;
}

function unreadable(target: string): PlainRefusal {
  const why = `failed to create RequestInfo: unable to determine kind and namespace from url, ${target}`;
  const text = `Internal Server Error: ${JSON.stringify(target)}: ${why}\n`;
  return new PlainRefusal(500, text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
}
