/** Follows the claim of a volume. Source: kubernetes/pkg/controller/volume/persistentvolume/pv_controller.go (syncVolume). */
import { type BindingParts, provisionedBy } from "./binding-parts.js";
import type { Claim, Volume } from "./matching-volume.js";

/** @param addClaim - processes a claim again */
export async function syncVolume(
  parts: BindingParts,
  volume: Volume,
  addClaim: (claim: Claim) => void,
): Promise<unknown> {
  const { claimRef, persistentVolumeReclaimPolicy: policy } = volume.spec;
  if (claimRef === undefined || (claimRef.uid ?? "") === "") return parts.setVolumePhase(volume, "Available");
  const found = parts.claims.get(claimRef.namespace ?? "", claimRef.name ?? "");
  const claim = found?.metadata.uid === claimRef.uid ? found : undefined;
  if (claim === undefined) return release(parts, volume);
  const { volumeName = "" } = claim.spec;
  if (volumeName === "") {
    addClaim(claim);
    return undefined;
  }
  if (volumeName === volume.metadata.name) return parts.setVolumePhase(volume, "Bound");
  const isProvisioned = volume.metadata.annotations?.[provisionedBy] !== undefined;
  return isProvisioned && policy === "Delete" ? release(parts, volume) : parts.unbind(volume);
}

async function release(parts: BindingParts, volume: Volume): Promise<void> {
  const isKnown = ["Released", "Failed"].includes(volume.status.phase ?? "");
  const released = isKnown ? volume : await parts.setVolumePhase(volume, "Released");
  if (released !== undefined) await reclaim(parts, released);
}

async function reclaim(parts: BindingParts, volume: Volume): Promise<void> {
  const { persistentVolumeReclaimPolicy: policy } = volume.spec;
  if (policy === "Delete") await deleteVolume(parts, volume);
  if (policy !== "Recycle") return;
  // The pod that removes the files does not run here.
  await parts.events.record(volume, "Normal", "VolumeRecycled", "Volume recycled");
  await parts.unbind(volume);
}

/** Deletes a volume that kube-controller-manager can delete itself: only a folder for temporary files. */
async function deleteVolume(parts: BindingParts, volume: Volume): Promise<void> {
  const { metadata, spec } = volume;
  const isProvisioned = metadata.annotations?.[provisionedBy]?.startsWith("kubernetes.io/") === false;
  const isExternal = isProvisioned || spec.csi !== undefined;
  if (isExternal || metadata.deletionTimestamp !== undefined) return;
  const failure = deletionFault(volume);
  if (failure === undefined) {
    await parts.volumes.delete(volume);
    return;
  }
  if (volume.status.phase === "Failed") return;
  const failed = await parts.setVolumePhase(volume, "Failed", failure);
  if (failed !== undefined) await parts.events.record(failed, "Warning", "VolumeFailedDelete", failure);
}

/** Returns why kube-controller-manager cannot delete the volume. */
function deletionFault({ metadata: { name }, spec }: Volume): string | undefined {
  const folder = spec.hostPath?.path;
  if (folder === undefined) {
    return `error getting deleter volume plugin for volume ${JSON.stringify(name)}: no deletable volume plugin matched`;
  }
  return /^\/tmp\/.+/.test(folder)
    ? undefined
    : `host_path deleter only supports /tmp/.+ but received provided ${folder}`;
}
