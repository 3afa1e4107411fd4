/** The parts of a pod that have their own endpoint: ephemeral containers and resources. */
import type { ContractCase, PatchType } from "../contract-case.js";
import { createPod, ofSpec, podPatches, pods, showPod } from "../pod-cases.js";

const debug = (more: object = {}): object => ({ name: "debug", image: "busybox", ...more });
const added = (...ephemeralContainers: readonly object[]): { body: object } => ({
  body: { spec: { ephemeralContainers } },
});
const json = (...operations: readonly object[]): { type: PatchType; body: object } => ({
  type: "json",
  body: operations,
});

const ephemeral = [
  podPatches(
    "ephemeral containers are added, and stay",
    {},
    [
      added(debug()),
      added(debug({ command: ["sh"] })),
      added(debug({ name: "second", targetContainerName: "main", stdin: true, tty: true })),
      json({ op: "remove", path: "/spec/ephemeralContainers/0" }),
      json({ op: "remove", path: "/spec/ephemeralContainers" }),
      json({ op: "replace", path: "/spec/ephemeralContainers/0/image", value: "other" }),
      json({ op: "replace", path: "/spec/ephemeralContainers/0/image", value: "" }),
      { body: { metadata: { labels: { b: "c" } }, spec: { containers: [{ name: "main", image: "other" }] } } },
      { body: { status: { phase: "Running" } } },
    ],
    { subresource: "ephemeralcontainers" },
  ),
  podPatches(
    "ephemeral containers that are not valid",
    { volumes: [{ name: "data", emptyDir: {} }], initContainers: [{ name: "first", image: "i" }] },
    [
      debug({ name: "main" }),
      debug({ name: "first" }),
      debug({ name: "Debug" }),
      debug({ name: "" }),
      debug({ image: "" }),
      debug({ image: " a" }),
      debug({ targetContainerName: "none" }),
      debug({ ports: [{ containerPort: 80 }] }),
      debug({ livenessProbe: { exec: { command: ["a"] } } }),
      debug({ readinessProbe: { exec: { command: ["a"] } }, startupProbe: { exec: { command: ["a"] } } }),
      debug({ lifecycle: { preStop: { exec: { command: ["a"] } } } }),
      debug({ resources: { requests: { cpu: "1" } } }),
      debug({ resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }] }),
      debug({ restartPolicy: "Always" }),
      debug({ volumeMounts: [{ name: "data", mountPath: "/data" }] }),
      debug({ volumeMounts: [{ name: "data", mountPath: "/data", subPath: "a" }] }),
      debug({ volumeMounts: [{ name: "none", mountPath: "/data" }] }),
      debug({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
      debug({ imagePullPolicy: "Sometimes", terminationMessagePolicy: "None" }),
      debug({ env: [{ name: "A=" }], unknown: 1 }),
    ].map((each) => added(each)),
    { subresource: "ephemeralcontainers", isDryRun: true },
  ),
  podPatches(
    "the mounts of an ephemeral container stay",
    { volumes: [{ name: "data", emptyDir: {} }] },
    [
      added(debug({ volumeMounts: [{ name: "data", mountPath: "/data" }] })),
      json({ op: "replace", path: "/spec/ephemeralContainers/0/volumeMounts/0/mountPath", value: "/other" }),
      json({ op: "remove", path: "/spec/ephemeralContainers/0/volumeMounts" }),
    ],
    { subresource: "ephemeralcontainers" },
  ),
  podPatches("a mirror of a static pod gets no ephemeral container", { nodeName: "n" }, [added(debug())], {
    subresource: "ephemeralcontainers",
    metadata: { annotations: { "kubernetes.io/config.mirror": "a" }, finalizers: ["example.com/f"] },
  }),
];

const resources = (requests: object, limits?: object): object => ({
  requests,
  ...(limits === undefined ? {} : { limits }),
});
const main = (more: object): object => ({ containers: [{ name: "main", ...more }] });
const sized = (requests: object, limits?: object): object => main({ resources: resources(requests, limits) });
const small = { cpu: "100m", memory: "64Mi" };

