/** Creates the pods of StatefulSets in order. Source: kubernetes/pkg/controller/statefulset/stateful_set.go. */
import { isSameJson } from "../../../core/json.js";
import type { ControllerRevision, StatefulSet } from "../../../k8s/apps/v1.js";
import type { PersistentVolumeClaim, Pod } from "../../../k8s/core/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import type { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { followOwners } from "../shared/follow-owners.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { claim } from "../shared/owners.js";
import { PodControl, rejectionOf } from "../shared/pod-control.js";
import { nextAvailableIn } from "../shared/pod-state.js";
import { RevisionHistory, revisionLabel, type Revisions, templateRevisions } from "../shared/revision-history.js";
import { templateOf } from "../shared/template-data.js";
import { nextSteps, type SetRound, type Step } from "./set-plan.js";
import { claimName, newClaims, newSetPod, ordinalOf } from "./set-pod.js";
import { statefulSetStatus } from "./set-status.js";

export function controlStatefulSets(objects: ControllerObjects): Stoppable {
  const sets = new KindObjects<StatefulSet>(objects, kinds.statefulSets);
  const claims = new KindObjects<PersistentVolumeClaim>(objects, kinds.claims);
  const control = new PodControl(objects, "statefulset-controller", (verb, pod, { metadata: { name } }) => {
    return `${verb} Pod ${pod} in StatefulSet ${name} successful`;
  });
  const { pods, events } = control;
  const history = new RevisionHistory(objects);
  const { now } = objects.parts;
  return followOwners(objects, {
    ...{ owners: sets, kind: "StatefulSet", dependents: [pods.storageKey, history.revisions.storageKey] },
    mayAdopt: ({ spec }, labels) => selects(spec.selector, labels),
    sync,
  });

  async function sync(set: Stored<StatefulSet>, again: (ms: number) => void): Promise<void> {
    const revisions = await history.sync(templateRevisions(set, "controller.kubernetes.io/hash"));
    if (revisions === undefined) return;
    const update = revisions.latest.metadata.name;
    const { currentRevision = "" } = set.status;
    const known = revisions.all.find(({ metadata }) => metadata.name === currentRevision);
    const current = known ?? revisions.latest;
    const round = async (): Promise<SetRound> => {
      return { set, pods: await ownPods(set), current: current.metadata.name, update, now: now() };
    };
    const failure = await takeAll(set, nextSteps(await round()), { current, update: revisions.latest });
    const after = await round();
    const status = statefulSetStatus(after, revisions.collisionCount);
    if (!isSameJson(status, set.status)) await sets.update(set, (copy) => (copy.status = status), "status");
    await truncate(set, revisions, after);
    const wait = nextAvailableIn(after.pods, set.spec.minReadySeconds ?? 0, now());
    if (wait !== undefined) again(wait);
    if (failure !== undefined) throw failure;
  }

  async function ownPods(set: Stored<StatefulSet>): Promise<Stored<Pod>[]> {
    const matches = (pod: Stored<Pod>): boolean => {
      return ordinalOf(set, pod) !== undefined && selects(set.spec.selector, pod.metadata.labels);
    };
    return claim({ owner: set, from: pods, candidates: pods.list(set.metadata.namespace), matches });
  }

  /** Returns why a step failed. */
  function takeAll(
    set: Stored<StatefulSet>,
    steps: readonly Step[],
    revisions: Readonly<Record<"current" | "update", Stored<ControllerRevision>>>,
  ): Promise<StatusError | undefined> {
    return rejectionOf(async () => {
      for (const step of steps) {
        if (step.type === "create") await createPod(set, step.ordinal, revisions[step.revision]);
        else await deletePod(set, step.pod, step.why);
      }
    });
  }

  async function createPod(
    set: Stored<StatefulSet>,
    ordinal: number,
    revision: Stored<ControllerRevision>,
  ): Promise<void> {
    for (const wanted of newClaims(set, ordinal)) {
      const { namespace } = set.metadata;
      const { name } = wanted.metadata;
      if (claims.get(namespace, name) !== undefined) continue;
      await claims.create(wanted);
      const message = `create Claim ${name} Pod ${set.metadata.name}-${ordinal} in StatefulSet ${set.metadata.name} success`;
      await events.record(set, "Normal", "SuccessfulCreate", message);
    }
    const template = templateOf(revision) ?? set.spec.template;
    await control.create(newSetPod(set, template, revision.metadata.name, ordinal));
  }

  async function deletePod(
    set: Stored<StatefulSet>,
    pod: Stored<Pod>,
    why: "failed" | "scaled" | "updated",
  ): Promise<void> {
    if (why === "failed") {
      const { namespace, name } = pod.metadata;
      const message = `StatefulSet ${namespace}/${set.metadata.name} is recreating failed Pod ${name}`;
      await events.record(set, "Warning", "RecreatingFailedPod", message);
    }
    if (why === "scaled" && set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete")
      await bindClaims(set, pod);
    await control.delete(set, pod);
  }

  /** Lets the claims of a pod end with the pod. */
  async function bindClaims(set: Stored<StatefulSet>, pod: Stored<Pod>): Promise<void> {
    const ordinal = ordinalOf(set, pod) ?? 0;
    const { name, uid } = pod.metadata;
    for (const { metadata } of set.spec.volumeClaimTemplates ?? []) {
      const found = claims.get(set.metadata.namespace, claimName(set, metadata?.name ?? "", ordinal));
      if (found === undefined) continue;
      await claims.update(
        found,
        (copy) => (copy.metadata.ownerReferences = [{ apiVersion: "v1", kind: "Pod", name, uid }]),
      );
    }
  }

  async function truncate(
    set: Stored<StatefulSet>,
    revisions: Revisions,
    { pods: own, current }: SetRound,
  ): Promise<void> {
    const inUse = new Set([current, ...own.map(({ metadata }) => metadata.labels?.[revisionLabel] ?? "")]);
    await history.truncate(revisions, set.spec.revisionHistoryLimit ?? 10, inUse);
  }
}
