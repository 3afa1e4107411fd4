/** Keeps a pod of each DaemonSet on each node. Source: kubernetes/pkg/controller/daemon/daemon_controller.go. */
import { isSameJson } from "../../../core/json.js";
import type { DaemonSet } from "../../../k8s/apps/v1.js";
import type { Node, Pod } from "../../../k8s/core/v1.js";
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
import { newDaemonPod } from "./daemon-pod.js";
import { type DaemonPlan, type DaemonRound, nodePlan, updatePlan } from "./daemon-plan.js";
import { daemonSetStatus } from "./daemon-status.js";

export function controlDaemonSets(objects: ControllerObjects): Stoppable {
  const sets = new KindObjects<DaemonSet>(objects, kinds.daemonSets);
  const nodes = new KindObjects<Node>(objects, kinds.nodes);
  const control = new PodControl(objects, "daemonset-controller");
  const { pods, events } = control;
  const history = new RevisionHistory(objects);
  const { now, store } = objects.parts;
  const controller = followOwners(objects, {
    ...{ owners: sets, kind: "DaemonSet", dependents: [pods.storageKey, history.revisions.storageKey] },
    mayAdopt: ({ spec }, labels) => selects(spec.selector, labels),
    sync,
  });
  const unsubscribe = store.subscribe(nodes.storageKey, () => {
    for (const { metadata } of sets.list()) controller.queue.add(`${metadata.namespace}/${metadata.name}`);
  });
  return {
    stop() {
      unsubscribe();
      controller.stop();
    },
  };

  async function sync(set: Stored<DaemonSet>, again: (ms: number) => void): Promise<void> {
    if (set.metadata.deletionTimestamp !== undefined) return;
    const revisions = await history.sync(templateRevisions(set, revisionLabel));
    if (revisions === undefined) return;
    const hash = revisions.latest.metadata.labels?.[revisionLabel] ?? "";
    const round = async (): Promise<DaemonRound> => ({
      set,
      nodes: nodes.list(),
      pods: await ownPods(set),
      hash,
      now: now(),
    });
    let failure = await take(set, nodePlan(await round()), hash);
    failure ??= await take(set, updatePlan(await round()), hash);
    const after = await round();
    const status = daemonSetStatus(after, revisions.collisionCount);
    if (!isSameJson(status, set.status)) await sets.update(set, (copy) => (copy.status = status), "status");
    await truncate(set, revisions, after);
    const wait = nextAvailableIn(after.pods, set.spec.minReadySeconds ?? 0, now());
    if (wait !== undefined) again(wait);
    if (failure !== undefined) throw failure;
  }

  async function ownPods(set: Stored<DaemonSet>): Promise<Stored<Pod>[]> {
    const matches = ({ metadata }: Stored<Pod>): boolean => selects(set.spec.selector, metadata.labels);
    return claim({ owner: set, from: pods, candidates: pods.list(set.metadata.namespace), matches });
  }

  /** Returns why pods could not be created. */
  async function take(set: Stored<DaemonSet>, plan: DaemonPlan, hash: string): Promise<StatusError | undefined> {
    for (const pod of plan.delete) {
      await noteFailure(set, pod);
      await control.delete(set, pod);
    }
    return rejectionOf(async () => {
      for (const node of plan.create) await control.create(newDaemonPod(set, node, hash));
    });
  }

  async function noteFailure(set: Stored<DaemonSet>, { metadata, spec, status }: Stored<Pod>): Promise<void> {
    if (status.phase !== "Failed") return;
    const where = `${metadata.namespace}/${metadata.name} on node ${spec.nodeName ?? ""}`;
    await events.record(set, "Warning", "FailedDaemonPod", `Found failed daemon pod ${where}, will try to kill it`);
  }

  async function truncate(set: Stored<DaemonSet>, revisions: Revisions, { pods: own }: DaemonRound): Promise<void> {
    const hashes = new Set(own.map(({ metadata }) => metadata.labels?.[revisionLabel]));
    const inUse = revisions.all.filter(({ metadata }) => hashes.has(metadata.labels?.[revisionLabel]));
    const names = new Set(inUse.map(({ metadata }) => metadata.name));
    await history.truncate(revisions, set.spec.revisionHistoryLimit ?? 10, names);
  }
}