const resizes = [
  podPatches(
    "resources of a container change",
    { containers: [{ name: "main", image: "i", resources: resources(small, { cpu: "1", memory: "1Gi" }) }] },
    [
      ...ofSpec(
        sized({ cpu: "200m" }),
        sized({ memory: "128Mi" }, { memory: "2Gi" }),
        sized({ cpu: "2" }),
        sized({ cpu: "-1" }),
        sized({ cpu: null }),
        sized({ "ephemeral-storage": "1Gi" }),
        sized({ "example.com/gpu": "1" }, { "example.com/gpu": "1" }),
        sized({ cpu: "1", memory: "2Gi" }),
        main({ resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] }),
        main({ resizePolicy: [{ resourceName: "cpu", restartPolicy: "Never" }] }),
        main({ image: "other", env: [{ name: "A", value: "b" }] }),
        { nodeName: "n", tolerations: [{ operator: "Exists" }] },
      ),
      json({ op: "remove", path: "/spec/containers/0/resources/limits" }),
      json({ op: "remove", path: "/spec/containers/0/resources" }),
      json({ op: "replace", path: "/spec/containers/0/name", value: "renamed" }),
      json({ op: "add", path: "/spec/containers/-", value: { name: "b", image: "b" } }),
      { body: { metadata: { labels: { b: "c" }, annotations: { d: "e" } }, status: { phase: "Running" } } },
    ],
    { subresource: "resize" },
  ),
  podPatches("a pod without resources gets none", {}, ofSpec(sized({ cpu: "1" })), { subresource: "resize" }),
  podPatches(
    "a pod whose requests are its limits",
    { containers: [{ name: "main", image: "i", resources: resources(small, small) }] },
    ofSpec(sized({ cpu: "200m" }), sized({ cpu: "200m" }, { cpu: "200m" }), sized({}, { cpu: "300m" })),
    { subresource: "resize" },
  ),
  podPatches(
    "resources of init containers",
    {
      initContainers: [
        { name: "first", image: "i", resources: resources(small) },
        { name: "beside", image: "i", restartPolicy: "Always", resources: resources(small) },
      ],
      containers: [
        { name: "main", image: "i" },
        { name: "second", image: "i", resources: resources(small) },
      ],
    },
    [
      ...ofSpec(
        { initContainers: [{ name: "first", resources: resources({ cpu: "1" }) }] },
        { initContainers: [{ name: "beside", resources: resources({ cpu: "1" }) }] },
        { initContainers: [{ name: "beside", resources: resources({ cpu: null }) }] },
        { initContainers: [{ name: "beside", resources: resources({ "ephemeral-storage": "1" }) }] },
        { initContainers: [{ name: "beside", image: "other" }] },
      ),
      json({ op: "remove", path: "/spec/initContainers" }),
      json(
        { op: "test", path: "/spec/containers/0/name", value: "main" },
        { op: "move", from: "/spec/containers/0", path: "/spec/containers/1" },
      ),
    ],
    { subresource: "resize" },
  ),
  podPatches(
    "a pod on a node that reports no resources",
    { containers: [{ name: "main", image: "i", resources: resources(small) }] },
    ofSpec(sized({ cpu: "200m" })),
    {
      subresource: "resize",
      status: {
        containerStatuses: [
          { ...{ name: "main", image: "i", imageID: "", ready: true, restartCount: 0 }, state: { running: {} } },
        ],
      },
    },
  ),
  podPatches(
    "resources of a whole pod",
    { resources: resources({ cpu: "1" }, { cpu: "2" }) },
    ofSpec({ resources: resources({ cpu: "2" }) }, sized({ cpu: "1" })),
    { subresource: "resize" },
  ),
  podPatches("a pod of windows is not resized", { os: { name: "windows" } }, ofSpec(sized({ cpu: "1" })), {
    subresource: "resize",
  }),
  podPatches("a mirror of a static pod is not resized", { nodeName: "n" }, ofSpec(sized({ cpu: "1" })), {
    subresource: "resize",
    metadata: { annotations: { "kubernetes.io/config.mirror": "a" }, finalizers: ["example.com/f"] },
  }),
];

const verbs = ["ephemeralcontainers", "resize", "status"].map((subresource): ContractCase => ({
  name: `verbs of ${subresource}`,
  async run(api) {
    await createPod(api, { containers: [{ name: "main", image: "i", resources: resources(small) }] });
    const path = `${pods}/a/${subresource}`;
    const show = showPod;
    await api.get(path, { show });
    await api.get(`${pods}/none/${subresource}`);
    const spec = {
      ...{ containers: [{ name: "main", image: "i", resources: resources({ cpu: "1" }) }] },
      ephemeralContainers: [debug()],
    };
    const put = { metadata: { name: "a" }, spec, status: { message: "m" } };
    await api.put(path, put, { show });
    await api.put(path, { metadata: { name: "b" } }, { show });
    await api.put(path, { metadata: { name: "a" } }, { show });
    await api.put(path, { kind: "Deployment", apiVersion: "apps/v1", metadata: { name: "a" } }, { show });
    await api.put(path, { metadata: { name: "a", resourceVersion: "1" }, spec }, { show });
    await api.put(`${pods}/none/${subresource}`, { metadata: { name: "none" }, spec });
    await api.patch(`${pods}/none/${subresource}`, "merge", {});
    const applied = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec, status: { message: "n" } };
    await api.patch(`${path}?fieldManager=m`, "apply", applied, { show });
    await api.patch(`${path}?fieldManager=m&force=true`, "apply", applied, {
      show: (body: { metadata: { managedFields?: { manager: string }[] } }) =>
        body.metadata.managedFields?.filter(({ manager }) => manager === "m") ?? body,
    });
    await api.patch(`${pods}/none/${subresource}?fieldManager=m`, "apply", { ...applied, metadata: { name: "none" } });
    await api.post(path, applied);
    await api.delete(path);
    await api.get(`${path}?watch=true`, { show });
  },
}));

export const cases: readonly ContractCase[] = [...ephemeral, ...resizes, ...verbs];
