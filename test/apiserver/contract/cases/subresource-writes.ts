import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { define, version, widget, widgetDefinition, widgets } from "../custom-kinds.js";
import { one } from "../custom-resource-cases.js";

const pods = "/api/v1/namespaces/$ns/pods";
const budgets = "/apis/policy/v1/namespaces/$ns/poddisruptionbudgets";
const deployments = "/apis/apps/v1/namespaces/$ns/deployments";
const maps = "/api/v1/namespaces/$ns/configmaps";
const selfReviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

const quiet = { record: false };

async function makePod(api: ContractApi, status?: object): Promise<void> {
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "quiet" } };
  await api.post("/api/v1/namespaces/$ns/serviceaccounts", account, quiet);
  const metadata = { name: "a", labels: { app: "a" }, finalizers: ["a.b/c"] };
  const spec = {
    serviceAccountName: "quiet",
    automountServiceAccountToken: false,
    containers: [{ name: "a", image: "a" }],
  };
  await api.post(pods, { apiVersion: "v1", kind: "Pod", metadata, spec }, quiet);
  if (status !== undefined) await api.patch(`${pods}/a/status`, "merge", { status }, quiet);
}

const eviction = (more: object = {}): object => ({
  apiVersion: "policy/v1",
  kind: "Eviction",
  metadata: { name: "a" },
  ...more,
});

const showDeletion = ({ metadata, status }: AnswerBody): unknown => ({
  isDeleting: metadata.deletionTimestamp !== undefined,
  grace: metadata.deletionGracePeriodSeconds,
  disruption: status.conditions?.find(({ type }: AnswerBody) => type === "DisruptionTarget"),
});

async function freePod(api: ContractApi): Promise<void> {
  await api.patch(`${pods}/a`, "merge", { metadata: { finalizers: null } }, quiet);
  await api.delete(`${pods}/a`, { gracePeriodSeconds: 0 }, quiet);
}

const evictions: readonly ContractCase[] = [
  {
    name: "an eviction marks a pod that waits and deletes it",
    async run(api) {
      await makePod(api);
      await api.post(`${pods}/a/eviction?dryRun=All`, eviction());
      await api.get(`${pods}/a`, { show: showDeletion });
      await api.post(`${pods}/a/eviction`, eviction());
      await api.get(`${pods}/a`, { show: showDeletion });
      await api.post(`${pods}/a/eviction`, eviction());
      await freePod(api);
    },
  },
  {
    name: "an eviction of another pod than the one that is meant is refused",
    async run(api) {
      await makePod(api);
      const uid = "11111111-2222-4333-8444-555555555555";
      const show = ({ reason, code, details }: AnswerBody): unknown => ({ reason, code, details });
      await api.post(`${pods}/a/eviction`, eviction({ deleteOptions: { preconditions: { uid } } }), { show });
      await api.post(`${pods}/none/eviction`, eviction());
      await api.post(`${pods}/none/eviction`, eviction({ metadata: { name: "none" } }));
      await freePod(api);
    },
  },
  ...[
    { name: "that has nothing left", budget: { minAvailable: 1 }, count: { currentHealthy: 1, desiredHealthy: 1 } },
    { name: "that selects another pod", budget: { minAvailable: 1, selector: { matchLabels: { app: "b" } } } },
    {
      name: "that guards ready pods alone",
      budget: { minAvailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" },
      isReady: false,
    },
  ].map(({ name, budget, count, isReady = true }): ContractCase => ({
    name: `an eviction from a budget ${name}`,
    async run(api) {
      const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
      await makePod(api, { phase: "Running", conditions });
      const spec = { selector: { matchLabels: { app: "a" } }, ...budget };
      await api.post(
        budgets,
        { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "p" }, spec },
        quiet,
      );
      if (count !== undefined) {
        const status = { ...count, disruptionsAllowed: 0, expectedPods: 1, observedGeneration: 1 };
        await api.patch(`${budgets}/p/status`, "merge", { status }, quiet);
      }
      await api.post(`${pods}/a/eviction`, eviction());
      await freePod(api);
    },
  })),
];

const scale = (spec: object, more: object = {}): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "a" },
  spec,
  ...more,
});

const showScale = ({ kind, spec, ...refusal }: AnswerBody): unknown => (kind === "Scale" ? { kind, spec } : refusal);

