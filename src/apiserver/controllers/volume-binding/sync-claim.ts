/** Brings a claim to its volume. Source: kubernetes/pkg/controller/volume/persistentvolume/pv_controller.go (syncClaim). */
import type { StorageClass } from "../../../k8s/storage/v1.js";
import { findDefaultStorageClass } from "../../admission/default-class.js";
import type { Stored } from "../shared/kind-objects.js";
import { hasFinished } from "../shared/pod-state.js";
import { bindCompleted, type BindingParts, boundByController, selectedNode } from "./binding-parts.js";
import { type Claim, classOf, findVolume, isDelayed, isReserved, mismatchOf, type Volume } from "./matching-volume.js";

export function syncClaim(parts: BindingParts, claim: Claim): Promise<unknown> {
  if (claim.metadata.annotations?.[bindCompleted] !== undefined) return syncBound(parts, claim);
  const { volumeName = "" } = claim.spec;
  return volumeName === "" ? findFor(parts, claim) : bindNamed(parts, claim, volumeName);
}

async function findFor(parts: BindingParts, claim: Claim): Promise<unknown> {
  const storageClass = parts.classes.get("", classOf(claim));
  const waits = isDelayed(storageClass);
  const volume = findVolume(claim, parts.volumes.list(), { isDelayed: waits });
  if (volume !== undefined) return parts.bind(claim, volume);
  const name =
    claim.spec.storageClassName === undefined ? findDefaultStorageClass(parts.objects.parts.store) : undefined;
  if (name !== undefined && classOf(claim) === "") {
    return parts.claims.update(claim, ({ spec }) => (spec.storageClassName = name));
  }
  if (waits && claim.metadata.annotations?.[selectedNode] === undefined) await waitForConsumer(parts, claim);
  else if (classOf(claim) !== "") await requestVolume(parts, claim, storageClass);
  else {
    const message = "no persistent volumes available for this claim and no storage class is set";
    await parts.events.record(claim, "Normal", "FailedBinding", message);
  }
  return parts.setClaimPhase(claim, "Pending");
}

async function waitForConsumer(parts: BindingParts, claim: Claim): Promise<void> {
  const { namespace, name } = claim.metadata;
  const consumers = parts.pods
    .list(namespace)
    .filter((pod) => !hasFinished(pod) && (pod.spec.nodeName ?? "") === "")
    .filter(({ spec }) => spec.volumes?.some((volume) => volume.persistentVolumeClaim?.claimName === name) === true)
    .map(({ metadata }) => metadata.name);
  const text =
    consumers.length === 0
      ? "waiting for first consumer to be created before binding"
      : `waiting for ${consumers.length === 1 ? "pod" : "pods"} ${consumers.join(",")} to be scheduled`;
  await parts.events.record(
    claim,
    "Normal",
    consumers.length === 0 ? "WaitForFirstConsumer" : "WaitForPodScheduled",
    text,
  );
}

/** Asks the provisioner of the class for a volume: none is part of Kubernetes. */
async function requestVolume(
  parts: BindingParts,
  claim: Claim,
  storageClass: Stored<StorageClass> | undefined,
): Promise<void> {
  if (storageClass === undefined) {
    const message = `storageclass.storage.k8s.io ${JSON.stringify(classOf(claim))} not found`;
    return parts.events.record(claim, "Warning", "ProvisioningFailed", message);
  }
  const { provisioner } = storageClass;
  if (provisioner.startsWith("kubernetes.io/")) {
    const message = `no volume plugin matched name: ${provisioner}`;
    return parts.events.record(claim, "Warning", "ProvisioningFailed", message);
  }
  const marked = await parts.markForProvisioner(claim, provisioner);
  if (marked === undefined) return;
  await parts.events.record(
    marked,
    "Normal",
    "ExternalProvisioning",
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. ` +
      "If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
  );
}

async function bindNamed(parts: BindingParts, claim: Claim, name: string): Promise<unknown> {
  const volume = parts.volumes.get("", name);
  if (volume === undefined) return parts.setClaimPhase(claim, "Pending");
  if (isReserved(volume, claim)) return parts.bind(claim, volume);
  if (volume.spec.claimRef === undefined) {
    const mismatch = mismatchOf(claim, volume);
    if (mismatch === undefined) return parts.bind(claim, volume);
    const message = `Cannot bind to requested volume ${JSON.stringify(name)}: ${mismatch}`;
    await parts.events.record(claim, "Warning", "VolumeMismatch", message);
  } else if (claim.metadata.annotations?.[boundByController] === undefined) {
    const message = `volume ${JSON.stringify(name)} already bound to a different claim.`;
    await parts.events.record(claim, "Warning", "FailedBinding", message);
  } else return undefined;
  return parts.setClaimPhase(claim, "Pending");
}

async function syncBound(parts: BindingParts, claim: Claim): Promise<unknown> {
  const { volumeName = "" } = claim.spec;
  if (volumeName === "") {
    const message = "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!";
    return lose(parts, claim, "ClaimLost", message);
  }
  const volume: Volume | undefined = parts.volumes.get("", volumeName);
  if (volume === undefined) {
    return lose(parts, claim, "ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
  }
  const { claimRef } = volume.spec;
  if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return parts.bind(claim, volume);
  const message = "Two claims are bound to the same volume, this one is bound incorrectly";
  return lose(parts, claim, "ClaimMisbound", message);
}

async function lose(parts: BindingParts, claim: Claim, reason: string, message: string): Promise<void> {
  if (claim.status.phase === "Lost") return;
  const lost = await parts.setClaimPhase(claim, "Lost");
  if (lost !== undefined) await parts.events.record(lost, "Warning", reason, message);
}
