/** Where a Service's webhook is to be found: on this machine, pods listen where their EndpointSlices say. */
import { isJsonObject, type Json } from "../../core/json.js";
import type { StoredObjects } from "../resource.js";
import type { ServiceResolver } from "./admission-parts.js";

/**
 * By the ready endpoints of the Service's slices. Messages are those of kube-aggregator
 * (k8s.io/kube-aggregator/pkg/apiserver/resolvers.go and k8s.io/apiserver/pkg/util/proxy/proxy.go).
 */
export function serviceResolver(objects: StoredObjects): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = objects.get("services", namespace, name);
    if (service === undefined) throw new Error(`service "${name}" not found`);
    const spec = isJsonObject(service["spec"]) ? service["spec"] : {};
    // As ResolveCluster does: another name is taken at its word, without a look at ports.
    if (spec["type"] === "ExternalName" && typeof spec["externalName"] === "string") {
      return { host: spec["externalName"], port };
    }
    const ports = listOf(spec["ports"]);
    const chosen = ports.find((each) => isJsonObject(each) && each["port"] === port);
    if (!isJsonObject(chosen)) throw new Error(`no service port ${port} found for service "${name}"`);
    for (const slice of objects.list("discovery.k8s.io/endpointslices", namespace)) {
      if (slice.metadata.labels?.["kubernetes.io/service-name"] !== name) continue;
      const host = listOf(slice["endpoints"])
        .map(readyAddress)
        .find((address) => address !== undefined);
      const target = listOf(slice["ports"])
        .map((each) => portOf(each, chosen["name"]))
        .find((each) => each !== undefined);
      if (host !== undefined && target !== undefined) return { host, port: target };
    }
    throw new Error(`no endpoints available for service "${name}"`);
  };
}

function readyAddress(endpoint: Json): string | undefined {
  if (!isJsonObject(endpoint)) return undefined;
  const { addresses, conditions } = endpoint;
  const isReady = !isJsonObject(conditions) || conditions["ready"] !== false;
  const [first] = listOf(addresses);
  return isReady && typeof first === "string" ? first : undefined;
}

function portOf(port: Json, name: Json | undefined): number | undefined {
  if (!isJsonObject(port) || (port["name"] ?? "") !== (name ?? "")) return undefined;
  return typeof port["port"] === "number" ? port["port"] : undefined;
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
