/** How many replicas a metric asks for. Source: kubernetes/pkg/controller/podautoscaler/replica_calculator.go. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { isReady } from "../shared/pod-state.js";
import { thousandths } from "./metric-amounts.js";

export interface PodMetric {
  /** In thousandths. */
  readonly value: number;
  /** In ms. */
  readonly time: number;
  readonly windowMs: number;
}

export type PodMetrics = ReadonlyMap<string, PodMetric>;

/** By how much a metric may differ from its target without a change. */
export interface Tolerance {
  readonly up: number;
  readonly down: number;
}

export interface Round {
  /** The replicas in the target's spec. */
  readonly current: number;
  readonly pods: readonly Stored<Pod>[];
  readonly tolerance: Tolerance;
  readonly now: number;
}

export interface Usage {
  readonly replicas: number;
  /** The current value: in thousandths. */
  readonly value: number;
  /** The current value in percent of the requests. */
  readonly percent?: number;
}

/** Why a metric yields no number of replicas. */
export class MetricFault extends Error {}

const initializationMs = 5 * 60_000;
const firstReadinessMs = 30_000;

/** @param target - in percent of the requests */
export function replicasByUtilization(
  round: Round,
  metrics: PodMetrics,
  { resource, container, target }: { readonly resource: string; readonly container?: string; readonly target: number },
): Usage {
  const requests = requestsOf(round.pods, resource, container);
  const ratioOf = (used: ReadonlyMap<string, number>) => utilization(used, requests, target);
  const missingShare = Math.max(100, target) / 100;
  const missing = (name: string): number => Math.trunc((requests.get(name) ?? 0) * missingShare);
  return replicas(round, metrics, { resource, ratioOf, missing });
}

/** @param target - in thousandths for each pod */
export function replicasByAverage(round: Round, metrics: PodMetrics, target: number, resource = ""): Usage {
  const ratioOf = (used: ReadonlyMap<string, number>) => {
    const value = Math.trunc([...used.values()].reduce((sum, each) => sum + each, 0) / used.size);
    return { ratio: value / target, value };
  };
  return replicas(round, metrics, { resource, ratioOf, missing: () => target });
}

/** Returns the replicas for a value that all pods share: with a target for the total. */
export function replicasByValue({ current, pods, tolerance }: Round, value: number, target: number): Usage {
  const ratio = value / target;
  if (current === 0) return { replicas: Math.ceil(ratio), value };
  if (isTolerated(ratio, tolerance)) return { replicas: current, value };
  if (pods.length === 0) throw new MetricFault(`unable to calculate ready pods: ${noPods}`);
  const ready = pods.filter((pod) => pod.status.phase === "Running" && isReady(pod)).length;
  return { replicas: Math.ceil(ratio * ready), value };
}

/** Returns the replicas for a value that all pods share: with a target for each of them. */
export function replicasByShare(
  { tolerance }: Pick<Round, "tolerance">,
  statusReplicas: number,
  value: number,
  target: number,
): Usage {
  const ratio = value / (target * statusReplicas);
  const replicas = isTolerated(ratio, tolerance) ? statusReplicas : Math.ceil(value / target);
  return { replicas, value: statusReplicas === 0 ? 0 : Math.ceil(value / statusReplicas) };
}

const noPods = "no pods returned by selector while calculating replica count";

interface Plan {
  readonly resource: string;
  readonly ratioOf: (used: ReadonlyMap<string, number>) => { readonly ratio: number } & Omit<Usage, "replicas">;
  /** What a pod without metrics counts for when the target shrinks. */
  readonly missing: (pod: string) => number;
}

