import { printYaml } from "../../core/print-yaml.js";

export interface KubeconfigParts {
  readonly url: string;
  readonly caCertificate: string;
  readonly user: string;
  readonly token: string;
}

/** Prints a kubeconfig with a dedicated context, `tsop`, which users do not mistake for another cluster. */
export function printKubeconfig({ url, caCertificate, user, token }: KubeconfigParts): string {
  const name = "tsop";
  return printYaml({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server: url, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") } },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user } }],
    "current-context": name,
  });
}
