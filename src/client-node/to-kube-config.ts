import type { Cluster, Cp, dumpYaml, Exec, KubeConfig, loadYaml, User } from "@kubernetes/client-node";
import type { EventEmitter } from "node:events";
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { createAgentPool } from "../kube/agents.js";
import { ApiError, toStatus } from "../kube/api-error.js";
import type { ClusterConfig, PemSource } from "../kube/cluster-config.js";
import { type Credentials, createCredentialSource } from "../kube/credentials.js";
import { clusterConfigOf, type KubeConfigLike, madeFrom } from "../kube/from-kube-config.js";

/**
 * Returns the connection of a manager, a cluster or a kubeconfig as the `KubeConfig` of `@kubernetes/client-node`: for
 * its `Exec`, `Attach`, `PortForward`, `Cp`, `Log` and `Metrics`, and for its API clients. tsop handles the login: it
 * reads token files and certificates again when they change, runs an exec plugin once for all requests, and refreshes
 * tokens of OpenID Connect. `createManager` and `createCluster` accept the result too.
 *
 * Loads `@kubernetes/client-node` at the first call. Add the package to the dependencies of a project that calls this
 * function.
 *
 * @throws TsopError `cluster/client-node-missing` if the package cannot be loaded; `cluster/unsupported-kubeconfig` if the
 * config impersonates with headers that client-node cannot send (several groups, several values of one extra)
 *
 * @example
 * ```ts
 * import { Exec } from "@kubernetes/client-node";
 * import type { Manager } from "tsop";
 * import { toKubeConfig } from "tsop/client-node";
 *
 * export async function createExec(manager: Manager): Promise<Exec> {
 *   return new Exec(await toKubeConfig(manager.config));
 * }
 * ```
 */
export async function toKubeConfig(config: ClusterConfig | KubeConfigLike): Promise<KubeConfig> {
  const cluster = clusterConfigOf(config, "toKubeConfig()");
  return createKubeConfig(await importClientNode(), cluster, systemClock);
}

/** The part of the package that is used. */
export interface ClientNode {
  readonly KubeConfig: typeof KubeConfig;
  readonly Cp: typeof Cp;
  readonly Exec: typeof Exec;
  readonly dumpYaml: typeof dumpYaml;
  readonly loadYaml: typeof loadYaml;
}

export function importClientNode(): Promise<ClientNode> {
  return loadClientNode(() => import("@kubernetes/client-node"));
}

export async function loadClientNode(load: () => Promise<ClientNode>): Promise<ClientNode> {
  try {
    return await load();
  } catch (error) {
    const isMissing =
      error instanceof Error && /(?:find|load|resolve).*@kubernetes\/client-node\W*(?: |$)/.test(error.message);
    const why = isMissing ? "is not installed" : `does not load: ${String(error)}`;
    throw new TsopError("cluster/client-node-missing", `@kubernetes/client-node ${why}`, {
      hint: "Run `npm install @kubernetes/client-node`. 2.x needs Node 22.19 or newer; 1.4 runs on all.",
      cause: error,
    });
  }
}

/**
 * The number of milliseconds that credentials of a plugin without an expiry time are used: client-node does not report
 * their rejection.
 */
const pluginLifetimeMs = 60_000;

export function createKubeConfig({ KubeConfig }: ClientNode, config: ClusterConfig, clock: Clock): KubeConfig {
  const { context = "in-cluster", namespace, auth } = config;
  checkImpersonation(config);
  const pool = createAgentPool(config, clock);
  const source = createCredentialSource(config, { clock, env: process.env });
  let held: { readonly credentials: Credentials; readonly since: number } | undefined;
  const credentialsOf = async (): Promise<Credentials> => {
    if (auth.kind === "exec" && held !== undefined && clock.monotonic() >= held.since + pluginLifetimeMs) {
      source.invalidate(held.credentials);
    }
    const credentials = await source.get();
    if (credentials !== held?.credentials) held = { credentials, since: clock.monotonic() };
    return credentials;
  };

  class OwnKubeConfig extends KubeConfig {
    readonly [madeFrom] = config;

    /**
     * Applies to WebSockets, and in 1.x to logs, metrics and watches. 2.x would keep an agent with certificates that
     * have expired.
     */
    override async applyToHTTPSOptions(options: RequestOptions): Promise<void> {
      const credentials = await credentialsOf();
      options.headers = { ...(options.headers as OutgoingHttpHeaders), ...sendable(credentials.headers) };
      options.agent = (await pool.get(credentials)).watches;
      // An option of ws, which would otherwise report only the status code of a rejection.
      Object.assign(options, { finishRequest: explainRefusal });
    }
  }

  const kubeConfig = new OwnKubeConfig();
  // Applies to requests of the API clients, and in 2.x to logs, metrics and watches.
  kubeConfig.addAuthenticator({
    isAuthProvider: () => true,
    applyAuthentication: async (_, options: RequestOptions) => {
      const { headers, certificate } = await credentialsOf();
      const all = { ...(options.headers as OutgoingHttpHeaders), ...sendable(headers) };
      Object.assign(options, certificate, { headers: all });
    },
  });
  kubeConfig.loadFromOptions({
    clusters: [clusterOf(config)],
    users: [userOf(config)],
    contexts: [{ name: context, cluster: "cluster", user: "user", namespace }],
    currentContext: context,
  });
  return kubeConfig;
}

/** Copies lists of values, because Node may modify them. */
function sendable(headers: Credentials["headers"]): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}

/** Makes a WebSocket that the API server rejects fail with the API server's response. */
function explainRefusal(request: ClientRequest, socket: EventEmitter): void {
  socket.once("unexpected-response", (_: unknown, response: IncomingMessage) => {
    const { statusCode = 0 } = response;
    const asked = { method: request.method, path: request.path.replace(/\?.*/, "") };
    text(response).then(
      (body) => request.emit("error", new ApiError(toStatus(body, statusCode), statusCode, { request: asked })),
      (error: unknown) => request.emit("error", error),
    );
  });
  request.end();
}

function clusterOf({ server, tls, proxyUrl }: ClusterConfig): Cluster {
  return {
    name: "cluster",
    server,
    // client-node rejects a server without TLS unless it skips the verification.
    skipTLSVerify: tls.insecureSkipVerify === true || server.startsWith("http:"),
    ...pemOf("ca", tls.ca),
    ...(tls.serverName === undefined ? {} : { tlsServerName: tls.serverName }),
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  };
}

/** Returns only the certificate: the authenticator handles all other logins. */
function userOf({ tls }: ClusterConfig): User {
  return { name: "user", ...pemOf("cert", tls.cert), ...pemOf("key", tls.key) };
}

/** client-node reads files again for each request. */
function pemOf(name: "ca" | "cert" | "key", source: PemSource | undefined): Readonly<Record<string, string>> {
  if (source === undefined) return {};
  return source.kind === "file"
    ? { [`${name}File`]: source.path }
    : { [`${name}Data`]: Buffer.from(source.data).toString("base64") };
}

/** client-node's requests have one value for each header. */
function checkImpersonation({ source, impersonate }: ClusterConfig): void {
  const lists = [impersonate?.groups ?? [], ...Object.values(impersonate?.extra ?? {})];
  if (lists.every((values) => values.length <= 1)) return;
  throw new TsopError(
    "cluster/unsupported-kubeconfig",
    `${source}: @kubernetes/client-node cannot impersonate several groups, or several values of one extra`,
    { hint: "Impersonate one group, or use credentials of the user itself." },
  );
}
