/** The metrics of the server: their names and labels. Their values differ between runs. */
import type { AnswerBody, ContractCase } from "../contract-case.js";
import { define, group, widget, widgetDefinition, widgets } from "../custom-kinds.js";

const families = [
  "apiserver_current_inflight_requests",
  "apiserver_longrunning_requests",
  "apiserver_request_duration_seconds",
  "apiserver_request_total",
  "apiserver_requested_deprecated_apis",
  "apiserver_resource_objects",
  "apiserver_response_sizes",
  "apiserver_storage_objects",
  "kubernetes_build_info",
  "process_cpu_seconds_total",
  "process_max_fds",
  "process_open_fds",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
  "process_virtual_memory_bytes",
];

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the series of a text, without their values. */
function seriesOf(text: AnswerBody): Series[] {
  const lines = String(text).matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm);
  return Array.from(lines, ([, name = "", labels = ""]) => {
    const pairs = Array.from(labels.matchAll(/([a-z_]+)="([^"]*)"/g), ([, label, value]) => [label, value] as const);
    return { name, labels: Object.fromEntries(pairs.toSorted()) };
  });
}

function typesOf(text: AnswerBody): object {
  const known = families.filter((name) => String(text).includes(`# TYPE ${name} `));
  const all = seriesOf(text);
  const entries = known.map((name) => {
    const type = new RegExp(`^# TYPE ${name} (.*)$`, "m").exec(String(text))?.[1];
    const first = all.find((each) => each.name === name || each.name === `${name}_bucket`);
    return [name, { type, labels: Object.keys(first?.labels ?? {}) }];
  });
  return Object.fromEntries(entries);
}

const counted = [
  "apiserver_longrunning_requests",
  "apiserver_request_duration_seconds_count",
  "apiserver_request_total",
  "apiserver_response_sizes_count",
];

/** The series of a case's own kind. How often the case waits for its kind, and whether a controller watches it, differs between runs. */
function ownSeries(text: AnswerBody, id: string): string[] {
  const own = seriesOf(text).filter(({ name, labels }) => {
    const isOfOthers = labels["scope"] === "cluster" && (labels["verb"] === "LIST" || labels["verb"] === "WATCH");
    return counted.includes(name) && labels["group"] === `${id}.example.com` && !isOfOthers;
  });
  return own
    .map(({ name, labels: { group: own, resource, version, component, ...labels } }) => {
      return `${name} ${component} ${own} ${resource} ${version} ${JSON.stringify(labels)}`;
    })
    .toSorted();
}

const json = { "content-type": "application/json" };
const ofAll = `/apis/${group}/v1/widgets`;

export const cases: readonly ContractCase[] = [
  {
    name: "names, types and labels",
    run: async (api) => {
      await api.get("/api/v1/componentstatuses", { record: false });
      const watch = await api.watch("/api/v1/namespaces/$ns/configmaps?watch=true");
      await api.get("/metrics", { show: typesOf });
      await watch.until(0);
    },
  },
  {
    name: "requests for a custom kind",
    run: async (api) => {
      const replicas = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
      const definition = widgetDefinition({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
      definition.spec.versions[0].subresources = { status: {}, scale: replicas };
      await define(api, definition);
      const unrecorded = { record: false };
      for (const path of [`${widgets}/a`, `${widgets}/a/status`, `${widgets}/a/scale`, `${widgets}/a/unknown`]) {
        await api.get(path, unrecorded);
      }
      for (const path of [
        widgets,
        `${ofAll}/a`,
        `${widgets}?fieldSelector=metadata.name%3Da`,
        `${widgets}?labelSelector=((`,
      ]) {
        await api.get(path, unrecorded);
      }
      await api.post(`${widgets}?dryRun=All&dryRun=All`, widget({}), unrecorded);
      await api.post(`${widgets}?dryRun=Some`, widget({}), unrecorded);
      await api.post(widgets, "{", { ...unrecorded, headers: json });
      await api.post(widgets, widget({}), unrecorded);
      await api.put(`${widgets}/a`, widget({}), unrecorded);
      await api.patch(`${widgets}/a`, "merge", {}, unrecorded);
      await api.patch(`${widgets}/b?fieldManager=x`, "apply", widget({}, { metadata: { name: "b" } }), unrecorded);
      await api.patch(`${widgets}/a/status`, "merge", {}, unrecorded);
      await api.request("head", `${widgets}/a`, undefined, unrecorded);
      await api.request("options", `${widgets}/a`, undefined, unrecorded);
      const watch = await api.watch(`${widgets}?watch=true&timeoutSeconds=1`);
      await watch.until("end");
      await api.delete(`${widgets}/a`, undefined, unrecorded);
      await api.delete(widgets, undefined, unrecorded);
      await api.get("/metrics", { show: (body) => ownSeries(body, api.id) });
    },
  },
  {
    name: "health checks",
    run: async (api) => {
      await api.get("/livez", { record: false });
      await api.get("/metrics/slis", {
        show: (body) =>
          seriesOf(body)
            .filter(({ labels }) => labels["type"] === "livez" && ["ping", "etcd"].includes(labels["name"] ?? ""))
            .map((each) => JSON.stringify(each))
            .toSorted(),
      });
    },
  },
  {
    name: "paths and methods",
    run: async (api) => {
      const show = (body: AnswerBody): unknown => (String(body).startsWith("# HELP") ? "metrics" : body);
      await api.post("/metrics", {}, { show });
      await api.put("/metrics/slis", {}, { show });
      await api.get("/metrics", { show, headers: { accept: "application/json" } });
      await api.get("/metrics", { show, token: "wrong" });
      for (const path of ["/metrics/", "/metrics/slis/", "/metrics/x"]) await api.get(path);
      await api.get("/", { show: ({ paths }) => paths.filter((path: string) => path.startsWith("/metrics")) });
    },
  },
];
