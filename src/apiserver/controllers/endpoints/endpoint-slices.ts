/** The EndpointSlices of a Service. Source: k8s.io/endpointslice/{reconciler,utils}.go. */
import { groupBy } from "../../../core/group-by.js";
import type { Node, Service } from "../../../k8s/core/v1.js";
import type { Endpoint, EndpointSlice } from "../../../k8s/discovery/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { controllerReference } from "../shared/owners.js";
import { type Backend, type Family, isHeadless, targetOf } from "./service-backends.js";

export const managedBy = "endpointslice.kubernetes.io/managed-by";
export const sliceController = "endpointslice-controller.k8s.io";
export const serviceName = "kubernetes.io/service-name";
export const headlessLabel = "service.kubernetes.io/headless";

/** The most endpoints of a slice. */
const mostEndpoints = 100;

/** Returns the slices of one family of addresses; at least an empty one. */
export function endpointSlices(
  service: Stored<Service>,
  backends: readonly Backend[],
  family: Family,
  nodes: readonly Stored<Node>[],
): EndpointSlice[] {
  const groups = [...groupBy(backends, ({ ports }) => JSON.stringify(ports)).values()];
  const chunks = groups.flatMap((group) => chunksOf(group));
  return (chunks.length === 0 ? [[]] : chunks).map((chunk) => {
    const { name, namespace } = service.metadata;
    return {
      ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: family },
      metadata: {
        ...{ name: "", generateName: `${name}-`, namespace, labels: labelsOf(service) },
        ownerReferences: [controllerReference(service)],
      },
      endpoints: chunk.map((backend) => endpointOf(backend, nodes)),
      ports: (chunk[0]?.ports ?? []).map((port) => ({ ...port })),
    };
  });
}

function chunksOf(backends: readonly Backend[]): Backend[][] {
  const chunks: Backend[][] = [];
  for (let at = 0; at < backends.length; at += mostEndpoints) chunks.push(backends.slice(at, at + mostEndpoints));
  return chunks;
}

function labelsOf(service: Stored<Service>): Record<string, string> {
  return {
    ...service.metadata.labels,
    ...(isHeadless(service) ? { [headlessLabel]: "" } : {}),
    [serviceName]: service.metadata.name,
    [managedBy]: sliceController,
  };
}

function endpointOf(backend: Backend, nodes: readonly Stored<Node>[]): Endpoint {
  const { pod, addresses, isReady, isServing, isTerminating, hostname } = backend;
  const { nodeName = "" } = pod.spec;
  const zone = nodes.find(({ metadata }) => metadata.name === nodeName)?.metadata.labels?.[
    "topology.kubernetes.io/zone"
  ];
  return {
    addresses: [...addresses],
    conditions: { ready: isReady, serving: isServing, terminating: isTerminating },
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName === "" ? {} : { nodeName }),
    targetRef: targetOf(pod),
    ...(zone === undefined ? {} : { zone }),
  };
}
