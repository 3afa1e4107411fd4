/** Which volume fits a claim. Source: kubernetes/pkg/controller/volume/persistentvolume, k8s.io/component-helpers/storage/volume. */
import type { Node, PersistentVolume, PersistentVolumeClaim } from "../../../k8s/core/v1.js";
import type { StorageClass } from "../../../k8s/storage/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import { type Amount, compareAmounts, noAmount, readAmount } from "../../types/amount.js";
import type { Stored } from "../shared/kind-objects.js";
import { isNodeOf } from "../simulated-node/node-fit.js";

export type Volume = Stored<PersistentVolume>;
export type Claim = Stored<PersistentVolumeClaim>;

export interface Search {
  /** Whether to find only volumes that name the claim: another binds it to others. */
  readonly isDelayed: boolean;
  /** The node that must reach the volume. Absent: a volume of any node will do. */
  readonly node?: Stored<Node>;
}

const oldClass = "volume.beta.kubernetes.io/storage-class";

export function classOf({ metadata, spec }: Claim | Volume): string {
  return metadata.annotations?.[oldClass] ?? spec.storageClassName ?? "";
}

/** Returns whether the volume names the claim. */
export function isReserved({ spec: { claimRef } }: Volume, { metadata }: Claim): boolean {
  if (claimRef?.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return (claimRef.uid ?? "") === "" || claimRef.uid === metadata.uid;
}

/** Returns the volume that names the claim, or else the smallest of those with the fewest modes. */
export function findVolume(claim: Claim, volumes: readonly Volume[], search: Search): Volume | undefined {
  const usable = volumes
    .filter((volume) => hasModes(claim, volume) && isLargeEnough(claim, volume) && isUsable(claim, volume))
    .toSorted((left, right) => modesOf(left).length - modesOf(right).length || compareAmounts(size(left), size(right)));
  const reserved = usable.find((volume) => isReserved(volume, claim));
  const isReached = (volume: Volume): boolean => search.node === undefined || isReachedFrom(search.node, volume);
  if (reserved !== undefined) return isReached(reserved) ? reserved : undefined;
  if (search.isDelayed) return undefined;
  return usable.find(
    (volume) =>
      volume.spec.claimRef === undefined &&
      classOf(volume) === classOf(claim) &&
      (claim.spec.selector === undefined || selects(claim.spec.selector, volume.metadata.labels)) &&
      isReached(volume),
  );
}

/** Returns why a volume that the claim names does not satisfy it. */
export function mismatchOf(claim: Claim, volume: Volume): string | undefined {
  if (!isLargeEnough(claim, volume)) return "requested PV is too small";
  if (classOf(volume) !== classOf(claim)) return "storageClassName does not match";
  if (volume.spec.volumeMode !== claim.spec.volumeMode) return "incompatible volumeMode";
  return hasModes(claim, volume) ? undefined : "incompatible accessMode";
}

function isUsable(claim: Claim, { metadata, spec }: Volume): boolean {
  return spec.volumeMode === claim.spec.volumeMode && metadata.deletionTimestamp === undefined;
}

/** Returns whether a pod on the node can use the volume. */
export function isReachedFrom(node: Stored<Node>, { spec }: Volume): boolean {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || isNodeOf(terms, node);
}

/** Returns whether claims of the class wait for a pod. */
export function isDelayed(storageClass: Stored<StorageClass> | undefined): boolean {
  return storageClass?.volumeBindingMode === "WaitForFirstConsumer";
}

function modesOf({ spec }: Volume): readonly string[] {
  return spec.accessModes ?? [];
}

function hasModes({ spec }: Claim, volume: Volume): boolean {
  return (spec.accessModes ?? []).every((mode) => modesOf(volume).includes(mode));
}

function size({ spec }: Volume): Amount {
  return readAmount(spec.capacity?.["storage"]) ?? noAmount;
}

function isLargeEnough({ spec }: Claim, volume: Volume): boolean {
  return compareAmounts(size(volume), readAmount(spec.resources?.requests?.["storage"]) ?? noAmount) >= 0;
}
