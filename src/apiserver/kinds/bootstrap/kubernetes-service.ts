/**
 * The Service that clients in the cluster use to reach the server.
 * Source: kubernetes/pkg/controlplane/{controller/kubernetesservice/controller,reconcilers/endpointsadapter}.go.
 */
import { isIPv6 } from "node:net";
import type { ApiObject } from "../../api-object.js";

const place = { name: "kubernetes", namespace: "default" };

/** The resources of the objects of {@link kubernetesEndpoints}, which do not exist while the server listens on loopback. */
export const kubernetesEndpointKeys = ["endpoints", "discovery.k8s.io/endpointslices"] as const;

export function kubernetesService(port: number): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      labels: { component: "apiserver", provider: "kubernetes" },
      ...place,
    },
    spec: {
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      internalTrafficPolicy: "Cluster",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
      sessionAffinity: "None",
      type: "ClusterIP",
    },
    status: { loadBalancer: {} },
  };
}

/** Returns the endpoints of the Service. They cannot contain a loopback address. */
export function kubernetesEndpoints(
  address: string,
  port: number,
): (readonly [storageKey: (typeof kubernetesEndpointKeys)[number], objects: readonly ApiObject[]])[] {
  const ports = [{ name: "https", port, protocol: "TCP" }];
  const endpoints = {
    ...{ apiVersion: "v1", kind: "Endpoints" },
    metadata: { ...place, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
    subsets: [{ addresses: [{ ip: address }], ports }],
  };
  const slice = {
    ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: isIPv6(address) ? "IPv6" : "IPv4" },
    metadata: { ...place, labels: { "kubernetes.io/service-name": "kubernetes" } },
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports,
  };
  return [
    ["endpoints", [endpoints]],
    ["discovery.k8s.io/endpointslices", [slice]],
  ];
}
