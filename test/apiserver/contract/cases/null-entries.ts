/** Bodies whose lists and maps contain null. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { define, inSpec, widget, widgetDefinition, widgets } from "../custom-kinds.js";

const core = "/api/v1/namespaces/$ns";
const apps = "/apis/apps/v1/namespaces/$ns";

/** Hides what other cases record: metadata that the server sets. */
function shown(body: AnswerBody): unknown {
  if (body.kind === "Status") return body;
  const { metadata, status, ...rest } = body;
  const { labels, annotations, finalizers, ownerReferences } = metadata ?? {};
  return { ...rest, hasStatus: status !== undefined, labels, annotations, finalizers, ownerReferences };
}

function created(name: string, path: string, object: object): ContractCase {
  return {
    name,
    run: (api) => api.post(`${path}?dryRun=All`, { metadata: { name: "a" }, ...object }, { show: shown }),
  };
}

const container = { name: "a", image: "a" };
const pod = (spec: object): object => ({
  spec: { containers: [container], automountServiceAccountToken: false, ...spec },
});
const template = (spec: object, metadata: object = {}): object => ({
  metadata: { labels: { a: "b" }, ...metadata },
  ...pod(spec),
});
const deployment = (spec: object, more: object = {}): object => ({
  spec: { selector: { matchLabels: { a: "b" } }, template: template(spec), ...more },
});

const freeForm = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const inner = {
  list: { type: "array", items: { type: "string" } },
  objects: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
  nullable: { type: "array", items: { type: "string", nullable: true } },
  map: { type: "object", additionalProperties: { type: "string" } },
  nullableMap: { type: "object", additionalProperties: { type: "string", nullable: true } },
  defaulted: { type: "array", items: { type: "string", default: "x" } },
  defaultedMap: { type: "object", additionalProperties: { type: "string", default: "x" } },
  set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
  free: freeForm,
};

function custom(name: string, run: (api: ContractApi) => Promise<unknown>): ContractCase {
  return {
    name: `custom: ${name}`,
    run: async (api) => {
      await define(api, widgetDefinition(inSpec(inner)));
      await run(api);
    },
  };
}

const customSpecs: Readonly<Record<string, object>> = {
  "a list of texts": { list: ["a", null] },
  "a list of objects": { objects: [null, { a: null }] },
  "a list of nullable texts": { nullable: [null, "a"] },
  "a map": { map: { a: null, b: "c" } },
  "a nullable map": { nullableMap: { a: null } },
  "a list with defaults": { defaulted: [null, "a"] },
  "a map with defaults": { defaultedMap: { a: null } },
  "a set": { set: [null] },
  "a free form": { free: { a: [null], b: null } },
};

const lists = [
  ...["secrets", "limitranges", "pods", "podtemplates", "replicationcontrollers"].map((each) => `${core}/${each}`),
  ...["controllerrevisions", "daemonsets"].map((each) => `${apps}/${each}`),
  ...["roles", "rolebindings"].map((each) => `/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/${each}`),
  "/apis/rbac.authorization.k8s.io/v1/clusterroles?labelSelector=$id",
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?labelSelector=$id",
  "/apis/apiregistration.k8s.io/v1/apiservices?labelSelector=$id",
  "/apis/storage.k8s.io/v1/namespaces/$ns/csistoragecapacities",
  "/apis/storage.k8s.io/v1/csidrivers?labelSelector=$id",
  "/apis/resource.k8s.io/v1/deviceclasses?labelSelector=$id",
  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?labelSelector=$id",
];

