/** ResourceQuota. Each case writes the status as a controller would, so that no controller has to run. */
import { refusalOrName as show, untilRefused } from "../admission-cases.js";
import type { ContractApi, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;
const secrets = `${core}/secrets`;
const services = `${core}/services`;
const claims = `${core}/persistentvolumeclaims`;

type Hard = Readonly<Record<string, string>>;

/** Creates a quota without usage. */
async function createQuota(api: ContractApi, name: string, hard: Hard, spec: object = {}): Promise<void> {
  const path = `${core}/resourcequotas`;
  await api.post(path, { metadata: { name }, spec: { hard, ...spec } }, { record: false });
  const used = Object.fromEntries(Object.keys(hard).map((each) => [each, "0"]));
  await api.patch(`${path}/${name}/status`, "merge", { status: { hard, used } }, { record: false });
}

function showStatus({ status }: { readonly status: unknown }): unknown {
  return status;
}

function pod(name: string, resources: object = {}, spec: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: "main", image: "i", resources }], ...spec } };
}

function claim(name: string, storage: string, storageClassName = ""): object {
  const resources = { requests: { storage } };
  return { metadata: { name }, spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources } };
}

const tooMuch = pod("z", { requests: { cpu: "1k" }, limits: { cpu: "1k" } });
const priorityQuota = {
  scopeSelector: {
    matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["system-node-critical"] }],
  },
};

