/** The objects that every namespace contains when it is created. */
import type { ApiObject } from "../../api-object.js";

/** The namespaces that kube-apiserver creates at startup. Clients create all others. */
export const systemNamespaces = ["default", "kube-node-lease", "kube-public", "kube-system"] as const;

export function namespaceObject(name: string): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { labels: { "kubernetes.io/metadata.name": name }, name },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}

/** Source: kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.go. */
export function defaultServiceAccount(namespace: string): ApiObject {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default", namespace } };
}

/** Source: kubernetes/pkg/controller/certificates/rootcacertpublisher/publisher.go. */
export function rootCertificateConfigMap(namespace: string, caCertificate: string): ApiObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      annotations: {
        "kubernetes.io/description":
          "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.",
      },
      name: "kube-root-ca.crt",
      namespace,
    },
    data: { "ca.crt": caCertificate },
  };
}
