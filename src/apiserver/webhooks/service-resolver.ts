/** Where a Service's webhook is to be found: on this machine, pods listen where their EndpointSlices say. */
import { listOf, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { StoredObjects } from "../resource.js";

/** Gives host and port: `127.0.0.1:9443`. Throws with the reason where that is not known. */
export type ServiceResolver = (service: ServicePort) => { readonly host: string; readonly port: number };

interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/**
 * By the ready endpoints of the Service's slices. Messages are those of kube-aggregator
 * (k8s.io/kube-aggregator/pkg/apiserver/resolvers.go and k8s.io/apiserver/pkg/util/proxy/proxy.go).
 */
export function serviceResolver(objects: StoredObjects): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = objects.get("services", namespace, name);
    if (service === undefined) throw new Error(`service "${name}" not found`);
    const spec = objectOf(service, "spec");
    // As ResolveCluster does: another name is taken at its word, without a look at ports.
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
