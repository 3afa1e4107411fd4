/**
 * How a request counts in the metrics.
 * Source: k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (MonitorRequest, CleanScope, CanonicalVerb, CleanVerb).
 */
import { wantsAggregated } from "../discovery/discovery-media-type.js";
import type { ApiRequest } from "../http/api-request.js";
import { flagField } from "../http/query-fields.js";
import type { RequestInfo } from "../http/request-info.js";
import type { RequestUrl } from "../http/request-url.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

/** All values come from bounded sets: only resources that the server serves have labels. */
export interface RequestLabels {
  readonly component: string;
  readonly group: string;
  readonly resource: string;
  readonly scope: string;
  readonly subresource: string;
  readonly verb: string;
  readonly version: string;
}

export type CountedRequest = Pick<ApiRequest, "method" | "headers">;

const knownVerbs = new Set(["APPLY", "CONNECT", "DELETE", "GET", "LIST", "PATCH", "POST", "PUT", "WATCH"]);
const connectSubresources = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Returns the labels of a request for a resource, whose path exists. */
export function resourceLabels(
  request: CountedRequest,
  { searchParams }: RequestUrl,
  info: RequestInfo,
  served: ServedResource,
): RequestLabels {
  const { subresource } = info;
  const { group, version, resource } = served;
  // Only the handler of custom resources regards a name in a field selector.
  const isOfMany = info.verb === "list" || info.verb === "watch" || info.verb === "deletecollection";
  const scope = scopeOf(isBuiltIn(served) && isOfMany ? { ...info, name: nameInPath(info) } : info);
  const verb = verbOf(request, searchParams, info, scope);
  return { component: "apiserver", group, resource, scope, subresource, verb, version };
}

/** Returns the labels of a request that runs for long. */
export function longLabels(
  { method }: CountedRequest,
  { searchParams }: RequestUrl,
  info: RequestInfo,
  labels: RequestLabels,
): RequestLabels {
  const scope = scopeOf(info);
  const isAsked = method === "GET" && flagField(searchParams, "watch") === true;
  // A watch by its old path counts as a list, as in kube-apiserver.
  const verb = labels.verb !== "WATCH" || isAsked ? labels.verb : canonicalVerb(method, scope);
  return { ...labels, scope, verb };
}

/** Returns undefined for a path that kube-apiserver does not count. */
export function pathLabels({ method, headers }: CountedRequest, { pathname }: RequestUrl): RequestLabels | undefined {
  const path = pathname.replace(/(?<=.)\/$/, "");
  const labels = { group: "", resource: "", scope: "", verb: canonicalVerb(method, ""), version: "" };
  if (path === "/healthz" || path === "/livez" || path === "/readyz") {
    return { component: "", ...labels, subresource: path };
  }
  if (path === "/openapi/v3") return { component: "", ...labels, subresource: "openapi/v3" };
  if (path.startsWith("/openapi/v3/")) return { component: "", ...labels, subresource: "openapi/v3/" };
  const isRoot = path === "/api" || path === "/apis";
  if (!isRoot || !wantsAggregated(headers.accept)) return undefined;
  return { component: "apiserver", ...labels, subresource: path.slice(1) };
}

/** A watch by its old path may name an object. */
function nameInPath({ name, path }: RequestInfo): string {
  return path.split("/").includes(name) ? name : "";
}

function scopeOf({ name, verb, namespace }: Pick<RequestInfo, "name" | "verb" | "namespace">): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

function verbOf({ method, headers }: CountedRequest, query: URLSearchParams, info: RequestInfo, scope: string): string {
  if (connectSubresources.has(info.subresource)) return "CONNECT";
  if (info.verb === "watch" || (method === "GET" && flagField(query, "watch") === true)) return "WATCH";
  if (method === "PATCH" && headers["content-type"] === "application/apply-patch+yaml") return "APPLY";
  return canonicalVerb(method, scope);
}

function canonicalVerb(method: string, scope: string): string {
  if (method === "GET" || method === "HEAD") return scope === "resource" || scope === "" ? "GET" : "LIST";
  return knownVerbs.has(method) ? method : "other";
}

/** Returns the label `dry_run`. */
export function dryRunLabel(query: URLSearchParams): string {
  const given = query.getAll("dryRun");
  if (given.length === 0) return "";
  return given.every((each) => each === "All") ? "All" : "invalid";
}
