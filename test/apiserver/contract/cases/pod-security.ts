/** PodSecurity: the requirements that the labels of a namespace set for pods. */
import { refusalOrName as show } from "../admission-cases.js";
import type { ContractApi, ContractCase } from "../contract-case.js";

const namespaces = "/api/v1/namespaces";
const namespace = "/api/v1/namespaces/$ns";
const pods = `${namespace}/pods`;
const prefix = "pod-security.kubernetes.io";

type Labels = Readonly<Record<string, string | null>>;

/** Labels the namespace. The plugin sees labels a moment later: wait until it rejects a pod that no level allows. */
async function label(api: ContractApi, labels: Labels): Promise<void> {
  const named = Object.fromEntries(Object.entries(labels).map(([name, value]) => [`${prefix}/${name}`, value]));
  await api.patch(namespace, "merge", { metadata: { labels: named } }, { record: false });
  for (let left = 500; left > 0; left--) {
    const { headers, body } = await api.post(`${pods}?dryRun=All`, pod({ hostPID: true }), { record: false });
    const seen = `${headers["warning"] ?? ""}${body.message ?? ""}`;
    const { enforce, warn = enforce } = labels;
    if (seen.includes(`${body.code === 403 ? enforce : warn}:`)) return;
  }
  throw new Error("the labels were never seen");
}

function pod(spec: object, metadata: object = {}): object {
  return { metadata: { name: "a", ...metadata }, spec: { containers: [{ name: "main", image: "i" }], ...spec } };
}

/** An init container and a container. */
function containers(first: object, second: object = first): object {
  return {
    initContainers: [{ name: "first", image: "i", ...first }],
    containers: [{ name: "second", image: "i", ...second }],
  };
}

const safe = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};
const safeContainers = containers({ securityContext: safe });
const unsafe = { runAsUser: 0, runAsNonRoot: false, seccompProfile: { type: "Unconfined" } };

function context(securityContext: object): object {
  return containers({ securityContext });
}

const volumes = [
  { name: "a", hostPath: { path: "/a" } },
  { name: "b", emptyDir: {} },
  { name: "c", nfs: { server: "s", path: "/p" } },
  { name: "d", hostPath: { path: "/d" } },
];

const forBaseline: readonly object[] = [
  pod({}),
  pod({ hostNetwork: true, hostPID: true, hostIPC: true }),
  pod({ volumes }),
  pod(containers({ ports: [{ containerPort: 80, hostPort: 80 }] }, { ports: [{ containerPort: 8, hostPort: 9 }] })),
  pod(containers({}, { ports: [{ containerPort: 80, hostPort: 80 }] })),
  pod(context({ privileged: true })),
  pod(containers({}, { securityContext: { privileged: true } })),
  pod(context({ capabilities: { add: ["SYS_ADMIN", "CHOWN", "NET_RAW"] } })),
  pod({ ...context({ procMount: "Unmasked" }), hostUsers: false }),
  pod(context({ seLinuxOptions: { type: "spc_t", user: "u", role: "r" } })),
  pod({ ...context({ seLinuxOptions: { type: "container_t" } }), securityContext: { seLinuxOptions: { type: "x" } } }),
  pod({
    ...context({ seccompProfile: { type: "Unconfined" } }),
    securityContext: { seccompProfile: { type: "Unconfined" } },
  }),
  pod(context({ seccompProfile: { type: "Localhost", localhostProfile: "p" } })),
  pod({
    ...context({ appArmorProfile: { type: "Unconfined" } }),
    securityContext: { appArmorProfile: { type: "Unconfined" } },
  }),
  pod({
    securityContext: {
      sysctls: [
        { name: "kernel.msgmax", value: "1" },
        { name: "net.ipv4.tcp_rmem", value: "1" },
      ],
    },
  }),
  pod(
    containers(
      {},
      { livenessProbe: { httpGet: { port: 80, host: "h" } }, readinessProbe: { tcpSocket: { port: 80, host: "g" } } },
    ),
  ),
  pod(containers({}, { lifecycle: { preStop: { httpGet: { port: 80, host: "h" } } } })),
  pod({ hostPID: true, ...context({ privileged: true }), volumes }),
];

const forRestricted: readonly object[] = [
  pod({}),
  pod(safeContainers),
  pod({ ...safeContainers, volumes }),
  pod(context(unsafe)),
  pod({ ...context({ ...safe, runAsNonRoot: undefined }), securityContext: { runAsNonRoot: true } }),
  pod({ ...context(safe), securityContext: { runAsNonRoot: false, runAsUser: 0 } }),
  pod({
    ...context({ ...safe, seccompProfile: undefined }),
    securityContext: { seccompProfile: { type: "RuntimeDefault" } },
  }),
  pod({
    ...context({ ...safe, seccompProfile: undefined }),
    securityContext: { seccompProfile: { type: "Unconfined" } },
  }),
  pod(context({ ...safe, capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE", "CHOWN"] } })),
  pod(context({ ...safe, capabilities: { drop: ["CHOWN"] } })),
  pod({ ...context({ ...safe, ...unsafe, seccompProfile: undefined }), hostUsers: false }),
  pod({
    ...safeContainers,
    volumes: [
      { name: "b", emptyDir: {} },
      { name: "c", iscsi: { targetPortal: "p", iqn: "iqn.2001-04.com.example:storage:a", lun: 0 } },
    ],
  }),
  pod({ os: { name: "windows" }, securityContext: { runAsNonRoot: true } }),
  pod({ os: { name: "windows" }, securityContext: { windowsOptions: { hostProcess: true } }, hostNetwork: true }),
];

function judged(name: string, labels: Labels, all: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      await label(api, labels);
      for (const each of all) await api.post(`${pods}?dryRun=All`, each, { show });
    },
  };
}

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "main", image: "i" }] } };
const selected = { selector: { matchLabels: { a: "b" } }, template };
const jobTemplate = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };
const templates: readonly (readonly [path: string, object: object])[] = [
  ["/apis/apps/v1/namespaces/$ns/deployments", { spec: selected }],
  ["/apis/apps/v1/namespaces/$ns/replicasets", { spec: selected }],
  ["/apis/apps/v1/namespaces/$ns/statefulsets", { spec: { ...selected, serviceName: "s" } }],
  ["/apis/apps/v1/namespaces/$ns/daemonsets", { spec: selected }],
  ["/apis/batch/v1/namespaces/$ns/jobs", { spec: { template: jobTemplate } }],
  [
    "/apis/batch/v1/namespaces/$ns/cronjobs",
    { spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: jobTemplate } } } },
  ],
  ["/api/v1/namespaces/$ns/replicationcontrollers", { spec: { selector: { a: "b" }, template } }],
  ["/api/v1/namespaces/$ns/podtemplates", { template }],
];

