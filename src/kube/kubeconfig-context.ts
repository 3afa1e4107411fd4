import { defined } from "../core/defined.js";
import { nearest } from "../core/suggest.js";
import type { AuthConfig, ClusterConfig, Impersonation, PemSource, TlsConfig } from "./cluster-config.js";
import {
  type ConfigEntry,
  flagField,
  invalid,
  type KubeConfigFile,
  pathField,
  textField,
  textListField,
} from "./kubeconfig-file.js";
import { toAuthProvider } from "./kubeconfig-auth-provider.js";
import { toExecConfig } from "./kubeconfig-exec.js";
import { checkProxyUrl, proxyFromEnvironment } from "./proxy.js";

/** Combines the cluster, the user and the namespace that a context names. */
export function toClusterConfig(
  files: readonly KubeConfigFile[],
  contextName: string,
  context: ConfigEntry,
  env: Readonly<Record<string, string | undefined>>,
): ClusterConfig {
  const cluster = follow(context, "cluster", files);
  const user = follow(context, "user", files);
  const server = serverOf(cluster);
  const proxy = textField(cluster, "proxy-url");
  const proxyUrl =
    proxy === undefined ? proxyFromEnvironment(server, env) : checkProxyUrl(proxy, `${cluster.file}: ${cluster.name}`);
  const impersonate = impersonationOf(user);
  return {
    source: context.file,
    context: contextName,
    server,
    namespace: textField(context, "namespace") ?? "default",
    tls: tlsOf(cluster, user),
    auth: authOf(user, cluster),
    ...defined({ impersonate, proxyUrl }),
  };
}

function follow(context: ConfigEntry, field: "cluster" | "user", files: readonly KubeConfigFile[]): ConfigEntry {
  const name = textField(context, field);
  if (name === undefined) {
    if (field === "user") return { file: context.file, name: "no user", fields: {} };
    throw invalid(context.file, `${context.name} names no ${field}`);
  }
  const lists = files.map((file) => file[`${field}s` as const]);
  const entry = lists.map((entries) => entries.get(name)).find((found) => found !== undefined);
  if (entry !== undefined) return entry;
  const names = lists.flatMap((entries) => [...entries.keys()]);
  const near = nearest(name, names);
  throw invalid(
    context.file,
    `${context.name} names the ${field} ${JSON.stringify(name)}, which does not exist`,
    near === undefined
      ? `The kubeconfig contains ${names.length === 0 ? `no ${field}s` : `the ${field}s ${names.join(", ")}`}.`
      : `Did you mean ${JSON.stringify(near)}?`,
  );
}

function serverOf(cluster: ConfigEntry): string {
  const text = textField(cluster, "server");
  if (text === undefined) throw invalid(cluster.file, `${cluster.name} has no server`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw invalid(
      cluster.file,
      `${cluster.name}: server ${JSON.stringify(text)} is not an address`,
      "Write it as https://HOST:PORT.",
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

function tlsOf(cluster: ConfigEntry, user: ConfigEntry): TlsConfig {
  const ca = pemOf(cluster, "certificate-authority");
  const cert = pemOf(user, "client-certificate");
  const key = pemOf(user, "client-key");
  if ((cert === undefined) !== (key === undefined)) {
    throw invalid(
      user.file,
      `${user.name} has a client ${cert === undefined ? "key but no certificate" : "certificate but no key"}`,
    );
  }
  const insecureSkipVerify = flagField(cluster, "insecure-skip-tls-verify");
  if (insecureSkipVerify && ca !== undefined) {
    throw invalid(cluster.file, `${cluster.name} sets both a certificate authority and insecure-skip-tls-verify`);
  }
  const serverName = textField(cluster, "tls-server-name");
  return defined({ ca, cert, key, insecureSkipVerify: insecureSkipVerify || undefined, serverName });
}

/** Data in the kubeconfig takes precedence over a file that it names, as in kubectl. */
function pemOf(entry: ConfigEntry, field: string): PemSource | undefined {
  const data = textField(entry, `${field}-data`);
  if (data !== undefined) {
    const pem = Buffer.from(data, "base64").toString("utf8");
    if (!pem.includes("-----BEGIN ")) throw invalid(entry.file, `${entry.name}: ${field}-data is not PEM in base64`);
    return { kind: "data", data: pem };
  }
  const file = pathField(entry, field);
  return file === undefined ? undefined : { kind: "file", path: file };
}

function authOf(user: ConfigEntry, cluster: ConfigEntry): AuthConfig {
  const provider = user.fields["auth-provider"];
  if (provider !== undefined && provider !== null) return toAuthProvider(user);
  const exec = user.fields["exec"];
  if (exec !== undefined && exec !== null) return { kind: "exec", ...toExecConfig(user, cluster) };
  const tokenFile = pathField(user, "tokenFile");
  if (tokenFile !== undefined) return { kind: "token-file", path: tokenFile };
  const token = textField(user, "token");
  if (token !== undefined) return { kind: "token", token };
  const username = textField(user, "username");
  if (username !== undefined) return { kind: "basic", username, password: textField(user, "password") ?? "" };
  return { kind: "none" };
}

function impersonationOf(entry: ConfigEntry): Impersonation | undefined {
  const user = textField(entry, "as");
  const groups = textListField(entry, "as-groups");
  const uid = textField(entry, "as-uid");
  const extra: unknown = entry.fields["as-user-extra"] ?? {};
  if (typeof extra !== "object" || extra === null)
    throw invalid(entry.file, `${entry.name}: as-user-extra is not a map`);
  const values = Object.entries(extra).map(([key, list]: [string, unknown]): [string, string[]] => {
    if (Array.isArray(list) && list.every((item) => typeof item === "string")) return [key, list];
    throw invalid(entry.file, `${entry.name}: as-user-extra.${key} is not a list of strings`);
  });
  if (user === undefined) {
    if (groups.length === 0 && uid === undefined && values.length === 0) return undefined;
    throw invalid(entry.file, `${entry.name} sets as-groups, as-uid or as-user-extra without \`as\``);
  }
  return { user, groups, extra: Object.fromEntries(values), ...defined({ uid }) };
}
