/** The status of pods, as a kubelet reports it. Source: kubernetes/pkg/kubelet/{status,kubelet_pods.go}. */
import type { ContainerStatus, Pod, PodCondition, PodStatus } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";

type Container = NonNullable<Pod["spec"]>["containers"][number];

export interface PodMoment {
  /** RFC 3339. */
  readonly time: string;
  readonly podIP: string;
  readonly hostIP: string;
}

/** Returns the status of a pod whose containers run. */
export function runningStatus(pod: Stored<Pod>, { time, podIP, hostIP }: PodMoment): PodStatus {
  const { containers, initContainers = [] } = pod.spec;
  const ip = pod.spec.hostNetwork === true ? hostIP : podIP;
  return withReadiness(
    pod,
    {
      ...pod.status,
      ...startOf(pod, time, hostIP),
      ...{ phase: "Running", podIP: ip, podIPs: [{ ip }] },
      containerStatuses: containers.map((each) => running(each, time)),
      ...(initContainers.length === 0
        ? {}
        : {
            initContainerStatuses: initContainers.map((each) =>
              each.restartPolicy === "Always" ? running(each, time) : ended(each, 0, { from: time, to: time }),
            ),
          }),
    },
    true,
    time,
  );
}

/** Returns the status of a pod whose containers cannot start, or no longer run, for a reason. */
export function waitingStatus(pod: Stored<Pod>, reason: string, time: string, hostIP: string): PodStatus {
  const known = (name: string): number => {
    return pod.status.containerStatuses?.find((each) => each.name === name)?.restartCount ?? 0;
  };
  const status: PodStatus = {
    ...pod.status,
    ...startOf(pod, time, hostIP),
    containerStatuses: pod.spec.containers.map((each) => ({
      ...{ ...common(each), restartCount: known(each.name), ready: false, started: false },
      state: { waiting: { reason } },
    })),
  };
  return withReadiness(pod, status, false, time);
}

/** Returns the status of a pod whose containers have ended. */
export function endedStatus(pod: Stored<Pod>, exitCode: number, time: string): PodStatus {
  const from = pod.status.startTime ?? time;
  const reason = exitCode === 0 ? "PodCompleted" : "PodFailed";
  const conditions = pod.status.conditions ?? [];
  const ended_ = (type: string): PodCondition => ({ type, status: "False", reason });
  return {
    ...pod.status,
    ...observed(pod),
    phase: exitCode === 0 ? "Succeeded" : "Failed",
    conditions: [ended_("Ready"), ended_("ContainersReady")].reduce(
      (all, each) => withCondition(all, each, time),
      conditions,
    ),
    containerStatuses: pod.spec.containers.map((each) => ended(each, exitCode, { from, to: time })),
  };
}

/** Returns the status with the conditions about readiness, which depend on the readiness gates too. */
export function withReadiness(
  pod: Stored<Pod>,
  status: PodStatus,
  areContainersReady: boolean,
  time: string,
): PodStatus {
  const unready = { reason: "ContainersNotReady", message: "containers are not ready" };
  const gates = pod.spec.readinessGates?.map(({ conditionType }) => conditionType) ?? [];
  const open = new Set(status.conditions?.filter((each) => each.status === "True").map(({ type }) => type));
  const closed = gates.filter((gate) => !open.has(gate));
  const gated = { reason: "ReadinessGatesNotReady", message: closed.map(showClosed(status)).join(", ") };
  const why = !areContainersReady ? unready : closed.length > 0 ? gated : undefined;
  const conditions: PodCondition[] = [
    { type: "PodReadyToStartContainers", status: "True" },
    { type: "Initialized", status: "True" },
    { type: "Ready", status: why === undefined ? "True" : "False", ...why },
    { type: "ContainersReady", status: areContainersReady ? "True" : "False", ...(areContainersReady ? {} : unready) },
  ];
  return {
    ...status,
    ...observed(pod),
    conditions: conditions.reduce((all, each) => withCondition(all, each, time), status.conditions ?? []),
  };
}

function showClosed({ conditions = [] }: PodStatus): (gate: string) => string {
  return (gate) =>
    conditions.some(({ type }) => type === gate)
      ? `the status of pod readiness gate "${gate}" is not "True", but False`
      : `corresponding condition of pod readiness gate "${gate}" does not exist.`;
}

function withCondition(conditions: readonly PodCondition[], added: PodCondition, time: string): PodCondition[] {
  const before = conditions.find(({ type }) => type === added.type);
  const since = before?.status === added.status ? (before.lastTransitionTime ?? time) : time;
  const condition = { ...added, lastTransitionTime: since };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map((each) => (each === before ? condition : each));
}

function observed({ metadata }: Stored<Pod>): PodStatus {
  return metadata.generation === undefined ? {} : { observedGeneration: metadata.generation };
}

function startOf({ status }: Stored<Pod>, time: string, hostIP: string): PodStatus {
  return { startTime: status.startTime ?? time, hostIP, hostIPs: [{ ip: hostIP }] };
}

function running(container: Container, startedAt: string): ContainerStatus {
  return { ...common(container), ready: true, started: true, state: { running: { startedAt } } };
}

function ended(container: Container, exitCode: number, { from, to }: { from: string; to: string }): ContainerStatus {
  const terminated = { exitCode, reason: exitCode === 0 ? "Completed" : "Error", startedAt: from, finishedAt: to };
  return { ...common(container), ready: false, started: false, state: { terminated } };
}

function common({ name, image = "" }: Container): ContainerStatus {
  return { name, image, imageID: "", restartCount: 0, lastState: {}, ready: false };
}
