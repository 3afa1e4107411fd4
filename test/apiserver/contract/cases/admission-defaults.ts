/** Smaller plugins: runtime classes, storage finalizers, nodes that are not ready, secrets of accounts. */
import { refusalOrName as show } from "../admission-cases.js";
import type { AnswerBody, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;
const claims = `${core}/persistentvolumeclaims`;
const runtimeClasses = "/apis/node.k8s.io/v1/runtimeclasses";

function pod(spec: object = {}, metadata: object = {}): object {
  return { metadata: { name: "a", ...metadata }, spec: { containers: [{ name: "main", image: "i" }], ...spec } };
}

function showPlace(body: AnswerBody): unknown {
  const { kind, spec } = body as { kind: string; spec: Record<string, unknown> };
  if (kind === "Status") return body as unknown;
  const { overhead, nodeSelector, tolerations, runtimeClassName } = spec;
  return { overhead, nodeSelector, tolerations, runtimeClassName };
}

const toleration = { key: "k", operator: "Exists", effect: "NoSchedule" };

export const cases: readonly ContractCase[] = [
  {
    name: "a pod takes overhead and place from its runtime class",
    async run(api) {
      const path = `${runtimeClasses}/whole-$id`;
      api.cleanUp(path);
      const scheduling = {
        nodeSelector: { a: "b" },
        tolerations: [toleration, { key: "k", operator: "Equal", value: "v" }],
      };
      const overhead = { podFixed: { cpu: "250m", memory: "64Mi" } };
      await api.post(
        runtimeClasses,
        { metadata: { name: "whole-$id" }, handler: "h", overhead, scheduling },
        { record: false },
      );
      const runtimeClassName = "whole-$id";
      const dry = `${pods}?dryRun=All`;
      await api.post(dry, pod({ runtimeClassName }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName, overhead: { cpu: "0.25", memory: "64Mi" } }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName, overhead: { cpu: "1" } }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName, nodeSelector: { c: "d" }, tolerations: [{ operator: "Exists" }] }), {
        show: showPlace,
      });
      await api.post(dry, pod({ runtimeClassName, nodeSelector: { a: "c" } }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName, tolerations: [{ ...toleration, key: "other" }, toleration] }), {
        show: showPlace,
      });
    },
  },
  {
    name: "runtime classes that are not there, and overhead without one",
    async run(api) {
      api.cleanUp(`${runtimeClasses}/bare-$id`);
      await api.post(runtimeClasses, { metadata: { name: "bare-$id" }, handler: "h" }, { record: false });
      const dry = `${pods}?dryRun=All`;
      await api.post(dry, pod({ runtimeClassName: "none-$id" }), { show: showPlace });
      await api.post(dry, pod({ overhead: { cpu: "1" } }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName: "bare-$id", overhead: { cpu: "1" } }), { show: showPlace });
      await api.post(dry, pod({ runtimeClassName: "bare-$id" }), { show: showPlace });
    },
  },
  {
    name: "what is in use is protected",
    async run(api) {
      const showFinalizers = ({ metadata }: { metadata: { finalizers: unknown } }): unknown => metadata.finalizers;
      const resources = { requests: { storage: "1Gi" } };
      const claim = { spec: { accessModes: ["ReadWriteOnce"], storageClassName: "", resources } };
      const dry = "?dryRun=All";
      await api.post(`${claims}${dry}`, { metadata: { name: "a" }, ...claim }, { show: showFinalizers });
      const kept = ["example.com/f", "kubernetes.io/pvc-protection"];
      await api.post(
        `${claims}${dry}`,
        { metadata: { name: "a", finalizers: kept.slice(0, 1) }, ...claim },
        { show: showFinalizers },
      );
      await api.post(
        `${claims}${dry}`,
        { metadata: { name: "a", finalizers: kept }, ...claim },
        { show: showFinalizers },
      );
      const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } };
      await api.post(
        `/api/v1/persistentvolumes${dry}`,
        { metadata: { name: "$id-a" }, spec: volume },
        { show: showFinalizers },
      );
      const attributes = { metadata: { name: "$id-a" }, driverName: "example.com", parameters: { a: "b" } };
      await api.post(`/apis/storage.k8s.io/v1/volumeattributesclasses${dry}`, attributes, { show: showFinalizers });
    },
  },
  {
    name: "a new node is not ready",
    async run(api) {
      const showTaints = ({ spec }: { spec: { taints: unknown } }): unknown => spec.taints;
      const nodes = "/api/v1/nodes?dryRun=All";
      await api.post(nodes, { metadata: { name: "$id-a" } }, { show: showTaints });
      const taints = [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }];
      await api.post(nodes, { metadata: { name: "$id-a" }, spec: { taints } }, { show: showTaints });
      const known = [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule", value: "v" }];
      await api.post(nodes, { metadata: { name: "$id-a" }, spec: { taints: known } }, { show: showTaints });
    },
  },
  {
    name: "an account that is held to its own secrets",
    async run(api) {
      const annotations = { "kubernetes.io/enforce-mountable-secrets": "true" };
      const account = {
        metadata: { name: "held", annotations },
        secrets: [{ name: "own" }],
        imagePullSecrets: [{ name: "pull" }],
      };
      await api.post(`${core}/serviceaccounts`, account, { record: false });
      const dry = `${pods}?dryRun=All`;
      const held = { serviceAccountName: "held" };
      const env = (name: string): object => ({
        containers: [
          { name: "main", image: "i", env: [{ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } }] },
        ],
      });
      for (let left = 200; left > 0; left--) {
        const { status } = await api.post(dry, pod({ ...held, ...env("other") }), { record: false });
        if (status === 403) break;
      }
      const from = [{ name: "first", image: "i", envFrom: [{ secretRef: { name: "other" } }] }];
      await api.post(dry, pod({ ...held, ...env("other") }), { show });
      await api.post(dry, pod({ ...held, ...env("own") }), { show });
      await api.post(dry, pod({ ...held, initContainers: from }), { show });
      await api.post(dry, pod({ ...held, volumes: [{ name: "v", secret: { secretName: "other" } }] }), { show });
      await api.post(dry, pod({ ...held, imagePullSecrets: [{ name: "pull" }, { name: "other" }] }), { show });
      const mirror = { annotations: { "kubernetes.io/config.mirror": "x" } };
      await api.post(dry, pod(held, mirror), { show });
      await api.post(dry, pod({ imagePullSecrets: [{ name: "pull" }] }, mirror), { show });
      await api.post(dry, pod({ serviceAccountName: "none" }), { show });
    },
  },
];
