/** Deletes that ignore that the object cannot be read. */
import { asUser, grant } from "../access.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import { converted, defineConverted, showConverted, withConversionServer } from "../conversion-server.js";
import { group } from "../custom-kinds.js";
import { configMaps, createConfigMaps, onConfigMap } from "../sample-objects.js";

export const versions = ["1.37"];
/** While objects cannot be read in their stored version, no namespace can be emptied. */
export const isAlone = true;

const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
const unsafe = { [option]: true };
const a = `${configMaps}/a`;
const quiet = { record: false };

const others: Readonly<Record<string, object>> = {
  "a policy": { propagationPolicy: "Background" },
  orphanDependents: { orphanDependents: true },
  "a grace period": { gracePeriodSeconds: 0 },
  preconditions: { preconditions: { resourceVersion: "1" } },
  "empty preconditions": { preconditions: {} },
  "all others": {
    ...{ propagationPolicy: "Sideways", orphanDependents: true, gracePeriodSeconds: 5, preconditions: { uid: "a" } },
    dryRun: ["Some"],
  },
};

/** Resources whose storage is not simple. */
const resources = [
  "/api/v1/namespaces/$id",
  "/api/v1/nodes/$id",
  "/api/v1/persistentvolumes/$id",
  ...["services", "pods", "serviceaccounts", "secrets", "events", "replicationcontrollers", "endpoints"].map(
    (name) => `/api/v1/namespaces/$ns/${name}/a`,
  ),
  ...["persistentvolumeclaims", "resourcequotas", "limitranges", "podtemplates"].map(
    (name) => `/api/v1/namespaces/$ns/${name}/a`,
  ),
  ...["deployments", "replicasets", "statefulsets", "daemonsets", "controllerrevisions"].map(
    (name) => `/apis/apps/v1/namespaces/$ns/${name}/a`,
  ),
  ...["jobs", "cronjobs"].map((name) => `/apis/batch/v1/namespaces/$ns/${name}/a`),
  ...["roles", "rolebindings"].map((name) => `/apis/rbac.authorization.k8s.io/v1/namespaces/$ns/${name}/a`),
  ...["clusterroles", "clusterrolebindings"].map((name) => `/apis/rbac.authorization.k8s.io/v1/${name}/$id`),
  ...["validatingadmissionpolicies", "validatingadmissionpolicybindings", "mutatingwebhookconfigurations"].map(
    (name) => `/apis/admissionregistration.k8s.io/v1/${name}/$id`,
  ),
  ...["ingresses", "networkpolicies"].map((name) => `/apis/networking.k8s.io/v1/namespaces/$ns/${name}/a`),
  ...["ingressclasses", "ipaddresses", "servicecidrs"].map((name) => `/apis/networking.k8s.io/v1/${name}/$id`),
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/bars.$id.example.com",
  "/apis/apiregistration.k8s.io/v1/apiservices/v1.$id.example.com",
  "/apis/autoscaling/v2/namespaces/$ns/horizontalpodautoscalers/a",
  "/apis/certificates.k8s.io/v1/certificatesigningrequests/$id",
  "/apis/coordination.k8s.io/v1/namespaces/$ns/leases/a",
  "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices/a",
  "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/$id",
  "/apis/policy/v1/namespaces/$ns/poddisruptionbudgets/a",
  "/apis/resource.k8s.io/v1/namespaces/$ns/resourceclaims/a",
  "/apis/resource.k8s.io/v1/deviceclasses/$id",
  "/apis/scheduling.k8s.io/v1/priorityclasses/$id",
  ...["storageclasses", "csidrivers", "csinodes", "volumeattachments"].map(
    (name) => `/apis/storage.k8s.io/v1/${name}/$id`,
  ),
  "/apis/storagemigration.k8s.io/v1/storageversionmigrations/$id",
];

async function show(api: ContractApi): Promise<void> {
  await api.get(a, { show: ({ kind }: { kind: string }) => kind });
}

const at = (version: string): string => `/apis/${group}/${version}/namespaces/$ns/widgets`;

export const cases: readonly ContractCase[] = [
  onConfigMap("an object that can be read", async (api) => {
    await api.delete(a, unsafe);
    await api.delete(a, { ...unsafe, dryRun: ["All"] });
    await api.delete(`${a}?dryRun=All&${option}=true`);
    await api.delete(`${a}?${option}=true`);
    await show(api);
  }),
  onConfigMap("no object", async (api) => {
    await api.delete(`${configMaps}/none`, unsafe);
    await api.delete(`${configMaps}/none`, { ...unsafe, dryRun: ["All"] });
  }),
  ...Object.entries(others).map(([name, more]) =>
    onConfigMap(`with ${name}`, async (api) => {
      await api.delete(a, { ...unsafe, ...more });
      await show(api);
    }),
  ),
  onConfigMap("with others in the query", async (api) => {
    await api.delete(`${a}?${option}=true&gracePeriodSeconds=0&propagationPolicy=Orphan`);
    await show(api);
  }),
  onConfigMap("the option is false", (api) => api.delete(a, { [option]: false, gracePeriodSeconds: 0 })),
  onConfigMap("the option is null", (api) => api.delete(a, { [option]: null })),
  onConfigMap("the option is a text", async (api) => {
    await api.delete(a, { [option]: "yes" });
    await api.delete(`${a}?${option}=maybe`);
    await show(api);
  }),
  {
    name: "a collection",
    async run(api) {
      await createConfigMaps(api, "a", "b");
      await api.delete(`${configMaps}?labelSelector=of%3D$id`, unsafe);
      await api.delete(`${configMaps}?labelSelector=of%3D$id&${option}=true&gracePeriodSeconds=0`);
      await show(api);
    },
  },
  onConfigMap("a user without the right", async (api) => {
    await grant(api, [{ apiGroups: [""], resources: ["configmaps"], verbs: ["delete"] }]);
    await api.delete(a, unsafe, asUser);
    await api.delete(`${configMaps}/none`, unsafe, asUser);
    await show(api);
  }),
  onConfigMap("a user with the right", async (api) => {
    const verbs = ["unsafe-delete-ignore-read-errors", "delete"];
    await grant(api, [{ apiGroups: [""], resources: ["configmaps"], verbs, resourceNames: ["a"] }]);
    await api.delete(a, unsafe, asUser);
    await api.delete(`${configMaps}/none`, unsafe, asUser);
  }),
  {
    name: "of each resource",
    async run(api) {
      for (const path of resources)
        await api.delete(path, unsafe, { show: ({ code, message }) => ({ code, message }) });
    },
  },
  withConversionServer("an object that cannot be read", async (api, server) => {
    const showAll = { show: showConverted(server.port) };
    await defineConverted(api, server.clientConfig, ["v1"]);
    const metadata = { name: "a", finalizers: ["example.com/hold"] };
    await api.post(at("v1"), { apiVersion: `${group}/v1`, kind: "Widget", metadata }, quiet);
    server.behaviour = converted({ response: { result: { status: "Failure", message: "it cannot be converted" } } });
    await api.delete(`${at("v2")}/a`, undefined, showAll);
    await api.delete(`${at("v1")}/a`, unsafe, showAll);
    await api.delete(`${at("v2")}/a`, { ...unsafe, dryRun: ["All"] }, showAll);
    await api.get(`${at("v1")}/a`, { show: ({ kind }) => kind });
    await api.delete(`${at("v2")}/a`, unsafe, showAll);
    await api.get(`${at("v1")}/a`, { show: ({ kind }) => kind });
  }),
];
