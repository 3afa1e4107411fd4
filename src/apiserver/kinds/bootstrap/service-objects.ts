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
