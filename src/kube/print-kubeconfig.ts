import type { JsonValue } from "../core/json.js";
import { printYaml } from "../core/print-yaml.js";
import { TsopError } from "../core/errors.js";
import type { ClusterConfig } from "./cluster-config.js";

/**
 * Returns a kubeconfig (YAML) for the same server as the configuration, for programs that read one.
 *
 * @throws TsopError `cluster/unsupported-kubeconfig` if the connection uses certificates in files, or a login other than a token or a
 * client certificate
 */
export function printKubeconfig(config: ClusterConfig): string {
  const name = config.context ?? "tsop";
  const { ca, cert, key, insecureSkipVerify, serverName } = config.tls;
  const { auth } = config;
  const isCertified = cert !== undefined && key !== undefined;
  const isKnown = auth.kind === "token" || (auth.kind === "none" && isCertified);
  if (!isKnown || ca?.kind === "file" || cert?.kind === "file" || key?.kind === "file") {
    throw new TsopError(
      "cluster/unsupported-kubeconfig",
      `cannot write a kubeconfig for ${config.source}: it does not log in with a token or a client certificate in the configuration itself`,
    );
  }
  const { impersonate: as } = config;
  const encode = (pem: string | undefined): string | undefined =>
    pem === undefined ? undefined : Buffer.from(pem).toString("base64");
  const kubeconfig: JsonValue = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name,
        cluster: {
          server: config.server,
          "certificate-authority-data": encode(ca?.data),
          "insecure-skip-tls-verify": insecureSkipVerify,
          "tls-server-name": serverName,
        },
      },
    ],
    users: [
      {
        name,
        user: {
          token: auth.kind === "token" ? auth.token : undefined,
          "client-certificate-data": encode(cert?.data),
          "client-key-data": encode(key?.data),
          as: as?.user,
          "as-groups": as === undefined || as.groups.length === 0 ? undefined : as.groups,
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: name, namespace: config.namespace } }],
    "current-context": name,
  };
  return printYaml(kubeconfig);
}