export const cases: readonly ContractCase[] = [
  judged("what the baseline forbids", { enforce: "baseline" }, forBaseline),
  judged("what the restricted level forbids", { enforce: "restricted" }, forRestricted),
  judged("a warning in place of a refusal", { enforce: "privileged", warn: "restricted" }, forRestricted),
  judged("a refusal by one level, a warning by another", { enforce: "baseline", warn: "restricted" }, [
    pod({ hostPID: true }),
    pod({}),
    pod(safeContainers),
  ]),
  judged("levels of older versions", { enforce: "restricted", "enforce-version": "v1.22" }, [
    ...forBaseline,
    ...forRestricted,
  ]),
  judged("levels of the first versions", { enforce: "restricted", "enforce-version": "v1.0" }, [
    pod(safeContainers),
    pod({ ...safeContainers, volumes }),
    pod(context(unsafe)),
    ...forBaseline,
  ]),
  judged("levels of versions to come", { enforce: "baseline", "enforce-version": "v1.99" }, forBaseline),
  {
    name: "what makes pods is warned of",
    async run(api) {
      await label(api, { enforce: "baseline", warn: "restricted" });
      for (const [path, object] of templates) {
        await api.post(`${path}?dryRun=All`, { metadata: { name: "a" }, ...object }, { show });
      }
    },
  },
  {
    name: "a pod is judged again for a new image alone",
    async run(api) {
      await api.post(pods, pod({ hostPID: true }), { record: false });
      await label(api, { enforce: "baseline" });
      await api.patch(`${pods}/a`, "merge", { metadata: { labels: { a: "b" } } }, { show });
      const image = (name: string): object => ({ spec: { containers: [{ name: "main", image: name }] } });
      await api.patch(`${pods}/a`, "strategic", image("other"), { show });
      const added = { spec: { ephemeralContainers: [{ name: "debug", image: "i" }] } };
      await api.patch(`${pods}/a/ephemeralcontainers`, "strategic", added, { show });
      await api.patch(`${pods}/a/status`, "merge", { status: { message: "m" } }, { show });
    },
  },
  {
    name: "a stricter level tells of the pods that are there",
    async run(api) {
      const show = ({ metadata }: { metadata: { labels: unknown } }): unknown => metadata.labels;
      await api.post(pods, pod({ hostPID: true }, { name: "b" }), { record: false });
      await api.post(pods, pod({ hostPID: true }, { name: "a" }), { record: false });
      await api.post(pods, pod({ hostPID: true }, { name: "c" }), { record: false });
      await api.post(pods, pod({ volumes }, { name: "d" }), { record: false });
      await api.post(pods, pod(safeContainers, { name: "e" }), { record: false });
      const labels = (level: string | null, version: string | null = null): object => ({
        metadata: { labels: { [`${prefix}/enforce`]: level, [`${prefix}/enforce-version`]: version } },
      });
      for (let left = 200; left > 0; left--) {
        const { headers } = await api.patch(`${namespace}?dryRun=All`, "merge", labels("restricted"), {
          record: false,
        });
        if ((headers["warning"] ?? "").includes("d: ") && headers["warning"]?.includes("2 other pods")) break;
      }
      await api.patch(namespace, "merge", labels("baseline"), { show });
      await api.patch(namespace, "merge", labels("restricted"), { show });
      await api.patch(namespace, "merge", labels("baseline"), { show });
      await api.patch(namespace, "merge", labels("baseline", "v1.30"), { show });
      await api.patch(namespace, "merge", labels("privileged"), { show });
      await api.patch(namespace, "merge", labels(null), { show });
    },
  },
  {
    name: "labels that are none of the levels",
    async run(api) {
      const bad = {
        enforce: "strict",
        "enforce-version": "1.30",
        warn: "",
        "warn-version": "v1.030",
        audit: "x",
        "audit-version": "v2.1",
      };
      const labels = Object.fromEntries(Object.entries(bad).map(([name, value]) => [`${prefix}/${name}`, value]));
      await api.post(namespaces, { metadata: { name: "$id-bad", labels } });
      await api.patch(namespace, "merge", { metadata: { labels } });
      await api.patch(namespace, "merge", { metadata: { labels: { [`${prefix}/enforce`]: "Baseline" } } });
    },
  },
];
