/** The metrics under kube-apiserver's names. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { metricsIn } from "../../core/metrics-in.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { textOf } from "../api-object.js";
import { serverVersion } from "../discovery/version.js";
import { type ServedResource, storageKeyOf } from "../resource.js";

const labelNames = ["component", "group", "resource", "scope", "subresource", "verb", "version"];
const dryRunNames = ["component", "dry_run", ...labelNames.slice(1)];
const deprecatedNames = ["group", "version", "resource", "subresource", "removed_release"];
/** The labels of `kubernetes_build_info`, and the fields of `/version`. */
const buildFields: Readonly<Record<string, string>> = {
  ...{ build_date: "buildDate", compiler: "compiler", git_commit: "gitCommit", git_tree_state: "gitTreeState" },
  ...{ git_version: "gitVersion", go_version: "goVersion", major: "major", minor: "minor", platform: "platform" },
};
const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** What the metrics read when a client asks for them. */
export interface MeasuredServer {
  readonly resources: () => readonly ServedResource[];
  readonly count: (storageKey: string) => number;
  /** The seats of each priority level. */
  readonly seats: () => ReadonlyMap<string, number>;
  readonly inFlight: () => { readonly reading: number; readonly writing: number };
}

export type ExposedMetrics = ReturnType<typeof exposeMetrics>;

export function exposeMetrics(version: KubernetesVersion, server: MeasuredServer | undefined) {
  const [registry, checks] = [new Registry(), new Registry()];
  const requests = requestMetrics(registry);
  if (server !== undefined) measureServer(registry, version, server);
  let hasProcess = false;
  return {
    ...requests,
    ...healthMetrics(checks),
    /** Returns the text of `/metrics`. */
    print: () => {
      // Only a server that is asked measures its process: the observers live as long as the process.
      if (!hasProcess) collectDefaultMetrics({ register: registry });
      hasProcess = true;
      return registry.metrics();
    },
    /** Returns the text of `/metrics/slis`. */
    printHealth: () => checks.metrics(),
  };
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
    lastCheck: gauge("kubernetes_healthcheck", "1 if the last run of the check succeeded", "name", "type"),
    checks: counter("kubernetes_healthchecks_total", "Runs of the check, by result", "name", "status", "type"),
  };
}

function measureServer(
  registry: Registry,
  version: KubernetesVersion,
  { resources, count, seats, inFlight }: MeasuredServer,
): void {
  const { measured } = metricsIn(registry);
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
  const share = "Requests of each priority level that run at once, by its share";
  measured("apiserver_flowcontrol_nominal_limit_seats", share, ["priority_level"], (gauge) => {
    gauge.reset();
    for (const [level, amount] of seats()) gauge.set({ priority_level: level }, amount);
  });
  measured("apiserver_resource_objects", "Stored objects, by resource", ["group", "resource"], (gauge) => {
    gauge.reset();
    for (const { group, resource, storageKey } of storedResources(resources())) {
      gauge.set({ group, resource }, count(storageKey));
    }
  });
  if (version === "1.35") {
    measured("apiserver_storage_objects", "Stored objects, by resource", ["resource"], (gauge) => {
      gauge.reset();
      for (const { group, resource, storageKey } of storedResources(resources())) {
        gauge.set({ resource: group === "" ? resource : `${resource}.${group}` }, count(storageKey));
      }
    });
  }
  const known = serverVersion(version);
  const build = Object.fromEntries(Object.entries(buildFields).map(([label, field]) => [label, textOf(known, field)]));
  measured("kubernetes_build_info", "The version of the server", Object.keys(build), (gauge) => gauge.set(build, 1));
}

/** The resources that have a storage of their own: no views, and no reviews. */
function storedResources(resources: readonly ServedResource[]): ServedResource[] {
  const own = resources.filter(({ group, resource, storageKey, verbs }) => {
    return storageKey === storageKeyOf(group, resource) && verbs.includes("create") && verbs.includes("list");
  });
  return [...new Map(own.map((each) => [each.storageKey, each])).values()];
}
