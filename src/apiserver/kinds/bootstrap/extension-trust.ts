import type { ApiObject } from "../../api-object.js";

/** How other API servers recognize this one and its users. All in PEM. */
export interface ExtensionTrust {
  /** The authority of the users' certificates. */
  readonly clientCa: string;
  /** The authority of the certificate by which this server identifies itself. */
  readonly frontProxyCa: string;
}

/** The common name of the certificate by which this server identifies itself. */
export const frontProxyName = "front-proxy-client";

export const extensionTrustName = "extension-apiserver-authentication";

/** Source: kubernetes/pkg/controlplane/controller/clusterauthenticationtrust/cluster_authentication_trust_controller.go. */
export function extensionTrustConfigMap({ clientCa, frontProxyCa }: ExtensionTrust): ApiObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: extensionTrustName, namespace: "kube-system" },
    data: {
      "client-ca-file": clientCa,
      "requestheader-allowed-names": JSON.stringify([frontProxyName]),
      "requestheader-client-ca-file": frontProxyCa,
      "requestheader-extra-headers-prefix": JSON.stringify(["X-Remote-Extra-"]),
      "requestheader-group-headers": JSON.stringify(["X-Remote-Group"]),
      "requestheader-username-headers": JSON.stringify(["X-Remote-User"]),
    },
  };
}
