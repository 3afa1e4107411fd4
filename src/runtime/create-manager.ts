import { randomUUID } from "node:crypto";
import os from "node:os";
import process from "node:process";
import { systemClock } from "../core/clock.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { routesOutliveMs } from "../core/routes-outlive.js";
import type { Tracer } from "../core/tracer.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { LiveClient } from "../kube/client.js";
import { clusterConfigOf } from "../kube/from-kube-config.js";
import { createLiveClient, type HttpClient, type LiveClientOptions } from "../kube/http-client.js";
import { loadKubeConfig } from "../kube/kubeconfig.js";
import type { ObjectKey } from "../kube/objects.js";
import { type BindAddress, parseBindAddress } from "./http/listener.js";
import { LeaderElector } from "./leader-elector.js";
import { toLeaseTiming } from "./lease-timing.js";
import type { CreateManagerOptions } from "./create-manager-options.js";
import type { Logger } from "./logger.js";
import type { ManagerParts } from "./manager-parts.js";
import { Manager } from "./manager.js";
import { type ManagerFlags, parseManagerFlags } from "./manager-flags.js";
import { currentProcess, loggerOf } from "./operator-process.js";
import { createMetricsGuard } from "./metrics/metrics-guard.js";
import { ManagerMetrics } from "./metrics/manager-metrics.js";
import { createMetricsServer } from "./metrics/metrics-server.js";
import { toCertificateTiming } from "./webhook/certificates/certificate-timing.js";
import type { OwnCertificate, WebhookServerOptions } from "./webhook/webhook-server.js";

/**
 * Finds the cluster and creates a manager for it. Nothing runs before `manager.start()`. Most operators call
 * {@link runManager} instead, which also handles flags, signals and the exit code.
 *
 * @throws TsopError `cluster/no-kubeconfig` and other errors of `loadKubeConfig`; `usage/invalid-argument` if options are invalid
 *
 * @example
 * ```ts
 * import { createManager } from "tsop";
 *
 * const manager = await createManager({ name: "operator-demo", healthProbeBindAddress: "0" });
 * const stop = new AbortController();
 * setTimeout(() => stop.abort(), 60_000);
 * await manager.start(stop.signal);
 * ```
 */
export async function createManager(options: CreateManagerOptions): Promise<Manager> {
  const flags: ManagerFlags = { ...parseManagerFlags([], {}), ...options };
  const log = options.log ?? loggerOf(flags, currentProcess());
  const config =
    options.config === undefined ? await configOf(flags) : clusterConfigOf(options.config, "createManager()");
  const clock = options.clock ?? systemClock;
  const timing = toLeaseTiming(options.leaderElection);
  const lease = leaseOf(options, flags, config);
  const metrics = new ManagerMetrics();
  const connection: LiveClientOptions = {
    fieldManager: options.name,
    userAgent: options.name,
    onRequest: (request) => metrics.countRequest(request),
    onWarning: (warning) => log.warn("the API server returned a warning", { warning }),
  };
  const live = createLiveClient(config, connection);
  // The lease has its own connections, so that hanging requests on the other connections do not block its renewal.
  const leaseClient = createLiveClient(config, connection);
  // Each request for metrics causes requests to the API server. Those must not use the reconcilers' connections.
  const reviewClient = createLiveClient(config, connection);
  const parts = { log, clock, random: Math.random };
  const hostname = os.hostname();
  const identity = `${hostname}_${randomUUID()}`;
  const { server, context } = config;
  log.info("using the cluster", defined({ server, context }));
  const elector =
    lease === undefined ? undefined : new LeaderElector({ ...parts, client: leaseClient, lease, identity, timing });
  return new Manager({
    ...parts,
    config,
    live,
    client: ownClient(live, options.tracer, elector && (() => elector.checkMayWrite())),
    tracer: options.tracer,
    hostname,
    isNamespaced: async (kind) => (await live.mapper.get(kind)).namespaced,
    namespaces: flags.namespaces,
    elector,
    metrics,
    metricsServer: metricsServerOf({ options, flags, config, client: reviewClient }, metrics, log),
    webhookServer: webhookServerOf({ options, flags, config, client: live }),
    logReconciles: flags.logReconciles,
    healthAddress: addressOf(flags.healthProbeBindAddress, "healthProbeBindAddress"),
    gracefulShutdownMs: gracefulShutdownOf(options),
    controllerDefaults: options.controllerDefaults,
    cacheStaleAfterMs: options.cacheStaleAfterMs,
    close: () => {
      live.close();
      leaseClient.close();
      reviewClient.close();
    },
  });
}

/** Returns the connection to the cluster that these names and the environment select. */
export function configOf({ kubeconfig, context }: Partial<ManagerFlags>): Promise<ClusterConfig> {
  return loadKubeConfig({ env: process.env, home: os.homedir(), ...defined({ kubeconfig, context }) });
}

/**
 * Returns the client for the operator's own calls. The runtime's reads and writes (caches, lease, events) belong to no
 * run of a reconciler, and have no spans.
 *
 * @param checkMayWrite - throws if this process must not write. Called before each attempt, because a write may wait for a connection or a retry
 */
