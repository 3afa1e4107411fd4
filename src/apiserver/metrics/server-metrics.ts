/** The metrics of the server, under kube-apiserver's names. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { metricsIn } from "../../core/metrics-in.js";
import { textOf } from "../api-object.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { serverVersion } from "../discovery/version.js";
import type { RequestInfo } from "../http/request-info.js";
import { isLongRunning } from "../http/request-timeout.js";
import type { RequestUrl } from "../http/request-url.js";
import { type ServedResource, storageKeyOf } from "../resource.js";
import {
  type CountedRequest,
  dryRunLabel,
  longLabels,
  pathLabels,
  type RequestLabels,
  resourceLabels,
} from "./request-labels.js";

const labelNames = ["component", "group", "resource", "scope", "subresource", "verb", "version"];
const dryRunNames = ["component", "dry_run", ...labelNames.slice(1)];
const deprecatedNames = ["group", "version", "resource", "subresource", "removed_release"];
/** The labels of `kubernetes_build_info`, and the fields of `/version`. */
const buildNames = [
  ...([
    ["build_date", "buildDate"],
    ["compiler", "compiler"],
    ["git_commit", "gitCommit"],
  ] as const),
  ...([
    ["git_tree_state", "gitTreeState"],
    ["git_version", "gitVersion"],
    ["go_version", "goVersion"],
  ] as const),
  ...([
    ["major", "major"],
    ["minor", "minor"],
    ["platform", "platform"],
  ] as const),
];
const durationBuckets = [
  ...[0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
];
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** What the metrics read when a client asks for them. */
export interface MeasuredServer {
  readonly resources: () => readonly ServedResource[];
  readonly count: (storageKey: string) => number;
  readonly inFlight: () => { readonly reading: number; readonly writing: number };
}

/** A request that the metrics count. */
export interface MeasuredRequest {
  end(code: number, bytes: number): void;
}

export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #checks = new Registry();
  readonly #metrics = requestMetrics(this.#registry);
  readonly #health = healthMetrics(this.#checks);
  readonly #version: KubernetesVersion;
  readonly #now: () => number;
  #hasProcess = false;

  /** @param now - milliseconds, for durations */
  constructor(version: KubernetesVersion, now: () => number) {
    this.#version = version;
    this.#now = now;
  }

  observe({ resources, count, inFlight }: MeasuredServer): void {
    const { measured } = metricsIn(this.#registry);
    measured(
      "apiserver_current_inflight_requests",
      "Highest number of concurrent requests in the last second, by kind",
      ["request_kind"],
      (gauge) => {
        const { reading, writing } = inFlight();
        gauge.set({ request_kind: "mutating" }, writing);
        gauge.set({ request_kind: "readOnly" }, reading);
      },
    );
    measured("apiserver_resource_objects", "Stored objects, by resource", ["group", "resource"], (gauge) => {
      gauge.reset();
      for (const { group, resource, storageKey } of storedResources(resources())) {
        gauge.set({ group, resource }, count(storageKey));
      }
    });
    if (this.#version === "1.35") {
      measured("apiserver_storage_objects", "Stored objects, by resource", ["resource"], (gauge) => {
        gauge.reset();
        for (const { group, resource, storageKey } of storedResources(resources())) {
          gauge.set({ resource: group === "" ? resource : `${resource}.${group}` }, count(storageKey));
        }
      });
    }
    const build = buildLabels(this.#version);
    measured("kubernetes_build_info", "The version of the server", Object.keys(build), (gauge) => {
      gauge.set(build, 1);
    });
  }

  /** Counts a request that the server rejects because there are too many. */
  drop(request: CountedRequest, url: RequestUrl, info: RequestInfo, resource: ServedResource | undefined): void {
    const labels = resource === undefined ? undefined : resourceLabels(request, url, info, resource);
    if (labels === undefined) return;
    this.#metrics.total.inc({ code: "429", ...labels, dry_run: dryRunLabel(url.searchParams) });
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
      const { running } = this.#metrics;
      const long = { ...longLabels(request, url, info, labels) };
      running.inc(long);
      request.whenOver(() => running.dec(long));
    }
    if (resource.deprecationWarning !== undefined) this.#noteDeprecated(labels, resource.deprecationWarning);
    return this.#begin(labels, url, startedAt);
  }

  countHealth(type: string, names: readonly string[]): void {
    for (const name of names) {
      this.#health.last.set({ type, name }, 1);
      this.#health.total.inc({ type, name, status: "success" });
    }
  }

  /** Returns the text of `/metrics`. */
  async print(): Promise<string> {
    // Only a server that is asked measures its process: the observers live as long as the process.
    if (!this.#hasProcess) collectDefaultMetrics({ register: this.#registry });
    this.#hasProcess = true;
    return this.#registry.metrics();
  }

  /** Returns the text of `/metrics/slis`. */
  printHealth(): Promise<string> {
    return this.#checks.metrics();
  }

  /** Sets the metrics of requests back to zero. */
  reset(): void {
    const { total, durations, sizes, deprecated } = this.#metrics;
    for (const metric of [total, durations, sizes, deprecated]) metric.reset();
  }

  #begin(labels: RequestLabels, { searchParams }: RequestUrl, startedAt: number): MeasuredRequest {
    const { total, durations, sizes } = this.#metrics;
    const { verb } = labels;
    const { component, ...others } = labels;
    const withDryRun = { component, dry_run: dryRunLabel(searchParams), ...others };
    return {
      end: (code, bytes) => {
        total.inc({ code: String(code), ...withDryRun });
        durations.observe(withDryRun, (this.#now() - startedAt) / 1000);
        if (verb === "GET" || verb === "LIST") sizes.observe({ ...labels }, bytes);
      },
    };
  }

  #noteDeprecated({ group, version, resource, subresource }: RequestLabels, warning: string): void {
    const removed = /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1] ?? "";
    this.#metrics.deprecated.set({ group, removed_release: removed, resource, subresource, version }, 1);
  }
}

function requestMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metricsIn(registry);
  const duration = "Duration of requests in seconds";
  const deprecated = "1 for each deprecated API that clients have requested, with the release that removes it";
  return {
    running: gauge("apiserver_longrunning_requests", "Watches and connections that run", ...labelNames),
    durations: histogram("apiserver_request_duration_seconds", duration, durationBuckets, ...dryRunNames),
    total: counter("apiserver_request_total", "Requests, by the code of the response", ...dryRunNames, "code"),
    deprecated: gauge("apiserver_requested_deprecated_apis", deprecated, ...deprecatedNames),
    sizes: histogram("apiserver_response_sizes", "Bytes of responses to reads", sizeBuckets, ...labelNames),
  };
}

function healthMetrics(registry: Registry) {
  const { counter, gauge } = metricsIn(registry);
  return {
    last: gauge("kubernetes_healthcheck", "1 if the last run of the check succeeded", "name", "type"),
    total: counter("kubernetes_healthchecks_total", "Runs of the check, by result", "name", "status", "type"),
  };
}

/** The resources that have a storage of their own: no views, and no reviews. */
function storedResources(resources: readonly ServedResource[]): ServedResource[] {
  const own = resources.filter(({ group, resource, storageKey, verbs }) => {
    return storageKey === storageKeyOf(group, resource) && verbs.includes("create") && verbs.includes("list");
  });
  return [...new Map(own.map((each) => [each.storageKey, each])).values()];
}

function buildLabels(version: KubernetesVersion): Record<string, string> {
  const known = serverVersion(version);
  return Object.fromEntries(buildNames.map(([label, field]) => [label, textOf(known, field)]));
}
