/** The mutable fields of an existing pod, and the errors for the others. */
import type { ContractCase } from "../contract-case.js";
import { createPod, ofSpec, podPatches, pods, showPod } from "../pod-cases.js";

const main = (more: object): object => ({ containers: [{ name: "main", ...more }] });
const json = (...operations: readonly object[]): { type: "json"; body: object } => ({ type: "json", body: operations });
const gate = (name: string): object => ({ name: `example.com/${name}` });
const term = (...values: readonly string[]): object => ({
  matchExpressions: [{ key: "zone", operator: "In", values }],
});
const nodeAffinity = (...nodeSelectorTerms: readonly object[]): object => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
});
const affinityIs = (affinity: object | null): { type: "merge"; body: object } => ({
  type: "merge",
  body: { spec: { affinity } },
});
const selectorIs = (nodeSelector: object | null): { type: "merge"; body: object } => ({
  type: "merge",
  body: { spec: { nodeSelector } },
});

const rich = {
  initContainers: [{ name: "first", image: "busybox", command: ["true"] }],
  containers: [
    {
      name: "main",
      image: "nginx:1",
      ports: [{ name: "http", containerPort: 80 }],
      env: [{ name: "A", value: "b" }],
      resources: { requests: { cpu: "100m" } },
      livenessProbe: { httpGet: { path: "/", port: "http" } },
      volumeMounts: [{ name: "data", mountPath: "/data" }],
      securityContext: { runAsUser: 1, capabilities: { drop: ["ALL"] } },
    },
  ],
  volumes: [
    { name: "data", emptyDir: {} },
    { name: "conf", configMap: { name: "c" } },
  ],
  securityContext: { fsGroup: 1 },
  nodeSelector: { a: "b" },
};

