import { printYaml } from "../../core/print-yaml.js";

export interface KubeconfigParts {
  readonly url: string;
  readonly caCertificate: string;
  readonly user: string;
  readonly credentials: UserCredentials;
}

/** The certificate and its key are in PEM. */
export type UserCredentials = { readonly token: string } | { readonly certificate: string; readonly key: string };

/** Prints a kubeconfig with a dedicated context, `tsop`, which users do not mistake for another cluster. */
export function printKubeconfig({ url, caCertificate, user, credentials }: KubeconfigParts): string {
  const name = "tsop";
  return printYaml({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server: url, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") } },
    ],
    users: [{ name: user, user: printCredentials(credentials) }],
    contexts: [{ name, context: { cluster: name, user } }],
    "current-context": name,
  });
}

function printCredentials(credentials: UserCredentials): Readonly<Record<string, string>> {
  if ("token" in credentials) return { token: credentials.token };
  const { certificate, key } = credentials;
  const encode = (pem: string): string => Buffer.from(pem).toString("base64");
  return { "client-certificate-data": encode(certificate), "client-key-data": encode(key) };
}