function replicas(round: Round, metrics: PodMetrics, { resource, ratioOf, missing }: Plan): Usage {
  const { current, tolerance } = round;
  if (round.pods.length === 0) throw new MetricFault(noPods);
  const groups = groupPods(round, metrics, resource);
  const used = new Map([...metrics].map(([name, { value }]) => [name, value]));
  for (const name of [...groups.ignored, ...groups.unready]) used.delete(name);
  if (used.size === 0) throw new MetricFault("did not receive metrics for targeted pods (pods might be unready)");
  const { ratio, ...usage } = ratioOf(used);
  const countsUnready = groups.unready.length > 0 && ratio > 1;
  if (!countsUnready && groups.missing.length === 0) {
    return { ...usage, replicas: isTolerated(ratio, tolerance) ? current : Math.ceil(ratio * groups.ready) };
  }
  if (ratio !== 1) for (const name of groups.missing) used.set(name, ratio < 1 ? missing(name) : 0);
  if (countsUnready) for (const name of groups.unready) used.set(name, 0);
  const next = ratioOf(used).ratio;
  const isTurned = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  if (isTolerated(next, tolerance) || isTurned) return { ...usage, replicas: current };
  const count = Math.ceil(next * used.size);
  const isOpposite = (next < 1 && count > current) || (next > 1 && count < current);
  return { ...usage, replicas: isOpposite ? current : count };
}

function isTolerated(ratio: number, { up, down }: Tolerance): boolean {
  return 1 - down <= ratio && ratio <= 1 + up;
}

interface Groups {
  ready: number;
  readonly unready: string[];
  readonly missing: string[];
  readonly ignored: string[];
}

function groupPods({ pods, now }: Round, metrics: PodMetrics, resource: string): Groups {
  const groups: Groups = { ready: 0, unready: [], missing: [], ignored: [] };
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const metric = metrics.get(name);
    if (deletionTimestamp !== undefined || pod.status.phase === "Failed") groups.ignored.push(name);
    else if (pod.status.phase === "Pending") groups.unready.push(name);
    else if (metric === undefined) groups.missing.push(name);
    else if (resource === "cpu" && isStarting(pod, metric, now)) groups.unready.push(name);
    else groups.ready += 1;
  }
  return groups;
}

/** Returns whether the CPU time of a pod does not count yet, because the pod starts. */
function isStarting({ status }: Stored<Pod>, { time, windowMs }: PodMetric, now: number): boolean {
  const ready = status.conditions?.find(({ type }) => type === "Ready");
  if (ready === undefined || status.startTime === undefined) return true;
  const [started, changed] = [Date.parse(status.startTime), Date.parse(ready.lastTransitionTime ?? "")];
  if (started + initializationMs > now) return ready.status === "False" || time < changed + windowMs;
  return ready.status === "False" && started + firstReadinessMs > changed;
}

function requestsOf(pods: readonly Stored<Pod>[], resource: string, container = ""): ReadonlyMap<string, number> {
  return new Map(
    pods.map(({ metadata: { name }, spec }) => {
      const ofPod = container === "" ? spec.resources?.requests?.[resource] : undefined;
      if (ofPod !== undefined) return [name, thousandths(ofPod)];
      const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
      const counted = [...spec.containers, ...sidecars].filter((each) => container === "" || each.name === container);
      const amounts = counted.map((each) => {
        const request = each.resources?.requests?.[resource];
        if (request !== undefined) return thousandths(request);
        throw new MetricFault(`missing request for ${resource} in container ${each.name} of Pod ${name}`);
      });
      return [name, amounts.reduce((sum, amount) => sum + amount, 0)];
    }),
  );
}

function utilization(used: ReadonlyMap<string, number>, requests: ReadonlyMap<string, number>, target: number) {
  const counted = [...used].filter(([name]) => requests.has(name));
  const total = counted.reduce((sum, [, value]) => sum + value, 0);
  const requested = counted.reduce((sum, [name]) => sum + (requests.get(name) ?? 0), 0);
  if (requested === 0) throw new MetricFault("no metrics returned matched known pods");
  const percent = Math.trunc((total * 100) / requested);
  return { ratio: percent / target, percent, value: Math.trunc(total / counted.length) };
}
