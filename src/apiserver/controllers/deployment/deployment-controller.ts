/** Rolls out Deployments by their ReplicaSets. Source: kubernetes/pkg/controller/deployment/deployment_controller.go. */
import { copyJson, isSameJson } from "../../../core/json.js";
import type { Deployment, ReplicaSet } from "../../../k8s/apps/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { timeText } from "../../objects/write.js";
import { isEmptySelector, selects } from "../../selectors/selected-labels.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { followOwners } from "../shared/follow-owners.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { claim, controllerOf } from "../shared/owners.js";
import { isNamespaceEnding } from "../shared/pod-control.js";
import { hasFinished } from "../shared/pod-state.js";
import {
  annotationsOfNew,
  desiredAnnotation,
  numberIn,
  revisionAnnotation,
  revisionOf,
  sizeAnnotations,
} from "./annotations.js";
import * as progress from "./deployment-status.js";
import { findNew, isSameTemplate, newReplicaSet } from "./new-replica-set.js";
import * as sizes from "./rolling-update.js";

interface Round {
  /** A copy, which collects the annotations and conditions that the round sets. */
  readonly draft: Stored<Deployment>;
  fresh: Stored<ReplicaSet> | undefined;
  old: Stored<ReplicaSet>[];
}

/** @param isStuck - whether the simulation keeps the pods of a Deployment from becoming ready */
export function controlDeployments(
  objects: ControllerObjects,
  isStuck: (deployment: Stored<Deployment>) => boolean,
): Stoppable {
  const deployments = new KindObjects<Deployment>(objects, kinds.deployments);
  const sets = new KindObjects<ReplicaSet>(objects, kinds.replicaSets);
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const events = new EventRecorder(objects, "deployment-controller");
  const { now } = objects.parts;
  const controller = followOwners(objects, {
    ...{ owners: deployments, kind: "Deployment", dependents: [sets.storageKey] },
    mayAdopt: ({ spec }, labels) => selects(spec.selector, labels),
    sync,
  });
  const unsubscribe = objects.parts.store.subscribe(pods.storageKey, ({ type, object }) => {
    // A Deployment that recreates its pods waits for the end of the last one.
    if (type === "DELETED")
      noteEnd(object.metadata.namespace ?? "", controllerOf({ name: "", ...object.metadata })?.name ?? "");
  });
  return {
    stop() {
      unsubscribe();
      controller.stop();
    },
  };

  function noteEnd(namespace: string, setName: string): void {
    const set = sets.get(namespace, setName);
    const owner = set === undefined ? undefined : controllerOf(set.metadata);
    if (owner?.kind === "Deployment") controller.queue.add(`${namespace}/${owner.name}`);
  }

  async function sync(deployment: Stored<Deployment>, again: (ms: number) => void): Promise<void> {
    if (isEmptySelector(deployment.spec.selector)) return refuseAll(deployment);
    const candidates = sets.list(deployment.metadata.namespace);
    const matches = ({ metadata }: Stored<ReplicaSet>): boolean => selects(deployment.spec.selector, metadata.labels);
    const owned = await claim({ owner: deployment, from: sets, candidates, matches });
    const fresh = findNew(deployment, owned);
    const round: Round = { draft: copyJson(deployment), fresh, old: sizes.byAge(owned.filter((set) => set !== fresh)) };
    if (deployment.metadata.deletionTimestamp !== undefined) return writeStatus(deployment, round, counted(round));
    notePause(round.draft);
    await advance(deployment, round, again);
  }

  async function advance(deployment: Stored<Deployment>, round: Round, again: (ms: number) => void): Promise<void> {
    const { draft } = round;
    await keepFresh(round);
    if (draft.spec.paused === true || isScaled(round)) {
      await resizeAll(round, sizes.scale(draft, round.fresh, round.old));
      if (draft.spec.paused === true) await removeOld(round);
      return writeStatus(deployment, round, counted(round));
    }
    try {
      if (draft.spec.strategy?.type === "Recreate") await recreate(round);
      else await roll(round);
    } catch (error) {
      // The status says what has failed.
      await writeStatus(deployment, round, { ...draft.status });
      throw error;
    }
    const status = progress.rolloutStatus(
      { ...round, deployment: draft, time: timeText(now()) },
      now(),
      isStuck(draft),
    );
    await writeStatus(deployment, round, status);
    const left = progress.untilDeadline(draft, progress.conditionOf(status, "Progressing"), now());
    if (left !== undefined) again(left + 1000);
  }

  async function roll(round: Round): Promise<void> {
    const { draft } = round;
    const fresh = await ensureFresh(round);
    const limits = sizes.limitsOf(draft);
    const size = sizes.nextSize(limits, sizes.replicasOf(fresh), sizes.sizeOf(round.old));
    if (size !== sizes.replicasOf(fresh)) return resizeAll(round, [{ set: fresh, replicas: size }]);
    const smaller = sizes.shrinkOld(limits, fresh, round.old);
    if (smaller.length > 0) return resizeAll(round, smaller);
    if (progress.isComplete(draft, draft.status)) await removeOld(round);
  }

  async function recreate(round: Round): Promise<void> {
    const { draft } = round;
    const active = round.old.filter((set) => sizes.replicasOf(set) > 0);
    if (active.length > 0) {
      return resizeAll(
        round,
        active.map((set) => ({ set, replicas: 0 })),
      );
    }
    if (hasOldPods(round)) return;
    const fresh = await ensureFresh(round);
    const { desired } = sizes.limitsOf(draft);
    if (sizes.replicasOf(fresh) !== desired) await resizeAll(round, [{ set: fresh, replicas: desired }]);
    if (progress.isComplete(draft, draft.status)) await removeOld(round);
  }

  function hasOldPods({ draft, old }: Round): boolean {
    if (old.some(({ status }) => status.replicas > 0)) return true;
    const uids = new Set(old.map(({ metadata }) => metadata.uid));
    return pods.list(draft.metadata.namespace).some((pod) => {
      return uids.has(controllerOf(pod.metadata)?.uid ?? "") && !hasFinished(pod);
    });
  }

  /** Brings the annotations of an existing new ReplicaSet, and the Deployment's revision, up to date. */
  async function keepFresh(round: Round): Promise<void> {
    const { draft, fresh } = round;
    if (fresh === undefined) return;
    const annotations = annotationsOfNew(draft, fresh.metadata.annotations ?? {}, nextRevision(round));
    const minReadySeconds = draft.spec.minReadySeconds ?? 0;
    if (
      !isSameJson(annotations, fresh.metadata.annotations ?? {}) ||
      (fresh.spec.minReadySeconds ?? 0) !== minReadySeconds
    ) {
      const updated = await sets.update(fresh, (copy) => {
        copy.metadata.annotations = annotations;
        if (draft.spec.minReadySeconds !== undefined) copy.spec.minReadySeconds = minReadySeconds;
      });
      round.fresh = updated ?? fresh;
    }
    draft.metadata.annotations = {
      ...draft.metadata.annotations,
      [revisionAnnotation]: annotations[revisionAnnotation] ?? "",
    };
    if (progress.conditionOf(draft.status, "Progressing") === undefined) {
      state(draft, "True", "FoundNewReplicaSet", `Found new replica set "${fresh.metadata.name}"`);
    }
  }

  async function ensureFresh(round: Round): Promise<Stored<ReplicaSet>> {
    if (round.fresh !== undefined) return round.fresh;
    const { draft } = round;
    const revision = nextRevision(round);
    const wanted = newReplicaSet(draft, round.old, revision);
    const fresh = await createFresh(draft, wanted);
    const { name } = fresh.metadata;
    draft.metadata.annotations = { ...draft.metadata.annotations, [revisionAnnotation]: String(revision) };
    state(draft, "True", "NewReplicaSetCreated", `Created new replica set "${name}"`);
    const { replicas = 0 } = fresh.spec;
    if (replicas > 0) {
      await events.record(draft, "Normal", "ScalingReplicaSet", `Scaled up replica set ${name} from 0 to ${replicas}`);
    }
    round.fresh = fresh;
    return fresh;
  }

  async function createFresh(draft: Stored<Deployment>, wanted: ReplicaSet): Promise<Stored<ReplicaSet>> {
    try {
      return await sets.create(wanted);
    } catch (error) {
      if (!(error instanceof StatusError) || isNamespaceEnding(error)) throw error;
      const { name } = wanted.metadata;
      if (error.failure.reason === "AlreadyExists") {
        const other = sets.get(draft.metadata.namespace, name);
        const isOwn = other !== undefined && controllerOf(other.metadata)?.uid === draft.metadata.uid;
        if (isOwn && isSameTemplate(other.spec.template, draft.spec.template)) return other;
        draft.status.collisionCount = (draft.status.collisionCount ?? 0) + 1;
        throw error;
      }
      const message = `Failed to create new replica set "${name}": ${error.message}`;
      state(draft, "False", "ReplicaSetCreateError", message);
      await events.record(draft, "Warning", "ReplicaSetCreateError", message);
      throw error;
    }
  }

  async function resizeAll(round: Round, resizes: readonly sizes.Resize[]): Promise<void> {
    for (const { set, replicas } of resizes) await resize(round, set, replicas);
  }

  async function resize(round: Round, set: Stored<ReplicaSet>, replicas: number): Promise<void> {
    const before = sizes.replicasOf(set);
    const { desired, maxSurge } = sizes.limitsOf(round.draft);
    const updated = await sets.update(set, (copy) => {
      copy.spec.replicas = replicas;
      copy.metadata.annotations = { ...copy.metadata.annotations, ...sizeAnnotations(desired, maxSurge) };
    });
    if (updated === undefined) return;
    if (round.fresh === set) round.fresh = updated;
    else round.old = round.old.map((each) => (each === set ? updated : each));
    if (replicas === before) return;
    const way = replicas > before ? "up" : "down";
    const message = `Scaled ${way} replica set ${set.metadata.name} from ${before} to ${replicas}`;
    await events.record(round.draft, "Normal", "ScalingReplicaSet", message);
  }

  /** Deletes old ReplicaSets beyond the limit of the history. */
  async function removeOld({ draft, old }: Round): Promise<void> {
    const { revisionHistoryLimit = 10 } = draft.spec;
    const standing = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const oldest = standing.toSorted((left, right) => (revisionOf(left) < revisionOf(right) ? -1 : 1));
    for (const set of oldest.slice(0, Math.max(0, oldest.length - revisionHistoryLimit))) {
      const isSeen = (set.metadata.generation ?? 0) <= (set.status.observedGeneration ?? 0);
      if (set.status.replicas === 0 && set.spec.replicas === 0 && isSeen) await sets.delete(set);
    }
  }

  async function refuseAll(deployment: Stored<Deployment>): Promise<void> {
    const message = "This deployment is selecting all pods. A non-empty selector is required.";
    await events.record(deployment, "Warning", "SelectingAll", message);
    const { generation = 0 } = deployment.metadata;
    if ((deployment.status.observedGeneration ?? 0) >= generation) return;
    await deployments.update(deployment, ({ status }) => (status.observedGeneration = generation), "status");
  }

  function notePause(draft: Stored<Deployment>): void {
    const reason = progress.conditionOf(draft.status, "Progressing")?.reason;
    if (reason === "ProgressDeadlineExceeded") return;
    const isPaused = draft.spec.paused === true;
    if (isPaused) state(draft, "Unknown", "DeploymentPaused", "Deployment is paused");
    else if (reason === "DeploymentPaused") state(draft, "Unknown", "DeploymentResumed", "Deployment is resumed");
  }

  /** Sets the condition Progressing, where there is a deadline for the progress. */
  function state(draft: Stored<Deployment>, status: string, reason: string, message: string): void {
    if (progress.deadlineOf(draft) === undefined) return;
    progress.setCondition(draft.status, { type: "Progressing", status, reason, message }, timeText(now()));
  }

  function counted({ draft, fresh, old }: Round): Deployment["status"] {
    return progress.countedStatus({ deployment: draft, fresh, old, time: timeText(now()) });
  }

  async function writeStatus(
    deployment: Stored<Deployment>,
    { draft }: Round,
    status: Deployment["status"],
  ): Promise<void> {
    const { annotations = {} } = draft.metadata;
    if (isSameJson(status, deployment.status) && isSameJson(annotations, deployment.metadata.annotations ?? {})) return;
    await deployments.update(
      deployment,
      (copy) => {
        copy.status = status ?? {};
        copy.metadata.annotations = annotations;
      },
      "status",
    );
  }
}

function nextRevision({ old }: Round): bigint {
  return old.map(revisionOf).reduce((most, each) => (each > most ? each : most), 0n) + 1n;
}

/** Returns whether the Deployment was scaled since its ReplicaSets were sized. */
function isScaled({ draft, fresh, old }: Round): boolean {
  const { desired } = sizes.limitsOf(draft);
  const active = [...old, ...(fresh === undefined ? [] : [fresh])].filter((set) => sizes.replicasOf(set) > 0);
  return active
    .map(({ metadata }) => numberIn(metadata, desiredAnnotation))
    .some((size) => size !== undefined && size !== desired);
}
