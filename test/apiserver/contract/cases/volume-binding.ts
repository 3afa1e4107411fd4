/** Claims and volumes, with the controller that binds them. Nothing provisions volumes: the cases play the provisioner. */
import type { OptionalController } from "../../../../src/apiserver/controllers/optional-controllers.js";
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { core, quiet, showEvents, untilEvents } from "../workload-steps.js";

export const controllers: readonly OptionalController[] = ["persistentvolume-binder-controller"];

const claims = `${core}/persistentvolumeclaims`;
const volumes = "/api/v1/persistentvolumes";
const classes = "/apis/storage.k8s.io/v1/storageclasses";

const claim = (name: string, spec: object = {}, metadata: object = {}): object => ({
  metadata: { name, ...metadata },
  spec: {
    ...{ accessModes: ["ReadWriteOnce"], storageClassName: "$id", resources: { requests: { storage: "3Gi" } } },
    ...spec,
  },
});

async function addVolume(api: ContractApi, name: string, spec: object = {}, metadata: object = {}): Promise<void> {
  api.cleanUp(`${volumes}/$id-${name}`);
  const source = { csi: { driver: "csi.example.com", volumeHandle: name } };
  const fixed = { capacity: { storage: "5Gi" }, accessModes: ["ReadWriteOnce"], storageClassName: "$id", ...source };
  await api.post(volumes, { metadata: { name: `$id-${name}`, ...metadata }, spec: { ...fixed, ...spec } }, quiet);
}

async function addClass(api: ContractApi, more: object = {}, metadata: object = {}): Promise<void> {
  api.cleanUp(`${classes}/$id`);
  await api.post(classes, { metadata: { name: "$id", ...metadata }, provisioner: "disk.example.com", ...more }, quiet);
}

