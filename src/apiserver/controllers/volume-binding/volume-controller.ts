/** Binds claims to volumes. Source: kubernetes/pkg/controller/volume/persistentvolume. */
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { readKind } from "../shared/kind-objects.js";
import { BindingParts } from "./binding-parts.js";
import type { Claim, Volume } from "./matching-volume.js";
import { syncClaim } from "./sync-claim.js";
import { syncVolume } from "./sync-volume.js";

export function bindVolumes(objects: ControllerObjects): Stoppable {
  const { store } = objects.parts;
  const parts = new BindingParts(objects);
  const { claims, volumes, classes } = parts;
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    if (namespace === "") {
      const volume = volumes.get("", name);
      if (volume !== undefined) await syncVolume(parts, volume, addClaim);
      return;
    }
    const claim = claims.get(namespace, name);
    if (claim !== undefined) await syncClaim(parts, claim);
  });
  volumes.list().forEach(addVolume);
  claims.list().forEach(addClaim);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === claims.storageKey) observeClaim(readKind(object), type === "DELETED");
      else if (storageKey === volumes.storageKey) observeVolume(readKind(object), type === "DELETED");
      else if (storageKey === classes.storageKey) addPending();
    }),
  );

  function observeClaim(claim: Claim, isDeleted: boolean): void {
    addClaim(claim);
    const { volumeName = "" } = claim.spec;
    if (volumeName !== "") queue.add(`/${volumeName}`);
    if (!isDeleted) return;
    for (const volume of volumes.list()) if (volume.spec.claimRef?.uid === claim.metadata.uid) addVolume(volume);
  }

  function observeVolume(volume: Volume, isDeleted: boolean): void {
    const { claimRef } = volume.spec;
    if (!isDeleted) addVolume(volume);
    if (claimRef === undefined) addPending();
    else queue.add(`${claimRef.namespace}/${claimRef.name}`);
    if (isDeleted || claimRef === undefined) return;
    for (const claim of claims.list()) if (claim.spec.volumeName === volume.metadata.name) addClaim(claim);
  }

  function addVolume({ metadata }: Volume): void {
    queue.add(`/${metadata.name}`);
  }

  function addClaim({ metadata }: Claim): void {
    queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  function addPending(): void {
    for (const claim of claims.list()) if (claim.status.phase === "Pending") addClaim(claim);
  }
}
