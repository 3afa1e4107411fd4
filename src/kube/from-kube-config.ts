/** Reads a `KubeConfig` of `@kubernetes/client-node`, with the rules for kubeconfig files. */
import { TsopError } from "../core/errors.js";
import { isList } from "../core/json.js";
import type { ClusterConfig } from "./cluster-config.js";
import { serviceAccountFolder } from "./in-cluster.js";
import { toClusterConfig } from "./kubeconfig-context.js";
import type { ConfigEntry } from "./kubeconfig-file.js";

/**
 * The ClusterConfig that tsop created a KubeConfig from. The symbol is global because a bundle may contain this module
 * twice.
 */
export const madeFrom: unique symbol = Symbol.for("tsop/made-from") as never; // `as never`: only a constant may have the type

/**
 * The part of the class `KubeConfig` of `@kubernetes/client-node` that tsop reads. The classes of 1.x and 2.x have it.
 *
 * @example
 * ```ts
 * import { KubeConfig } from "@kubernetes/client-node";
 * import { createManager } from "tsop";
 *
 * const config = new KubeConfig();
 * config.loadFromFile("/home/jane/.kube/config");
 * export const manager = await createManager({ name: "operator-demo", config });
 * ```
 */
export interface KubeConfigLike {
  getCurrentContext(): string | undefined;
  getContextObject(name: string): { readonly namespace?: string | undefined } | null;
  getCurrentCluster(): {
    readonly name: string;
    readonly server: string;
    readonly caData?: string | undefined;
    readonly caFile?: string | undefined;
    readonly skipTLSVerify?: boolean | undefined;
    readonly tlsServerName?: string | undefined;
    readonly proxyUrl?: string | undefined;
  } | null;
  getCurrentUser(): {
    readonly name: string;
    readonly certData?: string | undefined;
    readonly certFile?: string | undefined;
    readonly keyData?: string | undefined;
    readonly keyFile?: string | undefined;
    readonly token?: string | undefined;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
    readonly impersonateUser?: string | undefined;
    readonly exec?: unknown;
    readonly authProvider?: {
      readonly name?: string;
      readonly config?: Readonly<Record<string, unknown>> | null;
    } | null;
  } | null;
  /** @internal */
  readonly [madeFrom]?: ClusterConfig;
}

/** The name in messages, in place of a path. */
const file = "the KubeConfig";

/**
 * Returns the connection of a KubeConfig's current context; returns a ClusterConfig unchanged.
 *
 * @param call - the name of the call in messages, such as `createManager()`
 * @throws TsopError `cluster/unknown-context`, `cluster/invalid-kubeconfig`, `cluster/unsupported-kubeconfig`,
 * `usage/invalid-argument` for other values
 */
export function clusterConfigOf(config: ClusterConfig | KubeConfigLike, call: string): ClusterConfig {
  // A caller without types may pass anything.
  const given = config as Partial<ClusterConfig & KubeConfigLike> | null | undefined;
  if (typeof given?.getCurrentCluster === "function") return read(config as KubeConfigLike);
  if (typeof given?.server === "string" && given.tls !== undefined && given.auth !== undefined) {
    return config as ClusterConfig;
  }
  throw new TsopError("usage/invalid-argument", `${call} expects a ClusterConfig or a KubeConfig as its config`, {
    hint: "Pass `await loadKubeConfig({ env: process.env })`, `manager.config`, or a KubeConfig of @kubernetes/client-node.",
  });
}

function read(config: KubeConfigLike): ClusterConfig {
  if (config[madeFrom] !== undefined) return config[madeFrom];
  const name = config.getCurrentContext() ?? "";
  const context = config.getContextObject(name);
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  if (context === null || cluster === null) throw withoutCluster(name, context !== null);
  checkAuthenticators(config);
  const { tokenFile, exec } = user?.authProvider?.config ?? {};
  // client-node represents the token file of a Pod as a provider, and also a plugin at its former location.
  const isKnown = isGiven(tokenFile) || isGiven(exec);
  const userName = user?.name ?? "";
  const entry = entryOf("context", name, {
    cluster: cluster.name,
    user: userName,
    namespace: context.namespace?.trim(),
  });
  const clusterEntry = entryOf("cluster", cluster.name, clusterFields(cluster));
  const userEntry = entryOf("user", userName, {
    "client-certificate-data": user?.certData,
    "client-certificate": user?.certFile,
    "client-key-data": user?.keyData,
    "client-key": user?.keyFile,
    token: user?.token,
    tokenFile,
    username: user?.username,
    password: user?.password,
    as: user?.impersonateUser,
    exec: user?.exec ?? exec,
    "auth-provider": isKnown ? undefined : user?.authProvider,
  });
  const kubeconfig = {
    path: file,
    currentContext: { name },
    contexts: new Map([[name, entry]]),
    clusters: new Map([[cluster.name, clusterEntry]]),
    users: new Map([[userName, userEntry]]),
  };
  const read = toClusterConfig([kubeconfig], name, entry, {}); // client-node does not support HTTPS_PROXY
  const isPod = typeof tokenFile === "string" && tokenFile.endsWith(`${serviceAccountFolder}/token`);
  return isPod ? { ...read, source: "in-cluster", context: undefined } : read;
}

function clusterFields(
  cluster: NonNullable<ReturnType<KubeConfigLike["getCurrentCluster"]>>,
): Readonly<Record<string, unknown>> {
  return {
    server: cluster.server,
    "certificate-authority-data": cluster.caData,
    "certificate-authority": cluster.caFile,
    // client-node has no connection without TLS unless it accepts any certificate.
    "insecure-skip-tls-verify": cluster.server.startsWith("http:") ? undefined : cluster.skipTLSVerify,
    "tls-server-name": cluster.tlsServerName,
    "proxy-url": cluster.proxyUrl,
  };
}

function entryOf(kind: string, name: string, fields: Readonly<Record<string, unknown>>): ConfigEntry {
  const given = Object.entries(fields).filter(([, value]) => isGiven(value));
  return { file, name: `${kind} ${JSON.stringify(name)}`, fields: Object.fromEntries(given) };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function withoutCluster(name: string, hasContext: boolean): TsopError {
  const context = JSON.stringify(name);
  const problem =
    name === ""
      ? `${file} has no current context`
      : hasContext
        ? `the context ${context} of ${file} names a cluster that does not exist`
        : `${file} has no context ${context}`;
  return new TsopError("cluster/unknown-context", problem, {
    hint: "Load it first with `loadFromFile()`, `loadFromCluster()` or `loadFromDefault()`, or choose a context with `setCurrentContext()`.",
  });
}

/**
 * Rejects custom authenticators. They are functions that change a request of client-node, and cannot change a request
 * of tsop.
 */
function checkAuthenticators(config: object): void {
  const added: unknown = Reflect.get(config, "custom_authenticators");
  if (!isList(added) || added.length === 0) return;
  throw new TsopError("cluster/unsupported-kubeconfig", `${file} logs in with an authenticator of addAuthenticator()`, {
    hint: "tsop supports certificates, tokens, token files, exec plugins and OpenID Connect. Use an exec plugin that prints the credentials.",
  });
}
