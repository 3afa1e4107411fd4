/** Finds the address of a Service's webhook: pods listen on this machine, at the addresses in their EndpointSlices. */
import { listOf, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { StoredObjects } from "../resource.js";

/** Returns host and port: `127.0.0.1:9443`. Throws an error with the reason if they are unknown. */
export type ServiceResolver = (service: ServicePort) => { readonly host: string; readonly port: number };

interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/**
 * Resolves a Service by the ready endpoints of its slices. Messages are those of kube-aggregator
 * (k8s.io/kube-aggregator/pkg/apiserver/resolvers.go and k8s.io/apiserver/pkg/util/proxy/proxy.go).
 */
export function serviceResolver(objects: StoredObjects): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = objects.get("services", namespace, name);
    if (service === undefined) throw new Error(`service "${name}" not found`);
    const spec = objectOf(service, "spec");
    // Like ResolveCluster, accept an external name without checking ports.
    if (spec?.["type"] === "ExternalName" && typeof spec["externalName"] === "string") {
      return { host: spec["externalName"], port };
    }
    const chosen = objectsOf(spec, "ports").find((each) => each["port"] === port);
    if (chosen === undefined) throw new Error(`no service port ${port} found for service "${name}"`);
    for (const slice of objects.list("discovery.k8s.io/endpointslices", namespace)) {
      if (slice.metadata.labels?.["kubernetes.io/service-name"] !== name) continue;
      const host = objectsOf(slice, "endpoints")
        .filter((endpoint) => objectOf(endpoint, "conditions")?.["ready"] !== false)
        .map((endpoint) => listOf(endpoint, "addresses")[0])
        .find((address) => typeof address === "string");
      const target = objectsOf(slice, "ports")
        .filter((each) => textOf(each, "name") === textOf(chosen, "name"))
        .map((each) => numberOf(each, "port"))
        .find((each) => each !== undefined);
      if (host !== undefined && target !== undefined) return { host, port: target };
    }
    throw new Error(`no endpoints available for service "${name}"`);
  };
}
