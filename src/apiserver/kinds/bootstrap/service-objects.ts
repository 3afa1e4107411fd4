/** How the server is reached from within. No EndpointSlice: a loopback address is not valid in one. */
import type { ApiObject } from "../../api-object.js";

/** Source: kubernetes/pkg/controlplane/controller/kubernetesservice/controller.go. */
export function kubernetesService(port: number): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      labels: { component: "apiserver", provider: "kubernetes" },
      name: "kubernetes",
      namespace: "default",
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

/** Source: kubernetes/pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go. */
export function kubernetesServiceCidr(now: string): ApiObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name: "kubernetes" },
    spec: { cidrs: ["10.0.0.0/24"] },
    status: {
      conditions: [
        {
          lastTransitionTime: now,
          message: "Kubernetes default Service CIDR is ready",
          reason: "",
          status: "True",
          type: "Ready",
        },
      ],
    },
  };
}

export function kubernetesIpAddress(): ApiObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "IPAddress",
    metadata: {
      labels: {
        "ipaddress.kubernetes.io/ip-family": "IPv4",
        "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
      },
      name: "10.0.0.1",
    },
    spec: { parentRef: { name: "kubernetes", namespace: "default", resource: "services" } },
  };
}
