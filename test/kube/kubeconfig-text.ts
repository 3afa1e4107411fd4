import path from "node:path";
import { stringify } from "yaml";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { tempFolder } from "../support/temp-folder.js";

export const pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
export const base64 = Buffer.from(pem).toString("base64");

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly more?: object;
}

export function kubeconfig({ cluster = {}, user = {}, context = {}, more = {} }: Parts = {}): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: "https://10.0.0.1:6443", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "ctx", context: { cluster: "c", user: "u", ...context } }],
    "current-context": "ctx",
    ...more,
  });
}

/** Loads a kubeconfig of this text. */
export function load(text: string, options: { context?: string; env?: Record<string, string> } = {}) {
  const root = tempFolder({ "dir/config": text });
  return loadKubeConfig({ env: {}, ...options, kubeconfig: path.join(root, "dir/config") });
}
