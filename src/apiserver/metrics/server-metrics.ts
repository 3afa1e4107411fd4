/** Counts the requests of the server. */
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { RequestInfo } from "../http/request-info.js";
import { isLongRunning } from "../http/request-timeout.js";
import type { RequestUrl } from "../http/request-url.js";
import type { ServedResource } from "../resource.js";
import type { ExposedMetrics, MeasuredServer } from "./exposed-metrics.js";
import {
  type CountedRequest,
  dryRunLabel,
  longLabels,
  pathLabels,
  type RequestLabels,
  resourceLabels,
} from "./request-labels.js";

/** A request that the metrics count. */
export interface MeasuredRequest {
  /** @param size - returns the bytes of the response; called for reads only */
  end(code: number, size: () => number): void;
}

type Change = (metrics: ExposedMetrics) => void;

/** More changes than this do not wait for a client that reads the metrics. */
const mostWaiting = 1_000;

/**
 * Keeps the changes of metrics until a client reads them: prom-client takes time to load, and few servers are asked for their
 * metrics.
 */
export class ServerMetrics {
  readonly #version: KubernetesVersion;
  readonly #now: () => number;
  #server: MeasuredServer | undefined;
  #waiting: Change[] = [];
  #exposed: ExposedMetrics | undefined;
  #loading: Promise<ExposedMetrics> | undefined;

  /** @param now - milliseconds, for durations */
  constructor(version: KubernetesVersion, now: () => number) {
    this.#version = version;
    this.#now = now;
  }

  observe(server: MeasuredServer): void {
    this.#server = server;
  }

  /** Counts a request that the server rejects because there are too many. */
  drop(request: CountedRequest, url: RequestUrl, info: RequestInfo, resource: ServedResource | undefined): void {
    const labels = resource === undefined ? undefined : resourceLabels(request, url, info, resource);
    if (labels === undefined) return;
    const counted = { code: "429", ...labels, dry_run: dryRunLabel(url.searchParams) };
    this.#change(({ total }) => total.inc(counted));
  }

  beginPath(request: CountedRequest, url: RequestUrl, startedAt: number): MeasuredRequest | undefined {
    const labels = pathLabels(request, url);
    return labels === undefined ? undefined : this.#begin(labels, url, startedAt);
  }

  beginResource(
    request: CountedRequest & { readonly whenOver: (listener: () => void) => void },
    url: RequestUrl,
    { info, resource, startedAt }: { info: RequestInfo; resource: ServedResource; startedAt: number },
  ): MeasuredRequest {
    const labels = resourceLabels(request, url, info, resource);
    // kube-apiserver does not count logs here, which it reads like an object.
    if (isLongRunning(info) && info.subresource !== "log") {
      const long = { ...longLabels(request, url, info, labels) };
      this.#change(({ running }) => running.inc(long));
      request.whenOver(() => this.#change(({ running }) => running.dec(long)));
    }
    if (resource.deprecationWarning !== undefined) this.#noteDeprecated(labels, resource.deprecationWarning);
    return this.#begin(labels, url, startedAt);
  }

  countHealth(type: string, names: readonly string[]): void {
    this.#change(({ lastCheck, checks }) => {
      for (const name of names) {
        lastCheck.set({ type, name }, 1);
        checks.inc({ type, name, status: "success" });
      }
    });
  }

  /** Returns the text of `/metrics`. */
  async print(): Promise<string> {
    return (await this.#load()).print();
  }

  /** Returns the text of `/metrics/slis`. */
  async printHealth(): Promise<string> {
    return (await this.#load()).printHealth();
  }

  /** Sets the metrics of requests back to zero. */
  reset(): void {
    this.#change(({ total, durations, sizes, deprecated }) => {
      for (const metric of [total, durations, sizes, deprecated]) metric.reset();
    });
  }

  #begin(labels: RequestLabels, { searchParams }: RequestUrl, startedAt: number): MeasuredRequest {
    const { component, ...others } = labels;
    const withDryRun = { component, dry_run: dryRunLabel(searchParams), ...others };
    return {
      end: (code, size) => {
        const seconds = (this.#now() - startedAt) / 1000;
        const bytes = labels.verb === "GET" || labels.verb === "LIST" ? size() : undefined;
        this.#change(({ total, durations, sizes }) => {
          total.inc({ code: String(code), ...withDryRun });
          durations.observe(withDryRun, seconds);
          if (bytes !== undefined) sizes.observe({ ...labels }, bytes);
        });
      },
    };
  }

  #noteDeprecated({ group, version, resource, subresource }: RequestLabels, warning: string): void {
    const removed = /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1] ?? "";
    this.#change(({ deprecated }) =>
      deprecated.set({ group, removed_release: removed, resource, subresource, version }, 1),
    );
  }

  #change(change: Change): void {
    if (this.#exposed !== undefined) {
      change(this.#exposed);
      return;
    }
    this.#waiting.push(change);
    if (this.#waiting.length > mostWaiting) void this.#load();
  }

  #load(): Promise<ExposedMetrics> {
    return (this.#loading ??= import("./exposed-metrics.js").then(({ exposeMetrics }) => {
      const exposed = exposeMetrics(this.#version, this.#server);
      for (const change of this.#waiting) change(exposed);
      [this.#waiting, this.#exposed] = [[], exposed];
      return exposed;
    }));
  }
}
