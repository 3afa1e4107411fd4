import type { RequestListener, Server } from "node:http";
import type { Registry } from "prom-client";
import { createHealthServer, type HealthCheck } from "./http/health.js";
import { type BindAddress, listen, type Listener } from "./http/listener.js";
import { untilQuiet } from "./http/until-quiet.js";
import type { LogFields } from "./logger.js";
import type { CertifiedServer } from "./webhook/certificates/own-certificates.js";
import { createWebhookServer, type WebhookServerOptions } from "./webhook/webhook-server.js";
import type { Webhooks } from "./webhook/webhooks.js";
import type { Surroundings } from "./surroundings.js";

export interface ManagerServersOptions extends Pick<Surroundings, "log" | "clock"> {
  readonly healthAddress: BindAddress | undefined;
  readonly metricsServer:
    | {
        readonly address: BindAddress;
        readonly create: (handlers: ReadonlyMap<string, RequestListener>) => Promise<CertifiedServer>;
      }
    | undefined;
  /** Undefined: webhooks are not served. */
  readonly webhookServer: WebhookServerOptions | undefined;
}

/** The parts that the servers expose. */
export interface ServedParts {
  readonly healthChecks: ReadonlyMap<string, HealthCheck>;
  readonly readyChecks: ReadonlyMap<string, HealthCheck>;
  readonly metricsHandlers: ReadonlyMap<string, RequestListener>;
  readonly webhooks: Webhooks;
  readonly registry: Registry;
  /** Adds to the checks of `/readyz`. */
  readonly addReadyCheck: (name: string, check: HealthCheck) => void;
}

/** The number of milliseconds that requests in progress have when the server accepts no new ones. */
const graceMs = 5_000;

/**
 * The number of milliseconds after which webhooks are no longer served, although connections still come: the drain must
 * end before the kubelet kills the process.
 */
const mostLingerMs = 25_000;

/** The servers of a manager: health probes, metrics, webhooks. */
export class ManagerServers {
  readonly #options: ManagerServersOptions;
  readonly #listeners: Listener[] = [];
  /** Fires when the server no longer waits for webhook requests. */
  readonly #end = new AbortController();
  #webhooks: Listener | undefined;
  /** The time when the manager began to stop, by the monotonic clock. */
  #retiredAt: number | undefined;
  /** Fires when the background tasks of the servers are no longer needed. */
  readonly #stop = new AbortController();
  readonly #background: Promise<void>[] = [];
  /** The time of the last connection to the webhooks, by the monotonic clock. */
  #lastConnectionAt: number | undefined;

  constructor(options: ManagerServersOptions) {
    this.#options = options;
  }

  /** @throws TsopError `runtime/port-unavailable`, `files/read-failed` */
  async open(parts: ServedParts): Promise<void> {
    await this.#openHealth(parts);
    await this.#openMetrics(parts);
    await this.#openWebhooks(parts);
  }

  /**
   * Called when the manager stops. Webhooks still get responses, but no connection is kept alive: the next request goes
   * to another process.
   */
  retire(): void {
    this.#retiredAt ??= this.#options.clock.monotonic();
    this.#webhooks?.retire();
  }

  /**
   * Ends the servers. Serves webhooks until routes to this process no longer exist, which takes some time after
   * {@link retire}: each new connection shows that one still does.
   */
  async close(): Promise<void> {
    this.retire();
    this.#stop.abort();
    await Promise.all(this.#background);
    const { webhookServer, clock } = this.#options;
    if (this.#webhooks !== undefined) {
      const quiet = {
        clock,
        since: this.#retiredAt ?? clock.monotonic(),
        lastAt: () => this.#lastConnectionAt,
        quietMs: webhookServer?.lingerMs ?? 0,
        mostMs: mostLingerMs,
      };
      await untilQuiet(quiet, this.#end.signal);
      await this.#webhooks.drain(graceMs);
    }
    this.#end.abort(new Error("the manager has stopped"));
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  async #openHealth({ healthChecks, readyChecks }: ServedParts): Promise<void> {
    const { healthAddress, log, clock } = this.#options;
    if (healthAddress === undefined) return;
    const endpoints = new Map([
      ["/healthz", healthChecks],
      ["/readyz", readyChecks],
    ]);
    const server = createHealthServer({ endpoints, log, clock });
    await this.#listen(server, healthAddress, { purpose: "health probes", flag: "--health-probe-bind-address" });
  }

  async #openMetrics({ metricsHandlers }: ServedParts): Promise<void> {
    const { metricsServer } = this.#options;
    if (metricsServer === undefined) return;
    const { server, certificates } = await metricsServer.create(metricsHandlers);
    await this.#listen(server, metricsServer.address, { purpose: "metrics", flag: "--metrics-bind-address" });
    if (certificates !== undefined) this.#background.push(certificates.run(this.#stop.signal));
  }

  async #openWebhooks({ webhooks, registry, addReadyCheck }: ServedParts): Promise<void> {
    const { webhookServer, log, clock } = this.#options;
    const paths = [...webhooks.endpoints.keys()];
    if (paths.length === 0) return;
    if (webhookServer === undefined) {
      log.warn("webhooks are not served (ENABLE_WEBHOOKS=false)", { paths });
      return;
    }
    const { server, certificates } = await createWebhookServer(webhooks, webhookServer, {
      ...this.#options,
      registry,
      signal: this.#end.signal,
    });
    server.on("connection", () => {
      this.#lastConnectionAt = clock.monotonic();
    });
    const names = { purpose: "webhooks", flag: "--webhook-port" };
    this.#webhooks = await this.#listen(server, webhookServer.address, names, { paths });
    if (certificates === undefined) return;
    addReadyCheck("webhook-certificate", () => certificates.check());
    this.#background.push(certificates.run(this.#stop.signal));
  }

  async #listen(
    server: Server,
    address: BindAddress,
    names: { readonly purpose: string; readonly flag: string },
    fields: LogFields = {},
  ): Promise<Listener> {
    const listener = await listen(server, address, names);
    this.#listeners.push(listener);
    this.#options.log.info(`serving ${names.purpose}`, { address: listener.address, ...fields });
    return listener;
  }
}
