import type { ContractCase } from "../contract-case.js";
import { withoutOwners } from "../kind-cases.js";

const pods = "/api/v1/namespaces/$ns/pods";
const containers = [{ name: "c", image: "i" }];

export const cases: readonly ContractCase[] = [
  {
    name: "nothing is created in a namespace that is not there",
    async run(api) {
      const path = "/api/v1/namespaces/$id-none/configmaps";
      await api.post(path, { metadata: { name: "a" } });
      await api.post("/apis/apps/v1/namespaces/$id-none/deployments", { metadata: { name: "a" } });
      await api.put(`${path}/a`, { metadata: { name: "a" } });
      await api.patch(`${path}/a`, "merge", {});
      await api.delete(`${path}/a`);
      await api.get(path);
    },
  },
  {
    name: "nothing is created in a namespace that is being terminated",
    async run(api) {
      const path = "/api/v1/namespaces/$id-end";
      await api.post("/api/v1/namespaces", { metadata: { name: "$id-end" } }, { record: false });
      const kept = { metadata: { name: "kept", finalizers: ["example.com/f"] } };
      await api.post(`${path}/configmaps`, kept, { record: false });
      await api.delete(path, undefined, { record: false });
      await api.post(`${path}/configmaps`, { metadata: { name: "a" } });
      await api.post(
        `${path}/configmaps`,
        { metadata: { generateName: "a-" } },
        { show: ({ code, reason }) => [code, reason] as unknown },
      );
      await api.patch(
        `${path}/configmaps/kept`,
        "merge",
        { data: { a: "b" } },
        { show: ({ data }) => data as unknown },
      );
      await api.patch(`${path}/configmaps/kept`, "merge", { metadata: { finalizers: null } }, { record: false });
    },
  },
  {
    name: "the first namespaces stay",
    async run(api) {
      for (const name of ["default", "kube-system", "kube-public"]) await api.delete(`/api/v1/namespaces/${name}`);
    },
  },
  {
    name: "a pod runs as the default account, and finds its token",
    async run(api) {
      const show = (body: object): unknown =>
        JSON.parse(
          JSON.stringify(withoutOwners(body as never)).replace(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-x"),
        );
      await api.post(pods, { metadata: { name: "a" }, spec: { containers } }, { show });
      await api.post(
        pods,
        {
          metadata: { name: "b" },
          spec: { containers, initContainers: [{ name: "i", image: "i" }], automountServiceAccountToken: false },
        },
        { show },
      );
      const volumeMounts = [{ name: "own", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }];
      await api.post(
        pods,
        {
          metadata: { name: "c" },
          spec: { containers: [{ name: "c", image: "i", volumeMounts }], volumes: [{ name: "own", emptyDir: {} }] },
        },
        { show },
      );
      await api.post(pods, { metadata: { name: "d" }, spec: { containers, serviceAccountName: "nope" } }, { show });
    },
  },
  {
    name: "a pod takes pull secrets and mounting from its account",
    async run(api) {
      const account = {
        metadata: { name: "robot" },
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: "pull" }],
      };
      await api.post("/api/v1/namespaces/$ns/serviceaccounts", account, { record: false });
      const spec = { containers, serviceAccountName: "robot" };
      const show = (body: { spec?: Record<string, unknown> }): unknown => [
        body.spec?.["imagePullSecrets"] ?? "none",
        body.spec?.["volumes"] ?? "none",
        body.spec?.["serviceAccount"] ?? "none",
      ];
      await api.post(pods, { metadata: { name: "a" }, spec }, { show });
      await api.post(
        pods,
        { metadata: { name: "b" }, spec: { ...spec, imagePullSecrets: [{ name: "own" }] } },
        { show },
      );
    },
  },
  {
    name: "a pod waits five minutes on a node that has gone",
    async run(api) {
      const show = (body: { spec?: Record<string, unknown> }): unknown => body.spec?.["tolerations"];
      for (const tolerations of [
        [],
        [{ operator: "Exists" }],
        [{ key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute", tolerationSeconds: 1 }],
        [{ key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoSchedule" }],
      ]) {
        await api.post(`${pods}?dryRun=All`, { metadata: { name: "a" }, spec: { containers, tolerations } }, { show });
      }
    },
  },
  {
    name: "a pod's priority is that of its class",
    async run(api) {
      const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
      api.cleanUp(`${classes}/$id`);
      await api.post(classes, { metadata: { name: "$id" }, value: 1000, preemptionPolicy: "Never" }, { record: false });
      const show = (body: { kind?: string; spec?: Record<string, unknown> }): unknown =>
        body.kind === "Status"
          ? body
          : [body.spec?.["priority"], body.spec?.["preemptionPolicy"], body.spec?.["priorityClassName"] ?? "none"];
      for (const spec of [
        {},
        { priorityClassName: "$id" },
        { priorityClassName: "system-node-critical" },
        { priorityClassName: "$id-none" },
        { priorityClassName: "$id", priority: 5 },
        { priorityClassName: "$id", preemptionPolicy: "PreemptLowerPriority" },
        { priority: 7 },
      ]) {
        await api.post(`${pods}?dryRun=All`, { metadata: { name: "a" }, spec: { containers, ...spec } }, { show });
      }
    },
  },
];
