/**
 * Decides which form of discovery a client accepts.
 * Source: k8s.io/apiserver/pkg/endpoints/discovery/aggregated/negotiation.go.
 */
import { negotiate } from "../http/media-type.js";

export const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** @throws StatusError 406 if the client accepts neither */
export function wantsAggregated(accept: string | undefined): boolean {
  for (const clause of (accept ?? "").split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim());
    const names = new Set(parameters);
    if (!names.has("as=APIGroupDiscoveryList")) {
      if (/^(?:\*\/\*|application\/(?:\*|json|yaml))$/.test(type)) return false;
    } else if (type === "application/json" && names.has("g=apidiscovery.k8s.io") && names.has("v=v2")) {
      return true;
    }
  }
  negotiate(accept, { views: ["object"], hasProtobuf: true }, false);
  return false;
}
