/** The sizes of a Deployment's ReplicaSets. Source: kubernetes/pkg/controller/deployment/{rolling,sync}.go, util/deployment_util.go. */
import { compareText } from "../../../core/compare-text.js";
import type { Deployment, ReplicaSet } from "../../../k8s/apps/v1.js";
import { resolvePercent } from "../shared/amount-of-pods.js";
import type { Stored } from "../shared/kind-objects.js";
import { desiredAnnotation, maxAnnotation, numberIn } from "./annotations.js";

export interface Resize {
  readonly set: Stored<ReplicaSet>;
  readonly replicas: number;
}

export interface Limits {
  readonly desired: number;
  /** How many pods may exist beyond the desired number. */
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

export function limitsOf({ spec }: Stored<Deployment>): Limits {
  const { replicas: desired = 1, strategy = {} } = spec;
  if (strategy.type !== "RollingUpdate") return { desired, maxSurge: 0, maxUnavailable: 0 };
  const maxSurge = resolvePercent(strategy.rollingUpdate?.maxSurge, desired, "up");
  const resolved = resolvePercent(strategy.rollingUpdate?.maxUnavailable, desired, "down");
  // With both at 0, a rollout would not begin.
  const maxUnavailable = maxSurge === 0 && resolved === 0 ? 1 : resolved;
  return { desired, maxSurge, maxUnavailable: Math.min(maxUnavailable, desired) };
}

export function sizeOf(sets: readonly Stored<ReplicaSet>[]): number {
  return sets.reduce((sum, { spec }) => sum + replicasOf({ spec }), 0);
}

export function replicasOf({ spec }: Pick<Stored<ReplicaSet>, "spec">): number {
  return spec.replicas ?? 1;
}

export function availableOf(sets: readonly Stored<ReplicaSet>[]): number {
  return sets.reduce((sum, { status }) => sum + (status.availableReplicas ?? 0), 0);
}

/** Returns the size of the new ReplicaSet in a rolling update. `others`: the size of the old ones. */
export function nextSize({ desired, maxSurge }: Limits, current: number, others: number): number {
  if (current >= desired) return desired;
  const free = desired + maxSurge - current - others;
  return free <= 0 ? current : current + Math.min(free, desired - current);
}

/** Returns how a rolling update shrinks the old ReplicaSets: first by the pods that are not available. */
export function shrinkOld(
  { desired, maxUnavailable }: Limits,
  fresh: Stored<ReplicaSet>,
  old: readonly Stored<ReplicaSet>[],
): Resize[] {
  const all = [...old, fresh];
  if (sizeOf(old) === 0) return [];
  const minAvailable = desired - maxUnavailable;
  const freshUnavailable = replicasOf(fresh) - (fresh.status.availableReplicas ?? 0);
  let removable = sizeOf(all) - minAvailable - freshUnavailable;
  if (removable <= 0) return [];
  const sizes = new Map(byAge(old).map((set) => [set, replicasOf(set)]));
  for (const [set, size] of sizes) {
    const removed = Math.min(removable, Math.max(0, size - (set.status.availableReplicas ?? 0)));
    sizes.set(set, size - removed);
    removable -= removed;
  }
  let spare = availableOf(all) - minAvailable;
  for (const [set, size] of sizes) {
    const removed = Math.max(0, Math.min(spare, size));
    sizes.set(set, size - removed);
    spare -= removed;
  }
  return [...sizes].filter(([set, size]) => size !== replicasOf(set)).map(([set, replicas]) => ({ set, replicas }));
}

/** Returns the sizes after the Deployment is scaled, or while it is paused. */
export function scale(
  deployment: Stored<Deployment>,
  fresh: Stored<ReplicaSet> | undefined,
  old: readonly Stored<ReplicaSet>[],
): Resize[] {
  const limits = limitsOf(deployment);
  const newestFirst = [...(fresh === undefined ? [] : [fresh]), ...byAge(old).toReversed()];
  const active = newestFirst.filter((set) => replicasOf(set) > 0);
  if (active.length <= 1) {
    const only = active[0] ?? newestFirst[0];
    return only === undefined || replicasOf(only) === limits.desired ? [] : [{ set: only, replicas: limits.desired }];
  }
  if (fresh !== undefined && isSaturated(limits, fresh)) {
    return active.filter((set) => set !== fresh).map((set) => ({ set, replicas: 0 }));
  }
  return deployment.spec.strategy?.type === "RollingUpdate" ? scaleInProportion(deployment, limits, active) : [];
}

function isSaturated({ desired }: Limits, { metadata, spec, status }: Stored<ReplicaSet>): boolean {
  const isWhole = numberIn(metadata, desiredAnnotation) === desired && replicasOf({ spec }) === desired;
  return isWhole && (status.availableReplicas ?? 0) === desired;
}

function scaleInProportion(
  deployment: Stored<Deployment>,
  limits: Limits,
  active: readonly Stored<ReplicaSet>[],
): Resize[] {
  const { desired, maxSurge } = limits;
  const toAdd = (desired > 0 ? desired + maxSurge : 0) - sizeOf(active);
  const isGrowing = toAdd > 0;
  const sorted = active.toSorted(
    (left, right) =>
      replicasOf(right) - replicasOf(left) || (isGrowing ? compareAge(right, left) : compareAge(left, right)),
  );
  let left = toAdd;
  const resizes = sorted.map((set) => {
    const share = shareOf(deployment, limits, set);
    const added = left === 0 ? 0 : isGrowing ? Math.min(share, left) : Math.max(share, left);
    left -= added;
    return { set, replicas: replicasOf(set) + added };
  });
  // The largest takes what rounding leaves.
  return resizes.map(({ set, replicas }, index) => ({
    set,
    replicas: Math.max(0, replicas + (index === 0 ? left : 0)),
  }));
}

/** Returns how much of a change falls to a ReplicaSet. */
function shareOf({ status }: Stored<Deployment>, { desired, maxSurge }: Limits, set: Stored<ReplicaSet>): number {
  const size = replicasOf(set);
  if (desired === 0) return -size;
  const before = numberIn(set.metadata, maxAnnotation) ?? 0;
  const most = before === 0 ? (status.replicas ?? 0) : before;
  return most === 0 ? 0 : Math.round((size * (desired + maxSurge)) / most) - size;
}

/** Oldest first. */
export function byAge(sets: readonly Stored<ReplicaSet>[]): Stored<ReplicaSet>[] {
  return sets.toSorted(compareAge);
}

function compareAge({ metadata: left }: Stored<ReplicaSet>, { metadata: right }: Stored<ReplicaSet>): number {
  return compareText(left.creationTimestamp, right.creationTimestamp) || compareText(left.name, right.name);
}