const scales: readonly ContractCase[] = [
  {
    name: "a scale is applied",
    async run(api) {
      const labels = { app: "a" };
      const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
      const spec = { replicas: 0, paused: true, selector: { matchLabels: labels }, template };
      const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec };
      await api.post(`${deployments}?fieldManager=maker`, deployment, quiet);
      const apply = (manager: string, force: boolean, body: object): Promise<unknown> =>
        api.patch(`${deployments}/a/scale?fieldManager=${manager}&force=${force}`, "apply", body, { show: showScale });
      await apply("one", false, scale({ replicas: 3 }));
      await apply("one", true, scale({ replicas: 3 }));
      await api.get(`${deployments}/a`, {
        show: ({ spec: { replicas }, metadata }: AnswerBody) => ({
          replicas,
          one: metadata.managedFields.find(({ manager }: AnswerBody) => manager === "one").fieldsV1,
        }),
      });
      await apply("two", false, scale({ replicas: 4 }));
      await apply("one", false, scale({}));
      await apply("one", true, scale({ replicas: -1 }));
      await apply("one", true, scale({ replicas: 2 }, { metadata: { name: "b" } }));
      await apply("one", true, { ...deployment, spec: { replicas: 2 } });
      await api.patch(`${deployments}/a/scale`, "apply", scale({ replicas: 2 }), { show: showScale });
      await api.patch(
        `${deployments}/none/scale?fieldManager=one`,
        "apply",
        scale({ replicas: 2 }, { metadata: { name: "none" } }),
      );
    },
  },
];

const operations: readonly object[] = [
  { op: "add", path: "data", value: {} },
  { op: "add", path: "", value: {} },
  { op: "add", path: "any/data/b", value: "2" },
  { op: "remove", path: "data" },
  { op: "replace", path: "data", value: {} },
  { op: "test", path: "data", value: null },
  { op: "test", path: "/data/none", value: null },
  { op: "copy", from: "data", path: "/metadata/labels" },
  { op: "move", from: "/data/a", path: "b" },
];

const pointers: readonly ContractCase[] = operations.map((operation) => ({
  name: `a pointer without a slash: ${JSON.stringify(operation)}`,
  async run(api) {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };
    await api.post(maps, map, quiet);
    const show = ({ kind, data, code, reason, message }: AnswerBody): unknown => ({
      kind,
      data,
      code,
      reason,
      message,
    });
    await api.patch(`${maps}/a`, "json", [operation], { show });
  },
}));

const texts: readonly ContractCase[] = [
  {
    name: "names in headers are UTF-8",
    async run(api) {
      const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
      const headers = { "impersonate-user": utf8("größe"), "impersonate-group": utf8("系统") };
      const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
      await api.post(selfReviews, review, { headers, show: ({ status }: AnswerBody) => status as unknown });
    },
  },
  {
    name: "names of fields are quoted in warnings",
    async run(api) {
      const map = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", 'a"b': 1 },
        'un"known, field': 1,
        "é\\x": 2,
      };
      await api.post(`${maps}?dryRun=All&fieldValidation=Strict`, map);
    },
  },
  {
    name: "component statuses are deprecated",
    async run(api) {
      await api.get("/api/v1/componentstatuses", { show: ({ kind }: AnswerBody) => kind as unknown });
    },
  },
];

const scaleOf = (metadata: object | undefined, replicas: number): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  ...(metadata === undefined ? {} : { metadata }),
  spec: { replicas },
});

const scalesApplied: ContractCase = {
  name: "a scale that is applied takes its name from the URL",
  async run(api) {
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    await api.post(deployments, { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec }, quiet);
    const show = ({ code, message, metadata, spec: shown }: AnswerBody): unknown => ({
      code,
      message,
      name: metadata?.name,
      spec: shown,
    });
    const at = `${deployments}/a/scale`;
    for (const metadata of [
      undefined,
      {},
      { name: "" },
      { name: "a" },
      { name: "b" },
      { namespace: "$ns" },
      { namespace: "other" },
    ]) {
      await api.patch(`${at}?fieldManager=me&force=true`, "apply", scaleOf(metadata, 1), { show });
      await api.put(at, scaleOf(metadata, 2), { show });
      await api.patch(at, "merge", scaleOf(metadata, 3), { show });
    }
    await api.patch(`${deployments}/none/scale?fieldManager=me`, "apply", scaleOf(undefined, 1), { show });
  },
};

const appliedStatus: ContractCase = {
  name: "who applies a status owns no metadata",
  async run(api) {
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    await define(
      api,
      widgetDefinition(undefined, { versions: [version("v1", schema, { subresources: { status: {} } })] }),
    );
    await api.post(widgets, widget({}), { record: false });
    const metadata = { name: "a", labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["example.com/f"] };
    for (const more of [{ metadata }, { metadata, status: { n: 1 } }, { metadata, spec: { n: 1 } }]) {
      await api.patch(`${one}/status?fieldManager=m`, "apply", widget(undefined, more));
    }
  },
};

export const cases: readonly ContractCase[] = [
  scalesApplied,
  appliedStatus,
  ...evictions,
  ...scales,
  ...pointers,
  ...texts,
];