export const cases: readonly ContractCase[] = [
  podPatches("images of containers change", { initContainers: [{ name: "first", image: "busybox:1" }] }, [
    { body: { spec: main({ image: "nginx:2" }) } },
    { body: { spec: { initContainers: [{ name: "first", image: "busybox:2" }] } } },
    { body: { spec: main({ image: "" }) } },
    { body: { spec: main({ image: " nginx" }) } },
    json({ op: "remove", path: "/spec/containers/0/image" }),
  ]),
  podPatches("containers come and go no more", { initContainers: [{ name: "first", image: "busybox:1" }] }, [
    { body: { spec: { containers: [{ name: "other", image: "nginx" }] } } },
    { body: { spec: { initContainers: [{ name: "other", image: "nginx" }] } } },
    json({ op: "remove", path: "/spec/initContainers" }),
    json({ op: "remove", path: "/spec/containers/0" }),
    json({ op: "replace", path: "/spec/containers/0/name", value: "renamed" }),
  ]),
  podPatches(
    "a deadline comes nearer",
    {},
    ofSpec(
      { activeDeadlineSeconds: 100 },
      { activeDeadlineSeconds: 50 },
      { activeDeadlineSeconds: 60 },
      { activeDeadlineSeconds: 0 },
      { activeDeadlineSeconds: -1 },
      { activeDeadlineSeconds: 2 ** 31 },
      { activeDeadlineSeconds: null },
    ),
  ),
  podPatches("tolerations are added", { tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute" }] }, [
    json({ op: "add", path: "/spec/tolerations/-", value: { key: "b", operator: "Exists" } }),
    json({ op: "add", path: "/spec/tolerations/0/tolerationSeconds", value: 5 }),
    json({ op: "replace", path: "/spec/tolerations/0/tolerationSeconds", value: 50 }),
    json({ op: "replace", path: "/spec/tolerations/0/key", value: "c" }),
    json({ op: "remove", path: "/spec/tolerations/0" }),
    json({ op: "remove", path: "/spec/tolerations" }),
    json({ op: "add", path: "/spec/tolerations/-", value: { key: "a b" } }),
    json({ op: "add", path: "/spec/tolerations/-", value: { key: "d", operator: "Exists", value: "e" } }),
  ]),
  podPatches(
    "a time to end that is negative becomes one second",
    { terminationGracePeriodSeconds: -5 },
    ofSpec(
      { terminationGracePeriodSeconds: 2 },
      { terminationGracePeriodSeconds: -6 },
      { terminationGracePeriodSeconds: 1 },
      { terminationGracePeriodSeconds: 2 },
    ),
  ),
  podPatches(
    "what else differs is shown",
    rich,
    [
      ...ofSpec(
        { hostNetwork: true },
        { restartPolicy: "Never" },
        { nodeName: "n" },
        { serviceAccountName: "default" },
        { serviceAccount: "default" },
        { hostname: "b" },
        { priority: 5 },
        { priorityClassName: "system-node-critical" },
        { dnsPolicy: "Default" },
        { dnsConfig: { nameservers: ["1.2.3.4"] } },
        { hostAliases: [{ ip: "1.2.3.4", hostnames: ["a"] }] },
        { nodeSelector: { c: "d<&>" } },
        { volumes: [{ name: "more", secret: { secretName: "s" } }] },
        { securityContext: { fsGroup: 2, runAsNonRoot: true } },
        { schedulerName: "mine", enableServiceLinks: false },
        { terminationGracePeriodSeconds: 5 },
        { readinessGates: [{ conditionType: "a" }] },
        { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" }] },
        { affinity: nodeAffinity(term("a")) },
        { shareProcessNamespace: true, os: { name: "linux" }, runtimeClassName: "none" },
        { overhead: { cpu: "1" } },
        { ephemeralContainers: [{ name: "debug", image: "busybox" }] },
        { schedulingGates: [gate("a")] },
        main({ env: [{ name: "B", value: "c" }] }),
        main({ resources: { requests: { cpu: "200m" }, limits: { cpu: "1" } } }),
        main({ command: ["a"], args: ["b"], workingDir: "/" }),
        main({ ports: [{ containerPort: 81 }] }),
        main({ livenessProbe: { periodSeconds: 7 }, readinessProbe: { exec: { command: ["a"] } } }),
        main({ lifecycle: { preStop: { sleep: { seconds: 3 } } } }),
        main({ securityContext: { privileged: true } }),
        main({ imagePullPolicy: "Never", stdin: true }),
        main({ terminationMessagePath: "/x", image: "nginx:3" }),
        main({ volumeMounts: [{ name: "conf", mountPath: "/conf", readOnly: true }] }),
        { initContainers: [{ name: "first", image: "busybox:3", command: ["false"], restartPolicy: "Always" }] },
      ),
      json(
        { op: "replace", path: "/spec/volumes/0/name", value: "date" },
        { op: "replace", path: "/spec/containers/0/volumeMounts/0/name", value: "date" },
      ),
      json({ op: "remove", path: "/spec/nodeSelector" }, { op: "remove", path: "/spec/volumes/1" }),
      json({ op: "remove", path: "/spec/securityContext" }),
    ],
    { isDryRun: true },
  ),
  podPatches("gates are removed", { schedulingGates: [gate("a"), gate("b")] }, [
    json({ op: "add", path: "/spec/schedulingGates/-", value: gate("c") }),
    json({ op: "replace", path: "/spec/schedulingGates/0", value: gate("c") }),
    { body: { spec: { nodeName: "n" } } },
    json({ op: "remove", path: "/spec/schedulingGates/0" }),
    json({ op: "add", path: "/spec/schedulingGates/0", value: gate("a") }),
    json({ op: "remove", path: "/spec/schedulingGates" }),
    json({ op: "add", path: "/spec/schedulingGates", value: [gate("a")] }),
  ]),
  podPatches("a pod that waits at a gate narrows its labels of nodes", { schedulingGates: [gate("a")] }, [
    selectorIs({ a: "b" }),
    selectorIs({ c: "d" }),
    selectorIs({ a: "e" }),
    selectorIs({ a: null }),
    selectorIs(null),
    json({ op: "remove", path: "/spec/schedulingGates" }, { op: "add", path: "/spec/nodeSelector/e", value: "f" }),
    selectorIs({ g: "h" }),
  ]),
  podPatches("a pod that waits at a gate narrows its affinity", { schedulingGates: [gate("a")] }, [
    affinityIs({ podAffinity: {} }),
    affinityIs(nodeAffinity(term("a"))),
    affinityIs(nodeAffinity(term("b"))),
    affinityIs(nodeAffinity(term("a"), term("b"))),
    affinityIs(nodeAffinity()),
    affinityIs({
      ...nodeAffinity({
        matchExpressions: [
          { key: "zone", operator: "In", values: ["a"] },
          { key: "disk", operator: "Exists" },
        ],
      }),
    }),
    affinityIs({
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term("z") }],
      },
    }),
    affinityIs({ podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "z" }] } }),
    affinityIs({ nodeAffinity: null }),
    affinityIs(null),
  ]),
  podPatches("annotations that mean something stay", {}, [
    { body: { metadata: { annotations: { "kubernetes.io/config.mirror": "a" } } } },
    {
      body: { metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/main": "runtime/default" } } },
    },
    { body: { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "a" } } } },
    { body: { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "5" }, labels: { a: "b" } } } },
    { body: { metadata: { name: "b" } } },
    { body: { status: { phase: "Running" } } },
  ]),
  {
    name: "what is applied is judged as what is put",
    async run(api) {
      await createPod(api, {});
      const apply = (spec: object): object => ({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec });
      const path = `${pods}/a?fieldManager=m&force=true`;
      await api.patch(path, "apply", apply(main({ image: "nginx:2" })), { show: showPod });
      await api.patch(path, "apply", apply({ hostNetwork: true }), { show: showPod });
      await api.patch(path, "apply", apply(main({ image: "nginx:2", tty: true })), { show: showPod });
      await api.put(`${pods}/a`, { metadata: { name: "a" }, spec: main({ image: "nginx:3" }) }, { show: showPod });
      await api.put(`${pods}/a`, { metadata: { name: "a" }, spec: {} }, { show: showPod });
    },
  },
];