/** Kubernetes 1.37 has a condition about the pods that use a claim, which is another controller's. */
const showClaim = ({ metadata, spec, status }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? undefined
    : {
        ...{ annotations: metadata.annotations, finalizers: metadata.finalizers, volumeName: spec.volumeName },
        ...{ class: spec.storageClassName, status: { ...status, conditions: undefined } },
      };

const showVolume = ({ metadata, spec, status }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? undefined
    : {
        ...{ annotations: metadata.annotations, finalizers: metadata.finalizers },
        claim: spec.claimRef === undefined ? undefined : { ...spec.claimRef, resourceVersion: "$any" },
        status: { ...status, lastPhaseTransitionTime: "$time" },
      };

const untilClaim = (api: ContractApi, name: string, phase: string): Promise<AnswerBody> =>
  api.until(`${claims}/${name}`, ({ body }) => body.status?.phase === phase, { show: showClaim });
const untilVolume = (api: ContractApi, name: string, phase: string): Promise<AnswerBody> =>
  api.until(`${volumes}/$id-${name}`, ({ body }) => body.status?.phase === phase, { show: showVolume });

const eventsOf = (name: string): string =>
  `/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=$id-${name}`;

/** A claim that the controller sees before its volume gets an event, so the claim comes when the volume is available. */
async function bindOne(api: ContractApi, reclaim: object = {}): Promise<void> {
  await addVolume(api, "a", reclaim);
  await untilVolume(api, "a", "Available");
  await api.post(claims, claim("a"), quiet);
  await untilClaim(api, "a", "Bound");
  await untilVolume(api, "a", "Bound");
}

export const cases: readonly ContractCase[] = [
  {
    name: "a claim gets the smallest volume that is large enough",
    async run(api) {
      await addVolume(api, "large", { capacity: { storage: "10Gi" } });
      await addVolume(api, "small", { capacity: { storage: "2Gi" } });
      await addVolume(api, "fits", { capacity: { storage: "4096Mi" } });
      for (const name of ["large", "small", "fits"]) await untilVolume(api, name, "Available");
      await api.post(claims, claim("a"), quiet);
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "fits", "Bound");
      await api.post(claims, claim("b"), quiet);
      await untilClaim(api, "b", "Bound");
      await untilVolume(api, "large", "Bound");
      await untilVolume(api, "small", "Available");
    },
  },
  {
    name: "a volume needs the class, the modes and the labels that a claim asks for",
    async run(api) {
      await addVolume(api, "class", { storageClassName: "$id-other" });
      await addVolume(api, "modes", { accessModes: ["ReadOnlyMany"] });
      await addVolume(api, "block", { volumeMode: "Block" });
      await addVolume(api, "labels", {}, { labels: { disk: "slow" } });
      for (const name of ["class", "modes", "block", "labels"]) await untilVolume(api, name, "Available");
      const selector = { matchExpressions: [{ key: "disk", operator: "In", values: ["fast"] }] };
      await api.post(claims, claim("a", { selector }), quiet);
      await untilEvents(api, ["ProvisioningFailed"]);
      await addVolume(api, "both", { accessModes: ["ReadWriteOnce", "ReadOnlyMany"] }, { labels: { disk: "fast" } });
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "both", "Bound");
    },
  },
  {
    name: "a claim without a class waits for a volume without one",
    async run(api) {
      await api.post(claims, claim("a", { storageClassName: "", accessModes: ["ReadWriteOncePod"] }), quiet);
      await untilEvents(api, ["FailedBinding"]);
      await untilClaim(api, "a", "Pending");
    },
  },
  {
    name: "a volume can name its claim",
    async run(api) {
      await addVolume(api, "a", { claimRef: { namespace: "$ns", name: "a" }, capacity: { storage: "50Gi" } });
      await addVolume(api, "b", { claimRef: { namespace: "$ns", name: "b" }, capacity: { storage: "1Gi" } });
      await untilVolume(api, "a", "Available");
      await api.post(claims, claim("a"), quiet);
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "a", "Bound");
      await api.post(claims, claim("b"), quiet);
      await untilEvents(api, ["ProvisioningFailed"]);
      await untilClaim(api, "b", "Pending");
    },
  },
  {
    name: "a claim can name its volume",
    async run(api) {
      await api.post(claims, claim("a", { volumeName: "$id-a" }), quiet);
      await untilClaim(api, "a", "Pending");
      await addVolume(api, "a", { capacity: { storage: "50Gi" } });
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "a", "Bound");
      await api.post(claims, claim("b", { volumeName: "$id-a" }), quiet);
      await untilEvents(api, ["FailedBinding"]);
      await untilClaim(api, "b", "Pending");
    },
  },
  {
    name: "a claim does not bind to a volume that does not satisfy it",
    async run(api) {
      await addVolume(api, "small", { capacity: { storage: "1Gi" } });
      await addVolume(api, "class", { storageClassName: "$id-other" });
      await addVolume(api, "mode", { accessModes: ["ReadOnlyMany"] });
      await addVolume(api, "block", { volumeMode: "Block" });
      for (const name of ["small", "class", "mode", "block"]) {
        await api.post(claims, claim(name, { volumeName: `$id-${name}` }), quiet);
      }
      await untilEvents(api, ["VolumeMismatch", "VolumeMismatch", "VolumeMismatch", "VolumeMismatch"]);
      for (const name of ["small", "class", "mode", "block"]) await untilClaim(api, name, "Pending");
    },
  },
  {
    name: "a retained volume is released, and can be used again without its claim",
    async run(api) {
      await bindOne(api);
      await api.delete(`${claims}/a`, undefined, quiet);
      await untilVolume(api, "a", "Released");
      await api.post(claims, claim("a"), quiet);
      await untilEvents(api, ["ProvisioningFailed"]);
      await untilClaim(api, "a", "Pending");
      await api.patch(`${volumes}/$id-a`, "json", [{ op: "remove", path: "/spec/claimRef/uid" }], quiet);
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "a", "Bound");
    },
  },
  {
    name: "the controller deletes no volume of a driver",
    async run(api) {
      await bindOne(api, { persistentVolumeReclaimPolicy: "Delete" });
      await api.delete(`${claims}/a`, undefined, quiet);
      await untilVolume(api, "a", "Released");
    },
  },
  {
    name: "the controller deletes no volume of a server",
    async run(api) {
      const nfs = { server: "nfs.example.com", path: "/a" };
      await bindOne(api, { persistentVolumeReclaimPolicy: "Delete", csi: undefined, nfs });
      await api.delete(`${claims}/a`, undefined, quiet);
      await untilVolume(api, "a", "Failed");
      await api.until(eventsOf("a"), ({ body }) => body.items.length > 0, { show: showEvents });
    },
  },
  {
    name: "the controller deletes a volume that is a folder for temporary files",
    async run(api) {
      const hostPath = { path: "/tmp/tsop-none/$id" };
      await bindOne(api, { persistentVolumeReclaimPolicy: "Delete", csi: undefined, hostPath });
      await api.delete(`${claims}/a`, undefined, quiet);
      await api.until(`${volumes}/$id-a`, ({ status }) => status === 404, { show: ({ reason }) => reason });
    },
  },
  {
    name: "the controller deletes no other folder",
    async run(api) {
      await bindOne(api, { persistentVolumeReclaimPolicy: "Delete", csi: undefined, hostPath: { path: "/srv/$id" } });
      await api.delete(`${claims}/a`, undefined, quiet);
      await untilVolume(api, "a", "Failed");
      await api.until(eventsOf("a"), ({ body }) => body.items.length > 0, { show: showEvents });
    },
  },
  {
    name: "a claim without its volume is lost",
    async run(api) {
      await bindOne(api);
      await api.delete(`${volumes}/$id-a`, undefined, quiet);
      await api.patch(`${volumes}/$id-a`, "merge", { metadata: { finalizers: null } }, quiet);
      await untilClaim(api, "a", "Lost");
      await untilEvents(api, ["ClaimLost"]);
    },
  },
  {
    name: "a claim of a class waits for its provisioner",
    async run(api) {
      await addClass(api);
      const { body } = await api.post(claims, claim("a"), quiet);
      await untilEvents(api, ["ExternalProvisioning"]);
      await untilClaim(api, "a", "Pending");
      const { uid, namespace, name } = body.metadata;
      const claimRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name, uid };
      const annotations = { "pv.kubernetes.io/provisioned-by": "disk.example.com" };
      await addVolume(api, "a", { claimRef, persistentVolumeReclaimPolicy: "Delete" }, { annotations });
      await untilClaim(api, "a", "Bound");
      await untilVolume(api, "a", "Bound");
      await api.delete(`${claims}/a`, undefined, quiet);
      await untilVolume(api, "a", "Released");
    },
  },
  {
    name: "a class with an unknown plugin of Kubernetes",
    async run(api) {
      await addClass(api, { provisioner: "kubernetes.io/none" });
      await api.post(claims, claim("a"), quiet);
      await untilEvents(api, ["ProvisioningFailed"]);
      await untilClaim(api, "a", "Pending");
    },
  },
  {
    name: "a class without a provisioner",
    async run(api) {
      await addClass(api, { provisioner: "kubernetes.io/no-provisioner" });
      await api.post(claims, claim("a"), quiet);
      await untilEvents(api, ["ProvisioningFailed"]);
      await addVolume(api, "a");
      await untilClaim(api, "a", "Bound");
    },
  },
  {
    name: "a claim that waits for its first consumer",
    async run(api) {
      await addClass(api, { volumeBindingMode: "WaitForFirstConsumer" });
      await addVolume(api, "a");
      await untilVolume(api, "a", "Available");
      await api.post(claims, claim("a"), quiet);
      await untilEvents(api, ["WaitForFirstConsumer"]);
      const annotations = { "volume.kubernetes.io/selected-node": "a" };
      await api.patch(`${claims}/a`, "merge", { metadata: { annotations } }, quiet);
      await untilEvents(api, ["WaitForFirstConsumer", "ExternalProvisioning"]);
      await untilClaim(api, "a", "Pending");
      const prebound = { claimRef: { namespace: "$ns", name: "a" } };
      await api.patch(`${volumes}/$id-a`, "merge", { spec: prebound }, quiet);
      await untilClaim(api, "a", "Bound");
    },
  },
  {
    name: "a claim that waits for a pod to be scheduled",
    async run(api) {
      await addClass(api, { volumeBindingMode: "WaitForFirstConsumer" });
      const mount = [{ name: "a", persistentVolumeClaim: { claimName: "a" } }];
      const spec = { schedulerName: "none", containers: [{ name: "a", image: "a" }], volumes: mount };
      await api.post(`${core}/pods`, { metadata: { name: "consumer" }, spec }, quiet);
      await api.post(claims, claim("a"), quiet);
      const isPod = ({ reason }: AnswerBody): boolean => reason === "WaitForPodScheduled";
      await api.until(`${core}/events`, ({ body }) => body.items.some(isPod), {
        show: ({ items }) => showEvents({ items: items.filter(isPod) }),
      });
    },
  },
  {
    name: "a claim without a class gets the class that becomes the default",
    async run(api) {
      const { body } = await api.post(claims, claim("a", { storageClassName: undefined }), quiet);
      if (body.spec.storageClassName !== undefined) throw new Error("another case has a default class");
      await untilEvents(api, ["FailedBinding"]);
      await addClass(api, {}, { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } });
      await api.until(`${claims}/a`, (answer) => answer.body.metadata.annotations !== undefined, { show: showClaim });
    },
  },
];
