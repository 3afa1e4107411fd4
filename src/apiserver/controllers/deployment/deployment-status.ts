/** Source: kubernetes/pkg/controller/deployment/{sync,progress}.go. */
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "../../../k8s/apps/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { availableOf, limitsOf, sizeOf } from "./rolling-update.js";

export interface Rollout {
  /** With the conditions that this round has set. */
  readonly deployment: Stored<Deployment>;
  readonly fresh: Stored<ReplicaSet> | undefined;
  readonly old: readonly Stored<ReplicaSet>[];
  /** RFC 3339. */
  readonly time: string;
}

/** The number that means no deadline. */
const noDeadline = 2 ** 31 - 1;

export function deadlineOf({ spec }: Stored<Deployment>): number | undefined {
  return spec.progressDeadlineSeconds === noDeadline ? undefined : spec.progressDeadlineSeconds;
}

export function conditionOf({ conditions = [] }: DeploymentStatus, type: string): DeploymentCondition | undefined {
  return conditions.find((each) => each.type === type);
}

type Stated = Pick<DeploymentCondition, "reason" | "message"> & { readonly type: string; readonly status: string };

/** Sets a condition, unless it already has this status and reason. */
export function setCondition(status: DeploymentStatus, condition: Stated, time: string): void {
  const before = conditionOf(status, condition.type);
  if (before?.status === condition.status && before.reason === condition.reason) return;
  replaceCondition(status, condition, time);
}

function replaceCondition(status: DeploymentStatus, condition: Stated, time: string): void {
  const before = conditionOf(status, condition.type);
  const since = before?.status === condition.status ? before.lastTransitionTime : time;
  const others = (status.conditions ?? []).filter(({ type }) => type !== condition.type);
  status.conditions = [...others, { ...condition, lastUpdateTime: time, lastTransitionTime: since ?? time }];
}

function removeCondition(status: DeploymentStatus, type: string): void {
  const others = (status.conditions ?? []).filter((each) => each.type !== type);
  if (others.length > 0) status.conditions = others;
  else delete status.conditions;
}

/** Returns the status by the ReplicaSets, without the progress of a rollout. */
export function countedStatus({ deployment, fresh, old, time }: Rollout): DeploymentStatus {
  const all = allOf({ fresh, old });
  const { desired, maxUnavailable } = limitsOf(deployment);
  const sum = (count: (set: Stored<ReplicaSet>) => number): number => all.reduce((total, set) => total + count(set), 0);
  const available = availableOf(all);
  const { conditions, collisionCount } = deployment.status;
  const status: DeploymentStatus = {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...nonzero({
      replicas: sum((set) => set.status.replicas),
      updatedReplicas: fresh?.status.replicas ?? 0,
      readyReplicas: sum((set) => set.status.readyReplicas ?? 0),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sizeOf(all) - available),
    }),
    terminatingReplicas: sum((set) => set.status.terminatingReplicas ?? 0),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions: [...conditions] }),
  };
  const [type, not] = ["Available", "Deployment does not have minimum availability."];
  const isAvailable = available >= desired - maxUnavailable;
  setCondition(
    status,
    isAvailable
      ? { type, status: "True", reason: "MinimumReplicasAvailable", message: "Deployment has minimum availability." }
      : { type, status: "False", reason: "MinimumReplicasUnavailable", message: not },
    time,
  );
  return status;
}

function allOf({ fresh, old }: Pick<Rollout, "fresh" | "old">): Stored<ReplicaSet>[] {
  return [...old, ...(fresh === undefined ? [] : [fresh])];
}

function nonzero(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

/** Returns the status during a rollout. `isStuck`: the simulation keeps its pods from becoming ready. */
export function rolloutStatus(rollout: Rollout, now: number, isStuck: boolean): DeploymentStatus {
  const { deployment, fresh, time } = rollout;
  const status = countedStatus(rollout);
  const current = conditionOf(deployment.status, "Progressing");
  if (deadlineOf(deployment) === undefined) removeCondition(status, "Progressing");
  else if (status.replicas !== status.updatedReplicas || current?.reason !== "NewReplicaSetAvailable") {
    const name =
      fresh === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${fresh.metadata.name}"`;
    const progressing = { type: "Progressing", status: "True" };
    if (isComplete(deployment, status)) {
      const message = `${name} has successfully progressed.`;
      setCondition(status, { ...progressing, reason: "NewReplicaSetAvailable", message }, time);
    } else if (hasProgressed(deployment.status, status)) {
      const message = `${name} is progressing.`;
      replaceCondition(status, { ...progressing, reason: "ReplicaSetUpdated", message }, time);
    } else if (isStuck || hasTimedOut(deployment, current, now)) {
      const message = `${name} has timed out progressing.`;
      const reason = "ProgressDeadlineExceeded";
      setCondition(status, { type: "Progressing", status: "False", reason, message }, time);
    }
  }
  const failure = failureOf(rollout);
  if (failure === undefined) removeCondition(status, "ReplicaFailure");
  else setCondition(status, failure, time);
  return status;
}

export function isComplete({ metadata, spec }: Stored<Deployment>, status: DeploymentStatus): boolean {
  const { replicas = 1 } = spec;
  const counts = [status.updatedReplicas, status.replicas, status.availableReplicas];
  return (
    counts.every((count) => (count ?? 0) === replicas) && (status.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  );
}

function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const oldReplicas = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    oldReplicas(after) < oldReplicas(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut(deployment: Stored<Deployment>, current: DeploymentCondition | undefined, now: number): boolean {
  const left = untilDeadline(deployment, current, now);
  return current?.reason === "ProgressDeadlineExceeded" || (left !== undefined && left < 0);
}

/** Returns the ms until the rollout counts as failed; undefined if it never does. */
export function untilDeadline(
  deployment: Stored<Deployment>,
  current: DeploymentCondition | undefined,
  now: number,
): number | undefined {
  const deadline = deadlineOf(deployment);
  if (current === undefined || deadline === undefined || settledReasons.has(current.reason ?? "")) return undefined;
  const since = Date.parse(current.lastUpdateTime ?? current.lastTransitionTime ?? "");
  return since + deadline * 1000 - now;
}

const settledReasons = new Set(["NewReplicaSetAvailable", "ProgressDeadlineExceeded"]);

/** Returns the failure of the new ReplicaSet, or else that of an old one. */
function failureOf(rollout: Rollout): Stated | undefined {
  return [rollout.fresh, ...rollout.old]
    .flatMap((set) => set?.status.conditions ?? [])
    .find((each): each is typeof each & Stated => each.type === "ReplicaFailure" && each.status !== undefined);
}
