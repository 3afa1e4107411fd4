import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ClusterConfig } from "./cluster-config.js";
import { proxyFromEnvironment } from "./proxy.js";

/** The folder where Kubernetes mounts a pod's service account. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Returns the API server of this process's pod, or undefined if it does not run in a pod. */
export function loadInCluster(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): ClusterConfig | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  const token = path.join(folder, "token");
  const ca = path.join(folder, "ca.crt");
  const namespace = path.join(folder, "namespace");
  if (host === undefined || host === "" || port === undefined || port === "" || !existsSync(token)) return undefined;
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const proxyUrl = proxyFromEnvironment(server, env); // as client-go does
  return {
    source: "in-cluster",
    context: undefined,
    server,
    namespace: existsSync(namespace) ? readFileSync(namespace, "utf8").trim() : "default",
    tls: existsSync(ca) ? { ca: { kind: "file", path: ca } } : {},
    auth: { kind: "token-file", path: token },
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  };
}
