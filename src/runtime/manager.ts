import type { RequestListener } from "node:http";
import type { Registry } from "prom-client";
import type { Clock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { isLabel } from "../core/name-forms.js";
import type { Reader } from "../kube/client.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { CacheForOptions } from "./cache/cache-options.js";
import { Cache, checkCaches } from "./cache/cache.js";
import { KindCache } from "./cache/kind-cache.js";
import { isWaitingForConversion } from "./cache/watch-failure.js";
import { createCachedClient } from "./cached-client.js";
import { Cluster, Clusters } from "./cluster.js";
import { ControllerBuilder } from "./controller-builder.js";
import { Controller, type ControllerDefinition } from "./controller.js";
import { EventBroadcaster } from "./events/event-broadcaster.js";
import type { EventRecorder } from "./events/event-recorder.js";
import { addCheck, type HealthCheck } from "./http/health.js";
import type { Logger } from "./logger.js";
import type { ManagerClient } from "./manager-client.js";
import type { ManagerParts } from "./manager-parts.js";
import { ManagerRun } from "./manager-run.js";
import { ManagerServers } from "./manager-servers.js";
import type { Runnable } from "./runnable.js";
import type { AdmissionHandler } from "./webhook/admission.js";
import { answerByHandler } from "./webhook/answer-admission.js";
import { WebhookBuilder } from "./webhook/webhook-builder.js";
import { Webhooks } from "./webhook/webhooks.js";

/**
 * Owns the parts that the controllers of a process share: a client with its cache, the servers for health and metrics,
 * and the lease. Starts them in order, and stops them in reverse order. {@link createManager} creates it.
 */
export class Manager {
  /**
   * Reads a kind from the cache if a controller names it in `for`, `owns` or `watches`, or if {@link cacheFor} was called for
   * it; reads other kinds, and with field selectors, `limit`, `continue` or `resourceVersion` all kinds, from the API server.
   * `indexes` exist only in the cache. Writes go to the API server, and the cache contains the result when the write resolves.
   * Once this process may have lost its lease, the client rejects writes (`runtime/leader-election-lost`).
   */
  readonly client: ManagerClient;
  /** Always reads from the API server, never from the cache. */
  readonly apiReader: Reader;
  /** The connection to the API server: for clients of your own, and for `toKubeConfig` of `tsop/client-node`. */
  readonly config: ClusterConfig;
  readonly log: Logger;
  /** The clock of the manager and its controllers: the option `clock`, or the system's clock. */
  readonly clock: Clock;
  /**
   * The prom-client registry with everything that `/metrics` shows. Register your own metrics here:
   * `new Counter({ name, help, registers: [manager.metricsRegistry] })`.
   */
  readonly metricsRegistry: Registry;
  /** Resolves when this process becomes the leader; without leader election, when the manager starts. */
  readonly elected: Promise<void>;
  #onElected: () => void = () => undefined;
  readonly #parts: ManagerParts;
  readonly #cache: Cache;
  readonly #clusters = new Clusters();
  readonly #events: EventBroadcaster;
  readonly #controllers = new Map<string, Controller>();
  readonly #runnables: Runnable[] = [];
  readonly #metricsHandlers = new Map<string, RequestListener>();
  readonly #healthChecks = new Map<string, HealthCheck>();
  readonly #readyChecks = new Map<string, HealthCheck>();
  readonly #webhooks = new Webhooks();
  readonly #incomplete = new Set<{ readonly what: string }>();
  #run: ManagerRun | undefined;

  constructor(parts: ManagerParts) {
    const { live, client = live, elector, log } = parts;
    this.#parts = parts;
    this.config = parts.config;
    this.log = log;
    this.clock = parts.clock;
    this.#cache = new Cache({ ...parts, client: live });
    this.apiReader = client;
    this.metricsRegistry = parts.metrics.registry;
    this.elected = new Promise((resolve) => (this.#onElected = resolve));
    this.#events = new EventBroadcaster({ ...parts, client: live });
    const checkMayWrite = (): void => elector?.checkMayWrite();
    this.client = createCachedClient({ live: client, cache: this.#cache, checkMayWrite });
    this.#healthChecks.set("ping", () => undefined);
    this.#readyChecks.set("caches", () => this.#checkReady());
    parts.metrics.observeInformers(() => this.#caches.flatMap((cache) => cache.states()));
  }

  /** Starts the definition of a controller. The name appears in logs and metrics, and must be unique in the manager. */
  controller(name: string): ControllerBuilder {
    const complete = this.#begin(`controller(${JSON.stringify(name)})`);
    return new ControllerBuilder(name, {
      problemsWith: (candidate) => {
        complete(); // errors in it are thrown there
        return this.#problemsWith(candidate);
      },
      add: (definition) => this.#addController(definition),
    }).withOptions(this.#parts.controllerDefaults ?? {});
  }

  /**
   * Caches the objects of a kind, so that reading them causes no requests to the API server: all objects, or those that
   * the options select. You can add indexes to the returned cache. You can set options once, before the manager starts.
   *
   * @throws TsopError `runtime/invalid-wiring`, `cluster/invalid-request` if `labels` is not a selector
   */
  cacheFor<T extends KubeObject>(kind: Kind<T>, options?: CacheForOptions<T>): KindCache<T> {
    return new KindCache(this.#cache.informerFor(kind, options));
  }

  /**
   * Changes the namespaces that the manager watches; an empty list means all. Resolves when the objects of the new
   * namespaces are listed; until then, reads of them go to the API server. The objects of removed namespaces leave the
   * cache without a delete event, because they still exist. They are no longer reconciled, unless they are already in
   * the queue. Kinds whose `cacheFor` names namespaces, and cluster-scoped kinds, are not affected.
   */
  async setNamespaces(namespaces: readonly string[]): Promise<void> {
    const wrong = namespaces.filter((name) => !isLabel(name)).map((name) => JSON.stringify(name));
    if (wrong.length > 0) {
      throw new TsopError("usage/invalid-argument", `setNamespaces(): invalid namespaces: ${wrong.join(", ")}`);
    }
    await this.#cache.setNamespaces(namespaces);
  }

  /**
   * Creates a recorder of events for the users of objects. The name identifies the reporter: `bar`, or `foo.abc.com/bar`. The
   * recorder counts an event that repeats within six minutes instead of writing it again. For different events about one object,
   * it writes up to 25 at once and then one every five minutes. When the manager stops, unwritten events have two more seconds.
   *
   * @throws TsopError `runtime/invalid-wiring` if the API server would reject the name
   */
  eventRecorder(name: string): EventRecorder {
    return this.#events.recorder(name);
  }

  /**
   * Adds a runnable that starts with the controllers, or another cluster whose caches start with the manager's own.
   *
   * @throws TsopError `runtime/invalid-wiring` after `start`, and if the manager already has a cluster with this name
   */
  add(runnable: Runnable | Cluster): void {
    this.#checkNotStarted("add()");
    if (!(runnable instanceof Cluster)) return void this.#runnables.push(runnable);
    const { elector, metrics } = this.#parts;
    this.#clusters.add(runnable, {
      checkMayWrite: () => elector?.checkMayWrite(),
      countRequest: (request) => metrics.countRequest(request),
    });
  }

  /** Adds a check to `/healthz`. If the check keeps failing, the kubelet kills the process. */
  addHealthCheck(name: string, check: HealthCheck): void {
    addCheck(this.#healthChecks, name, check);
  }

  /** Adds a check to `/readyz`, which already checks that the caches are filled. */
  addReadyCheck(name: string, check: HealthCheck): void {
    addCheck(this.#readyChecks, name, check);
  }

  /**
   * Serves another path next to `/metrics`, under the same rules: over HTTPS, for clients that RBAC allows to access the path.
   *
   * @throws TsopError `runtime/invalid-wiring` after `start`, and if the path is taken or does not begin with a slash
   */
  addMetricsHandler(path: string, handler: RequestListener): void {
    this.#checkNotStarted("addMetricsHandler()");
    if (!path.startsWith("/") || path === "/metrics" || this.#metricsHandlers.has(path)) {
      const why = path.startsWith("/") ? "the path is already in use" : "a path must begin with a slash";
      throw new TsopError("runtime/invalid-wiring", `addMetricsHandler(${JSON.stringify(path)}): ${why}`);
    }
    this.#metricsHandlers.set(path, handler);
  }

  /**
   * Starts the definition of a kind's webhooks: defaults, validation and conversion. Every replica serves them over HTTPS on
   * port 9443 (`--webhook-port`), whether it leads or not, and before the caches fill, because these may need a conversion.
   */
  webhook<T extends KubeObject>(kind: Kind<T>): WebhookBuilder<T> {
    const complete = this.#begin(`webhook(${kind.kind})`);
    return new WebhookBuilder(kind, () => {
      this.#checkNotStarted("webhook()");
      complete();
      return this.#webhooks;
    });
  }

  /**
   * Handles admission reviews at a path, for cases that {@link webhook} does not cover: see {@link AdmissionHandler}.
   *
   * @throws TsopError `runtime/invalid-wiring` after `start`, and if the path is taken or does not begin with a slash
   */
  addAdmissionHandler(path: string, handler: AdmissionHandler): void {
    this.#checkNotStarted("addAdmissionHandler()");
    this.#webhooks.addAdmission(path, answerByHandler(handler));
  }

  /** The paths of the served webhooks. @internal */
  get webhookPaths(): readonly string[] {
    return [...this.#webhooks.endpoints.keys()];
  }

  /**
   * Runs until the signal fires and all work has ended. Running reconciles have 30 seconds to finish, then their own
   * signal fires (`gracefulShutdownTimeoutMs`). A manager can start only once.
   *
   * @throws TsopError `runtime/invalid-wiring` (a controller or webhook without its `complete()`), `runtime/port-unavailable`,
   * `runtime/leader-election-lost`, `runtime/stop-timeout` (something did not end in time), and whatever a runnable throws
   */
  async start(signal: AbortSignal = new AbortController().signal): Promise<void> {
    this.#checkNotStarted("start()");
    this.#checkComplete();
    const { metrics, elector } = this.#parts;
    const controllers = [...this.#controllers.values()];
    for (const controller of controllers) controller.checkClusters();
    const servers = new ManagerServers(this.#parts);
    const run = new ManagerRun({
      ...this.#parts,
      onStopping: () => servers.retire(),
      caches: this.#caches,
      controllers,
      runnables: this.#runnables,
      onLeading: (isLeader) => {
        metrics.setLeader(elector?.leaseName ?? "", isLeader);
        if (isLeader) this.#onElected();
      },
    });
    this.#run = run;
    if (elector === undefined) this.#onElected();
    // Timers of the clock do not keep the process alive, and a manager that waits for its API server has nothing else.
    const keepAlive = setInterval(() => undefined, 2 ** 30);
    try {
      await servers.open({
        healthChecks: this.#healthChecks,
        readyChecks: this.#readyChecks,
        metricsHandlers: this.#metricsHandlers,
        webhooks: this.#webhooks,
        registry: this.metricsRegistry,
        addReadyCheck: (name, check) => this.addReadyCheck(name, check),
      });
      await run.run(signal);
    } finally {
      await this.#events.stop();
      await servers.close();
      this.#parts.close();
      for (const cluster of this.#clusters.all) cluster.close();
      clearInterval(keepAlive);
    }
  }

  /** Records an incomplete definition, and returns a function that marks it as complete. */
  #begin(what: string): () => void {
    const begun = { what };
    this.#incomplete.add(begun);
    return () => void this.#incomplete.delete(begun);
  }

  #checkComplete(): void {
    if (this.#incomplete.size === 0) return;
    const names = [...this.#incomplete].map(({ what }) => what).join(", ");
    throw new TsopError("runtime/invalid-wiring", `${names}: complete() was not called`, {
      hint: "Call complete() at the end of each definition; without it, the definition has no effect.",
    });
  }

  #addController(definition: ControllerDefinition): Controller {
    const controller = new Controller(definition, { ...this.#parts, cache: this.#cache, clusters: this.#clusters });
    this.#controllers.set(definition.name, controller);
    return controller;
  }

  #problemsWith(name: string): string[] {
    const problems: string[] = [];
    if (!/^[a-z]([-a-z0-9_]{0,61}[a-z0-9])?$/.test(name)) {
      problems.push("the name must begin with a letter and consist of at most 63 lower-case letters, digits, - and _");
    }
    if (this.#controllers.has(name)) problems.push("a controller with this name exists already");
    if (this.#run !== undefined) problems.push("the manager has already started");
    return problems;
  }

  #checkNotStarted(call: string): void {
    if (this.#run === undefined) return;
    throw new TsopError("runtime/invalid-wiring", `cannot call ${call}: the manager has already started`);
  }

  get #caches(): Cache[] {
    return [this.#cache, ...this.#clusters.all.map(({ cache }) => cache)];
  }

  #checkReady(): void {
    if (this.#run === undefined || this.#run.isStopping) throw new Error("the manager is not running");
    checkCaches(this.#caches, {
      limitMs: this.#parts.cacheStaleAfterMs,
      // The API server sends conversions only to ready pods: a pod that waits for one to become ready waits forever.
      isExcused: (kind, failure) => this.#webhooks.converts(kind) && isWaitingForConversion(failure),
    });
  }
}