export function ownClient(
  live: HttpClient,
  tracer: Tracer | undefined,
  checkMayWrite: (() => void) | undefined,
): HttpClient {
  const gated = checkMayWrite === undefined ? live : live.withWriteGate(checkMayWrite);
  return tracer === undefined ? gated : gated.withTracer(tracer);
}

function addressOf(text: string, option: string): BindAddress | undefined {
  const address = parseBindAddress(text);
  if (typeof address === "string") throw new TsopError("usage/invalid-argument", `${option}: ${address}`);
  return address;
}

function gracefulShutdownOf({ gracefulShutdownTimeoutMs: ms = 30_000 }: CreateManagerOptions): number {
  if (ms >= 0 && ms < 2 ** 31) return ms;
  const wanted = `milliseconds from 0 to ${2 ** 31 - 1}`;
  throw new TsopError("usage/invalid-argument", `gracefulShutdownTimeoutMs must be ${wanted}, got ${ms}`);
}

/** Returns the pod's namespace, or undefined if this process does not run in a pod. */
export function podNamespace(config: ClusterConfig): string | undefined {
  return config.source === "in-cluster" ? config.namespace : undefined;
}

/** Returns the key of the Lease, or undefined without leader election. */
function leaseOf(
  { name, leaderElectionId = name }: CreateManagerOptions,
  { leaderElect, leaderElectionNamespace }: ManagerFlags,
  config: ClusterConfig,
): Required<ObjectKey> | undefined {
  if (!leaderElect) return undefined;
  const namespace = leaderElectionNamespace ?? podNamespace(config);
  if (namespace !== undefined) return { namespace, name: leaderElectionId };
  const problem = "leader election needs a namespace for its lease, and this process does not run in a pod";
  throw new TsopError("usage/invalid-argument", problem, { hint: "Pass --leader-election-namespace=NAME." });
}

/** The inputs for the options of the servers. */
interface Given {
  readonly options: CreateManagerOptions;
  readonly flags: ManagerFlags;
  readonly config: ClusterConfig;
  readonly client: LiveClient;
}

function webhookServerOf(given: Given): WebhookServerOptions | undefined {
  const { webhookCertPath: folder, webhookCertName: certName, webhookCertKey: keyName, ...flags } = given.flags;
  if (!flags.enableWebhooks) return undefined;
  return {
    address: { host: undefined, port: flags.webhookPort },
    certificate: ownCertificateOf("webhook", given) ?? { kind: "files", files: { folder, certName, keyName } },
    lingerMs: given.config.source === "in-cluster" ? routesOutliveMs : 0,
  };
}

/**
 * A scraper may read the CA from a volume, and the kubelet takes up to two minutes to update a changed Secret there.
 */
const scraperSettleMs = 5 * 60_000;

/** Returns undefined if the manager creates no certificate for this server. */
function ownCertificateOf(
  server: "webhook" | "metrics",
  { options: { name, webhookCertificates: options = {} }, flags, config, client }: Given,
): OwnCertificate | undefined {
  const [secret, service] = [flags[`${server}CertSecret` as const], flags[`${server}Service` as const]];
  if (secret === undefined && service === undefined) return undefined;
  const namespace = options.namespace ?? podNamespace(config);
  if (secret === undefined || service === undefined || namespace === undefined) {
    const problem =
      secret === undefined || service === undefined
        ? `${server}CertSecret and ${server}Service must be set together`
        : `the certificate of ${server === "webhook" ? "the webhooks" : "metrics"} needs a namespace for its Secret, and this process does not run in a pod`;
    throw new TsopError("usage/invalid-argument", problem, {
      hint:
        `In a pod, --${server}-cert-secret and --${server}-service are enough. Elsewhere, set\n` +
        `webhookCertificates.namespace of createManager(), or read certificates from --${server}-cert-path.`,
    });
  }
  return {
    kind: "own",
    secret: { namespace, name: secret },
    service: { namespace, name: service },
    timing: toCertificateTiming(server === "metrics" ? { settleMs: scraperSettleMs, ...options } : options),
    // Different from the operator's own name, which manages only the fields that the operator applies.
    fieldManager: `${name}-${server}-certificates`,
    ...{ client, random: Math.random },
  };
}

function metricsServerOf(given: Given, metrics: ManagerMetrics, log: Logger): ManagerParts["metricsServer"] {
  const { metricsSecure, metricsCertPath: folder, metricsCertName: certName, metricsCertKey: keyName } = given.flags;
  const address = addressOf(given.flags.metricsBindAddress, "metricsBindAddress");
  if (address === undefined) return undefined;
  metrics.addProcessMetrics();
  const { registry } = metrics;
  const secure = () => ({
    guard: createMetricsGuard(given.client, systemClock),
    certificate:
      ownCertificateOf("metrics", given) ??
      (folder === undefined
        ? ({ kind: "self-signed" } as const)
        : ({ kind: "files", files: { folder, certName, keyName } } as const)),
  });
  const served = { registry, log, clock: systemClock, secure: metricsSecure ? secure() : undefined };
  return { address, create: (handlers) => createMetricsServer({ ...served, handlers }) };
}
