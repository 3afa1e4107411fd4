/** Creates, enlarges and deletes the volumes of claims, as the drivers of storage classes do. */
import { defined } from "../../../core/defined.js";
import type { PersistentVolume } from "../../../k8s/core/v1.js";
import type { StorageClass } from "../../../k8s/storage/v1.js";
import { StatusError } from "../../status-error.js";
import { compareAmounts, noAmount, readAmount } from "../../types/amount.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { readKind, type Stored } from "../shared/kind-objects.js";
import { BindingParts, provisionedBy } from "../volume-binding/binding-parts.js";
import { type Claim, classOf, type Volume } from "../volume-binding/matching-volume.js";
import { ownFailure } from "./failures.js";

const requestedFrom = "volume.kubernetes.io/storage-provisioner";

export function provisionVolumes(objects: ControllerObjects): Stoppable {
  const { store } = objects.parts;
  const parts = new BindingParts(objects);
  const { claims, volumes, classes } = parts;
  const events = new EventRecorder(objects, "simulated-provisioner");
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    if (namespace === "") return remove(volumes.get("", name));
    const claim = claims.get(namespace, name);
    if (claim === undefined || claim.metadata.deletionTimestamp !== undefined) return;
    if (claim.status.phase === "Bound") await enlarge(claim);
    else await provision(claim);
  });
  for (const kind of [volumes, claims]) for (const { metadata } of kind.list()) add(metadata);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      const isOurs = storageKey === claims.storageKey || storageKey === volumes.storageKey;
      if (isOurs && type !== "DELETED") add(readKind(object).metadata);
    }),
  );

  function add({ namespace, name }: Stored["metadata"]): void {
    queue.add(`${namespace}/${name}`);
  }

  async function provision(claim: Claim): Promise<void> {
    const storageClass = classes.get("", classOf(claim));
    const provisioner = claim.metadata.annotations?.[requestedFrom];
    const isWanted = (claim.spec.volumeName ?? "") === "" && ownFailure(claim) === undefined;
    if (storageClass === undefined || storageClass.provisioner !== provisioner || !isWanted) return;
    const volume = newVolume(claim, storageClass);
    if (volumes.get("", volume.metadata.name) !== undefined) return;
    try {
      await volumes.create(volume);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      await events.record(claim, "Warning", "ProvisioningFailed", error.message);
    }
  }

  async function enlarge(claim: Claim): Promise<void> {
    const { resources, volumeName = "" } = claim.spec;
    const storage = resources?.requests?.["storage"];
    const volume = volumes.get("", volumeName);
    if (storage === undefined || volume === undefined || !isProvisioned(volume)) return;
    if (!isLess(volume.spec.capacity?.["storage"], storage) && !isLess(claim.status.capacity?.["storage"], storage))
      return;
    const larger = await volumes.update(volume, ({ spec }) => (spec.capacity = { ...spec.capacity, storage }));
    if (larger === undefined) return;
    await claims.update(claim, ({ status }) => (status.capacity = { ...status.capacity, storage }), "status");
  }

  async function remove(volume: Volume | undefined): Promise<void> {
    const isReleased = volume?.status.phase === "Released" && volume.metadata.deletionTimestamp === undefined;
    if (!isReleased || !isProvisioned(volume) || volume.spec.persistentVolumeReclaimPolicy !== "Delete") return;
    await volumes.delete(volume);
  }
}

function newVolume(claim: Claim, { metadata, provisioner, ...storageClass }: Stored<StorageClass>): PersistentVolume {
  const { apiVersion, kind, spec } = claim;
  const { namespace, name, uid } = claim.metadata;
  const volumeHandle = `pvc-${uid}`;
  return {
    ...{ apiVersion: "v1", kind: "PersistentVolume" },
    metadata: { name: volumeHandle, annotations: { [provisionedBy]: provisioner } },
    spec: {
      ...defined({
        accessModes: spec.accessModes,
        volumeMode: spec.volumeMode,
        volumeAttributesClassName: spec.volumeAttributesClassName,
        mountOptions: storageClass.mountOptions,
      }),
      capacity: { storage: spec.resources?.requests?.["storage"] ?? "0" },
      claimRef: { apiVersion, kind, namespace, name, uid },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? "Delete",
      storageClassName: metadata.name,
      csi: { driver: provisioner, volumeHandle },
    },
  };
}

function isProvisioned({ metadata, spec }: Volume): boolean {
  return metadata.annotations?.[provisionedBy] !== undefined && spec.csi?.volumeHandle === metadata.name;
}

function isLess(left: string | number | undefined, right: string | number): boolean {
  return compareAmounts(readAmount(left) ?? noAmount, readAmount(right) ?? noAmount) < 0;
}
