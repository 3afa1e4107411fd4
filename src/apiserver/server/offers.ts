/** The forms of a response that the server offers for a request. */
import type { ApiRequest } from "../http/api-request.js";
import type { Offer } from "../http/media-type.js";
import { flagField } from "../http/query-fields.js";
import type { RequestInfo } from "../http/request-info.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

export function offerOf(resource: ServedResource, { verb, subresource }: RequestInfo): Offer {
  const type = resource.subresources.get(subresource)?.type;
  const isObject = subresource === "" || type === "update" || type === "scale";
  const views: Offer["views"] = isObject ? tableViews(verb) : type === "action" ? ["object", "metadata"] : [];
  return { views, hasProtobuf: isBuiltIn(resource), hasStreams: verb === "list" || verb === "watch" };
}

function tableViews(verb: string): Offer["views"] {
  return verb === "list" || verb === "deletecollection"
    ? ["object", "table", "metadata-list"]
    : ["object", "table", "metadata"];
}

/** Prints with indentation for curl and browsers. Source: k8s.io/apiserver/pkg/endpoints/handlers/negotiation. */
export function isPretty(request: ApiRequest, query: URLSearchParams): boolean {
  return flagField(query, "pretty") ?? /^(?:curl|Wget|Mozilla\/5\.0)/.test(request.headers["user-agent"] ?? "");
}