export const cases: readonly ContractCase[] = [
  {
    name: "objects are counted, by their old names and their new ones",
    async run(api) {
      await createQuota(api, "q", { secrets: "2", "count/secrets": "3", "count/deployments.apps": "0" });
      const apps = "/apis/apps/v1/namespaces/$ns/deployments";
      const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
      const deployment = { metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "b" } }, template } };
      await untilRefused(api, apps, deployment);
      await api.post(apps, deployment);
      for (const name of ["a", "b", "c"]) await api.post(secrets, { metadata: { name } }, { show });
      await api.post(secrets, { metadata: { generateName: "g" } }, { show: ({ code }) => code as unknown });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
      await api.put(`${secrets}/a`, { metadata: { name: "a" }, data: { a: "YQ==" } }, { show });
    },
  },
  {
    name: "what is dry is judged, and takes nothing",
    async run(api) {
      await createQuota(api, "q", { secrets: "1", services: "0" });
      await untilRefused(api, services, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
      for (const name of ["a", "b"]) await api.post(`${secrets}?dryRun=All`, { metadata: { name } }, { show });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
      await api.post(secrets, { metadata: { name: "a" } }, { show });
      await api.post(`${secrets}?dryRun=All`, { metadata: { name: "b" } }, { show });
    },
  },
  {
    name: "claims of devices are counted by their classes",
    async run(api) {
      const path = "/apis/resource.k8s.io/v1/namespaces/$ns/resourceclaims";
      const requests = (...all: readonly object[]): object => ({
        spec: { devices: { requests: all.map((each, index) => ({ name: `r${index}`, ...each })) } },
      });
      const few = { exactly: { deviceClassName: "gold", count: 2 } };
      const all = { exactly: { deviceClassName: "gold", allocationMode: "All" } };
      const choice = {
        firstAvailable: [
          { name: "a", deviceClassName: "gold", count: 3 },
          { name: "b", deviceClassName: "gold", count: 1 },
          { name: "c", deviceClassName: "iron", allocationMode: "All" },
        ],
      };
      await createQuota(api, "q", {
        "gold.deviceclass.resource.k8s.io/devices": "5",
        "iron.deviceclass.resource.k8s.io/devices": "40",
        "count/resourceclaims.resource.k8s.io": "3",
      });
      await untilRefused(api, path, { metadata: { name: "z" }, ...requests(all) });
      const templates = "/apis/resource.k8s.io/v1/namespaces/$ns/resourceclaimtemplates";
      const specOf = { show: ({ spec }: { readonly spec: unknown }) => spec };
      await api.post(
        templates,
        { metadata: { name: "t" }, spec: requests({ exactly: { deviceClassName: "a" } }) },
        specOf,
      );
      await api.post(`${path}?dryRun=All`, { metadata: { name: "y" }, ...requests(choice) }, specOf);
      for (const [name, ...given] of [
        ["a", few, few],
        ["b", few],
        ["c", choice],
        ["d", { exactly: few.exactly }],
      ] as const) {
        await api.post(path, { metadata: { name }, ...requests(...given) }, { show });
      }
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
    },
  },
  {
    name: "a custom resource is counted",
    async run(api) {
      const group = "$id.example.com";
      const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
      const schema = { openAPIV3Schema: { type: "object" } };
      const versions = [{ name: "v1", served: true, storage: true, schema }];
      const definition = {
        metadata: { name: `widgets.${group}` },
        spec: { group, names, scope: "Namespaced", versions },
      };
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      api.cleanUp(`${path}/widgets.${group}`);
      await api.post(path, definition, { record: false });
      const widgets = `/apis/${group}/v1/namespaces/$ns/widgets`;
      const widget = (name: string): object => ({ apiVersion: `${group}/v1`, kind: "Widget", metadata: { name } });
      await api.until(widgets, ({ status }) => status === 200, { show: () => "served" });
      await createQuota(api, "q", { [`count/widgets.${group}`]: "1", secrets: "0" });
      await untilRefused(api, secrets, { metadata: { name: "z" } });
      for (const name of ["a", "b"]) await api.post(widgets, widget(name), { show });
    },
  },
  {
    name: "pods ask for what a quota is about",
    async run(api) {
      await createQuota(api, "q", { "requests.cpu": "1", "limits.memory": "1Gi", pods: "3" });
      await untilRefused(api, pods, pod("z"));
      await api.post(pods, pod("a"), { show });
      await api.post(pods, pod("a", { requests: { cpu: "100m" } }), { show });
      const resources = { requests: { cpu: "100m" }, limits: { memory: "1Mi" } };
      const initContainers = [
        { name: "first", image: "i" },
        { name: "second", image: "i", resources },
      ];
      await api.post(pods, pod("a", resources, { initContainers }), { show });
      const ofPod = { resources: { requests: { cpu: "10m" } } };
      await api.post(`${pods}?dryRun=All`, pod("a", {}, ofPod), { show });
    },
  },
  {
    name: "what pods ask for adds up",
    async run(api) {
      const hard = { "requests.cpu": "1", "limits.cpu": "2", memory: "1Gi", "limits.memory": "1Gi", pods: "5" };
      await createQuota(api, "q", hard);
      await untilRefused(api, pods, tooMuch);
      const asks = (cpu: string, memory: string): object => ({ requests: { cpu }, limits: { cpu, memory } });
      await api.post(pods, pod("a", asks("500m", "512Mi")), { show });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
      await api.post(pods, pod("b", asks("600m", "1Mi")), { show });
      await api.post(pods, pod("b", asks("2", "600Mi")), { show });
      await api.post(pods, pod("b", asks("0.5", "256M")), { show });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
      await api.post(pods, pod("c", asks("1m", "1e3")), { show });
    },
  },
  {
    name: "init containers run before, sidecars beside",
    async run(api) {
      await createQuota(api, "q", {
        "requests.cpu": "1",
        "requests.example.com/gpu": "1",
        "requests.ephemeral-storage": "1Gi",
      });
      await untilRefused(api, pods, tooMuch);
      const asks = (cpu: string): object => ({ requests: { cpu } });
      const first = { name: "first", image: "i", resources: asks("1100m") };
      const beside = { name: "beside", image: "i", resources: asks("600m"), restartPolicy: "Always" };
      await api.post(`${pods}?dryRun=All`, pod("a", asks("100m"), { initContainers: [first] }), { show });
      await api.post(`${pods}?dryRun=All`, pod("a", asks("500m"), { initContainers: [beside] }), { show });
      await api.post(
        `${pods}?dryRun=All`,
        pod("a", asks("100m"), { initContainers: [beside, { ...first, resources: asks("500m") }] }),
        { show },
      );
      const gpu = { "example.com/gpu": "2", cpu: "1m" };
      await api.post(`${pods}?dryRun=All`, pod("a", { requests: gpu, limits: gpu }), { show });
      const disk = { cpu: "1m", "ephemeral-storage": "2Gi" };
      await api.post(`${pods}?dryRun=All`, pod("a", { requests: disk }), { show });
      const overhead = { overhead: { cpu: "950m" } };
      await api.post(`${pods}?dryRun=All`, pod("a", asks("100m"), overhead), { show });
    },
  },
  {
    name: "scopes choose pods",
    async run(api) {
      await createQuota(api, "best-effort", { pods: "0" }, { scopes: ["BestEffort"] });
      await createQuota(api, "not-best-effort", { pods: "1" }, { scopes: ["NotBestEffort"] });
      await createQuota(api, "terminating", { pods: "0" }, { scopes: ["Terminating"] });
      await createQuota(api, "not-terminating", { pods: "2" }, { scopes: ["NotTerminating"] });
      const ends = { activeDeadlineSeconds: 60 };
      const asks = { requests: { cpu: "1m" } };
      await untilRefused(api, pods, pod("z"));
      await untilRefused(api, pods, pod("z", asks, ends));
      await api.post(pods, pod("a"), { show });
      await api.post(pods, pod("a", asks, ends), { show });
      await api.post(pods, pod("a", asks), { show });
      await api.patch(`${pods}/a`, "merge", { spec: ends }, { show });
      await api.post(pods, pod("b", asks), { show });
    },
  },
  {
    name: "scopes choose pods by their priority, and by where they look for others",
    async run(api) {
      await createQuota(api, "critical", { pods: "0" }, priorityQuota);
      await createQuota(api, "afar", { pods: "0" }, { scopes: ["CrossNamespacePodAffinity"] });
      await createQuota(api, "any", { "count/pods": "0" }, { scopes: ["PriorityClass"] });
      const critical = { priorityClassName: "system-node-critical" };
      const term = { topologyKey: "a", labelSelector: { matchLabels: { a: "b" } } };
      const near = (required: object): object => ({
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [required] } },
      });
      await untilRefused(api, pods, pod("z", {}, { priorityClassName: "system-cluster-critical" }));
      await untilRefused(api, pods, pod("z", {}, near({ ...term, namespaceSelector: {} })));
      await untilRefused(api, pods, pod("z", {}, critical));
      const dry = `${pods}?dryRun=All`;
      await api.post(dry, pod("a", {}, { priorityClassName: "system-cluster-critical" }), { show });
      await api.post(dry, pod("a"), { show });
      await api.post(dry, pod("a", {}, near(term)), { show });
      await api.post(dry, pod("a", {}, near({ ...term, namespaces: ["default"] })), { show });
    },
  },
  {
    name: "services are counted by what they take",
    async run(api) {
      await createQuota(api, "q", { services: "3", "services.nodeports": "1", "services.loadbalancers": "0" });
      const service = (name: string, type: string, ...ports: number[]): object => ({
        metadata: { name },
        spec: { type, ports: ports.map((port) => ({ port, name: `p${port}` })) },
      });
      await untilRefused(api, services, service("z", "LoadBalancer", 80));
      await api.post(services, service("a", "LoadBalancer", 80), { show });
      await api.post(services, service("a", "NodePort", 80, 81), { show });
      await api.post(services, service("a", "ClusterIP", 80, 81), { show });
      await api.patch(`${services}/a`, "merge", { spec: { type: "NodePort" } }, { show });
      await api.post(services, service("b", "NodePort", 80), { show });
      await api.patch(`${services}/b`, "merge", { spec: { type: "LoadBalancer" } }, { show });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
    },
  },
  {
    name: "claims are counted by size and class",
    async run(api) {
      const hard = {
        persistentvolumeclaims: "3",
        "requests.storage": "10Gi",
        "gold-$id.storageclass.storage.k8s.io/requests.storage": "1Gi",
        "gold-$id.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
      };
      await createQuota(api, "q", hard);
      await untilRefused(api, claims, claim("z", "11Gi"));
      await api.post(claims, claim("a", "11Gi"), { show });
      await api.post(claims, claim("a", "2Gi", "gold-$id"), { show });
      await api.post(claims, claim("a", "1Gi", "gold-$id"), { show });
      await api.post(claims, claim("b", "1Mi", "gold-$id"), { show });
      await api.post(claims, claim("b", "9.5Gi"), { show });
      await api.post(claims, claim("b", "1500M"), { show });
      await api.get(`${core}/resourcequotas/q`, { show: showStatus });
    },
  },
];
