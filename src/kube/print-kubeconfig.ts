import type { JsonValue } from "../core/json.js";
import { printYaml } from "../core/print-yaml.js";
import { TsopError } from "../core/errors.js";
import type { ClusterConfig } from "./cluster-config.js";

/**
 * Returns a kubeconfig (YAML) for the same server as the configuration, for programs that read one.
 *
 * @throws TsopError `cluster/unsupported-kubeconfig` if the connection uses certificates in files, or a login other than a token
 */
export function printKubeconfig(config: ClusterConfig): string {
  const name = config.context ?? "tsop";
  const { ca, cert, key, insecureSkipVerify, serverName } = config.tls;
  if (config.auth.kind !== "token" || ca?.kind === "file" || cert !== undefined || key !== undefined) {
    throw new TsopError(
      "cluster/unsupported-kubeconfig",
      `cannot write a kubeconfig for ${config.source}: it does not log in with a token only`,
    );
  }
  const { impersonate: as } = config;
  const kubeconfig: JsonValue = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name,
        cluster: {
          server: config.server,
          "certificate-authority-data": ca === undefined ? undefined : Buffer.from(ca.data).toString("base64"),
          "insecure-skip-tls-verify": insecureSkipVerify,
          "tls-server-name": serverName,
        },
      },
    ],
    users: [
      {
        name,
        user: {
          token: config.auth.token,
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
