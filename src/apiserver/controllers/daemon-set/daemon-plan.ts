/** Which pods a DaemonSet creates and deletes. Source: kubernetes/pkg/controller/daemon/{daemon_controller,update}.go. */
import { compareText } from "../../../core/compare-text.js";
import type { DaemonSet } from "../../../k8s/apps/v1.js";
import type { Node, Pod } from "../../../k8s/core/v1.js";
import { resolvePercent } from "../shared/amount-of-pods.js";
import type { Stored } from "../shared/kind-objects.js";
import { isAvailable, isEnding, isReady } from "../shared/pod-state.js";
import { revisionLabel } from "../shared/revision-history.js";
import { fitOf, nodeOf } from "./daemon-pod.js";

export interface DaemonRound {
  readonly set: Stored<DaemonSet>;
  readonly nodes: readonly Stored<Node>[];
  readonly pods: readonly Stored<Pod>[];
  /** Of the current template. */
  readonly hash: string;
  readonly now: number;
}

export interface DaemonPlan {
  /** The names of nodes that get a pod. */
  readonly create: readonly string[];
  readonly delete: readonly Stored<Pod>[];
}

/** Returns what each node needs: one pod, or none. */
export function nodePlan(round: DaemonRound): DaemonPlan {
  const create: string[] = [];
  const deleted: Stored<Pod>[] = round.pods.filter((pod) => !isEnding(pod) && !hasNode(round, pod));
  for (const node of round.nodes) {
    const own = podsOn(round, node.metadata.name);
    const { starts, keeps } = fitOf(round.set, node);
    if (!keeps) deleted.push(...own.filter((pod) => !isEnding(pod)));
    else if (own.length === 0) create.push(...(starts ? [node.metadata.name] : []));
    else deleted.push(...surplusOn(round, own));
  }
  return { create, delete: deleted };
}

function hasNode({ nodes }: DaemonRound, pod: Stored<Pod>): boolean {
  return nodes.some(({ metadata }) => metadata.name === nodeOf(pod));
}

/** Oldest first. */
export function podsOn({ pods }: DaemonRound, node: string): Stored<Pod>[] {
  const own = pods.filter((pod) => nodeOf(pod) === node);
  return own.toSorted(
    (left, right) =>
      Number((left.spec.nodeName ?? "") === "") - Number((right.spec.nodeName ?? "") === "") ||
      compareText(left.metadata.creationTimestamp, right.metadata.creationTimestamp),
  );
}

function surplusOn(round: DaemonRound, own: readonly Stored<Pod>[]): Stored<Pod>[] {
  const standing = own.filter((pod) => !isEnding(pod));
  const ended = standing.filter(({ status }) => status.phase === "Failed" || status.phase === "Succeeded");
  const running = standing.filter((pod) => !ended.includes(pod));
  if (surgeOf(round) === 0) return [...ended, ...running.slice(1)];
  const [fresh, old] = [
    running.filter((pod) => isUpdated(round, pod)),
    running.filter((pod) => !isUpdated(round, pod)),
  ];
  const [newPod, oldPod] = [fresh[0], old[0]];
  const isReplaced = newPod !== undefined && oldPod !== undefined && (!isReady(oldPod) || isUp(round, newPod));
  return [...ended, ...fresh.slice(1), ...old.slice(1), ...(isReplaced ? [oldPod] : [])];
}

export function isUpdated({ hash }: DaemonRound, { metadata }: Stored<Pod>): boolean {
  return metadata.labels?.[revisionLabel] === hash;
}

function isUp({ set, now }: DaemonRound, pod: Stored<Pod>): boolean {
  return isAvailable(pod, set.spec.minReadySeconds ?? 0, now);
}

function surgeOf(round: DaemonRound): number {
  return resolvePercent(round.set.spec.updateStrategy?.rollingUpdate?.maxSurge, desiredOf(round), "up");
}

function desiredOf({ set, nodes }: DaemonRound): number {
  return nodes.filter((node) => fitOf(set, node).starts).length;
}

/** Returns the next step of a rolling update, when each node has its pod. */
export function updatePlan(round: DaemonRound): DaemonPlan {
  const { updateStrategy } = round.set.spec;
  if (updateStrategy?.type !== "RollingUpdate") return { create: [], delete: [] };
  const onNodes = round.nodes
    .map(({ metadata: { name } }) => ({ name, own: podsOn(round, name).filter((pod) => !isEnding(pod)) }))
    .filter(({ name }) => podsOn(round, name).length > 0);
  const outdated = onNodes.filter(({ own }) => own.length === 1 && own.some((pod) => !isUpdated(round, pod)));
  const [down, up] = [
    outdated.filter(({ own }) => !own.some((pod) => isUp(round, pod))),
    outdated.filter(({ own }) => own.some((pod) => isUp(round, pod))),
  ];
  const surge = surgeOf(round);
  if (surge > 0) {
    const surging = onNodes.filter(({ own }) => own.length > 1).length;
    const allowed = [...down, ...up.slice(0, Math.max(0, surge - surging))];
    return { create: allowed.map(({ name }) => name), delete: [] };
  }
  const most = resolvePercent(updateStrategy.rollingUpdate?.maxUnavailable ?? 1, desiredOf(round), "up");
  const unavailable = onNodes.filter(({ own }) => own.length !== 1 || !own.some((pod) => isUp(round, pod))).length;
  return { create: [], delete: [...down, ...up.slice(0, Math.max(0, most - unavailable))].flatMap(({ own }) => own) };
}