export const cases: readonly ContractCase[] = [
  {
    name: "tables without rows",
    run: async (api) => {
      const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
      for (const path of lists) await api.get(path, { headers, show: ({ rows }) => rows });
    },
  },
  created("containers of a pod", `${core}/pods`, pod({ containers: [null] })),
  created("a null container after another", `${core}/pods`, pod({ containers: [container, null] })),
  created("init containers", `${core}/pods`, pod({ initContainers: [null] })),
  created("volumes", `${core}/pods`, pod({ volumes: [null] })),
  created("tolerations", `${core}/pods`, pod({ tolerations: [null] })),
  created("host aliases", `${core}/pods`, pod({ hostAliases: [null] })),
  created("pull secrets", `${core}/pods`, pod({ imagePullSecrets: [null] })),
  created("readiness gates", `${core}/pods`, pod({ readinessGates: [null] })),
  created("environment", `${core}/pods`, pod({ containers: [{ ...container, env: [null] }] })),
  created("sources of the environment", `${core}/pods`, pod({ containers: [{ ...container, envFrom: [null] }] })),
  created("ports of a container", `${core}/pods`, pod({ containers: [{ ...container, ports: [null] }] })),
  created("arguments", `${core}/pods`, pod({ containers: [{ ...container, args: [null, "a"] }] })),
  created("mounts", `${core}/pods`, pod({ containers: [{ ...container, volumeMounts: [null] }] })),
  created("resources", `${core}/pods`, pod({ containers: [{ ...container, resources: { limits: { cpu: null } } }] })),
  created("node selector", `${core}/pods`, pod({ nodeSelector: { a: null } })),
  created("spread constraints", `${core}/pods`, pod({ topologySpreadConstraints: [null] })),
  created("containers of a deployment", `${apps}/deployments`, deployment({ containers: [null] })),
  created("match expressions", `${apps}/deployments`, deployment({}, { selector: { matchExpressions: [null] } })),
  created("match labels", `${apps}/deployments`, deployment({}, { selector: { matchLabels: { a: null } } })),
  created("claim templates", `${apps}/statefulsets`, {
    spec: { ...(deployment({}) as AnswerBody).spec, serviceName: "a", volumeClaimTemplates: [null] },
  }),
  created("data of a config map", `${core}/configmaps`, { data: { a: null } }),
  created("binary data", `${core}/configmaps`, { binaryData: { a: null } }),
  created("data of a secret", `${core}/secrets`, { data: { a: null }, stringData: { b: null } }),
  created("labels", `${core}/configmaps`, { metadata: { name: "a", labels: { a: null }, annotations: { b: null } } }),
  created("finalizers", `${core}/configmaps`, { metadata: { name: "a", finalizers: [null] } }),
  created("owner references", `${core}/configmaps`, { metadata: { name: "a", ownerReferences: [null] } }),
  created("managed fields", `${core}/configmaps`, { metadata: { name: "a", managedFields: [null] } }),
  created("ports of a service", `${core}/services`, { spec: { ports: [null] } }),
  created("selector of a service", `${core}/services`, { spec: { ports: [{ port: 1 }], selector: { a: null } } }),
  created("subsets of endpoints", `${core}/endpoints`, { subsets: [null] }),
  created("addresses of endpoints", `${core}/endpoints`, { subsets: [{ addresses: [null], ports: [null] }] }),
  created("rules of a role", "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/roles", { rules: [null] }),
  created("verbs of a role", "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/roles", {
    rules: [{ verbs: [null], apiGroups: [""], resources: ["pods"] }],
  }),
  created("subjects of a binding", "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/rolebindings", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "a" },
    subjects: [null],
  }),
  created("rules of an ingress", "/apis/networking.k8s.io/v1/namespaces/$ns/ingresses", { spec: { rules: [null] } }),
  created("peers of a network policy", "/apis/networking.k8s.io/v1/namespaces/$ns/networkpolicies", {
    spec: { podSelector: {}, ingress: [null, { from: [null] }] },
  }),
  created("hard limits of a quota", `${core}/resourcequotas`, { spec: { hard: { pods: null } } }),
  created("limits", `${core}/limitranges`, { spec: { limits: [null] } }),
  created("metrics of an autoscaler", "/apis/autoscaling/v2/namespaces/$ns/horizontalpodautoscalers", {
    spec: { scaleTargetRef: { kind: "Deployment", name: "a" }, maxReplicas: 1, metrics: [null] },
  }),
  created("endpoints of a slice", "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices", {
    addressType: "IPv4",
    endpoints: [null],
    ports: [null],
  }),
  created("webhooks", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", { webhooks: [null] }),
  created("versions of a definition", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions: [null] },
  }),
  {
    name: "a list as an object",
    run: async (api) => {
      await api.post(`${core}/configmaps`, { kind: "ConfigMapList", apiVersion: "v1", items: [null] });
      await api.post(`${core}/pods`, { kind: "List", apiVersion: "v1", items: [null] });
    },
  },
  {
    name: "patches",
    run: async (api) => {
      await api.post(`${core}/configmaps`, { metadata: { name: "a" }, data: { a: "b" } }, { show: shown });
      const patched = `${core}/configmaps/a?dryRun=All`;
      await api.patch(patched, "merge", { metadata: { finalizers: [null] } }, { show: shown });
      await api.patch(patched, "strategic", { metadata: { finalizers: [null] } }, { show: shown });
      await api.patch(patched, "strategic", { metadata: { ownerReferences: [null] } }, { show: shown });
      await api.patch(patched, "json", [{ op: "add", path: "/data/c", value: null }], { show: shown });
      await api.patch(patched, "json", [null], { show: shown });
      const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { finalizers: [null] } };
      await api.patch(`${patched}&fieldManager=x`, "apply", applied, { show: shown });
      const owned = { apiVersion: "v1", kind: "ConfigMap", metadata: { ownerReferences: [null] } };
      await api.patch(`${patched}&fieldManager=x`, "apply", owned, { show: shown });
      const withNull = { apiVersion: "v1", kind: "ConfigMap", data: { a: null } };
      await api.patch(`${patched}&fieldManager=x`, "apply", withNull, { show: shown });
    },
  },
  {
    name: "apply of a pod",
    run: async (api) => {
      const applied = { apiVersion: "v1", kind: "Pod", ...pod({ containers: [null] }) };
      await api.patch(`${core}/pods/a?fieldManager=x&dryRun=All`, "apply", applied, { show: shown });
      const second = { apiVersion: "v1", kind: "Pod", ...pod({ containers: [container, null] }) };
      await api.patch(`${core}/pods/a?fieldManager=x&dryRun=All`, "apply", second, { show: shown });
    },
  },
  ...Object.entries(customSpecs).map(([name, spec]) =>
    custom(name, async (api) => {
      await api.post(`${widgets}?dryRun=All`, widget(spec), { show: shown });
      await api.post(widgets, widget({}), { show: shown });
      await api.patch(`${widgets}/a?dryRun=All`, "merge", { spec }, { show: shown });
      const { metadata } = { metadata: { name: "b" } };
      await api.patch(`${widgets}/b?fieldManager=x&dryRun=All`, "apply", widget(spec, { metadata }), { show: shown });
    }),
  ),
];
