/** Finds out why a pod is not ready, from the statuses that the kubelet and the scheduler have written. */
import type { ContainerStatus, Pod } from "../../k8s/core/v1.js";
import { withoutBackOff, withoutTransport } from "./events.js";

/** A cause that keeps a workload from becoming ready. */
export interface Trouble {
  /** The location, such as `pod demo-7d4b9-x2x (container manager)`. */
  readonly where: string;
  /** The kubelet's reason in one word: `ImagePullBackOff`. */
  readonly reason: string;
  readonly message: string;
  /** The advice for the user. */
  readonly advice: string;
  /**
   * The time without a change after which waiting ends. Undefined: other components may still resolve it, so wait until
   * the timeout.
   */
  readonly patienceMs?: number;
  /** The log with the container's last lines. */
  readonly log?: { readonly pod: string; readonly container: string; readonly previous: boolean };
}

/**
 * A registry may take time to make a new image available, and a program may wait for another one that starts at the
 * same time, but not longer than this.
 */
const stuckMs = 30_000;

export function podTroubles(pod: Pod): Trouble[] {
  const { spec, status } = pod;
  const containers = [
    ...(status?.initContainerStatuses ?? []).filter((each) => each.state?.terminated?.exitCode !== 0),
    ...(status?.containerStatuses ?? []),
  ];
  const found = containers.flatMap((container) => containerTrouble(pod, container) ?? []);
  if (found.length > 0) return found;
  const scheduled = status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status === "False" && spec?.nodeName === undefined) {
    return [
      {
        where: `pod ${pod.metadata.name}`,
        reason: scheduled.reason ?? "Unschedulable",
        message: scheduled.message ?? "no node accepts it",
        advice: "Lower `resources.requests`, correct node selectors and tolerations, or add a node.",
      },
    ];
  }
  return [];
}

function containerTrouble(pod: Pod, container: ContainerStatus): Trouble | undefined {
  const { name, state, lastState, ready, restartCount, image } = container;
  const where = `pod ${pod.metadata.name} (container ${name})`;
  const words = { pod: pod.metadata.name, container: name };
  const last = state?.terminated ?? lastState?.terminated;
  const waiting = state?.waiting;
  if (last !== undefined && (last.exitCode !== 0 || waiting?.reason === "CrashLoopBackOff")) {
    const killed = last.reason === "OOMKilled";
    return {
      where,
      reason: killed ? "OOMKilled" : (waiting?.reason ?? last.reason ?? "Error"),
      message: `it ended with exit status ${last.exitCode}${restartCount > 0 ? ` and restarted ${times(restartCount)}` : ""}${ending(last.message)}`,
      advice: killed
        ? "It exceeded its memory limit: raise `resources.limits.memory`."
        : "Fix the error in its last lines, rebuild and push the image, and deploy again.",
      // One crash may be caused by the order of starts; repeated crashes have another cause.
      ...(restartCount >= 2 ? { patienceMs: stuckMs } : {}),
      log: { ...words, previous: state?.terminated === undefined },
    };
  }
  if (waiting?.reason !== undefined && waiting.reason !== "ContainerCreating" && waiting.reason !== "PodInitializing") {
    const { advice, patienceMs } = waitingReasons[waiting.reason] ?? {
      advice: `Look up the reason ${waiting.reason}.`,
    };
    const message = withoutBackOff(withoutTransport(waiting.message ?? "the kubelet reports no reason"));
    return {
      where,
      reason: waiting.reason,
      message,
      advice: (advice === pull.advice ? pullAdvice(message) : advice).replaceAll("IMAGE", () => image),
      ...(patienceMs === undefined ? {} : { patienceMs }),
    };
  }
  if (state?.running !== undefined && !ready) {
    return {
      where,
      reason: "NotReady",
      message: "it runs, but its readiness probe fails",
      advice: "Fix the error in its last lines, or correct the readinessProbe.",
      log: { ...words, previous: false },
    };
  }
  return undefined;
}

interface WaitingReason {
  readonly advice: string;
  readonly patienceMs?: number;
}

const pull: WaitingReason = {
  advice: "Push the image IMAGE, or correct its name (--img); a private registry needs `imagePullSecrets`.",
  patienceMs: stuckMs,
};

/** Registries and runtimes use their own messages; for an unknown one, the advice names all solutions. */
function pullAdvice(message: string): string {
  if (/no such host|connection refused|i\/o timeout|server misbehaving|network is unreachable/.test(message)) {
    return "The node cannot reach the registry of IMAGE: correct the name (--img), or fix the network between them.";
  }
  if (
    /unauthorized|authentication required|authorization failed|\b40[13]\b|access denied|no basic auth/i.test(message)
  ) {
    return "The registry requires credentials for IMAGE: add `imagePullSecrets` to the ServiceAccount, or correct the name (--img).";
  }
  if (/http: server gave HTTP response to HTTPS client|x509: /.test(message)) {
    return "The node does not trust the registry of IMAGE: give the registry a certificate that the node trusts, or configure the node's container runtime.";
  }
  if (/no match for platform|exec format error/.test(message)) {
    return "The image IMAGE is not built for the node's CPU architecture: build it for that architecture too.";
  }
  return pull.advice;
}
const settings: WaitingReason = {
  advice: "Correct the ConfigMap, the Secret or the key that the message names.",
  patienceMs: stuckMs,
};
const program: WaitingReason = {
  advice:
    "The program of the container does not start: compare `command` and `args` with the contents of the image IMAGE.",
  patienceMs: stuckMs,
};

/** Source: pkg/kubelet/images/types.go, pkg/kubelet/container/sync_result.go. */
const waitingReasons: Readonly<Record<string, WaitingReason>> = {
  ErrImagePull: pull,
  ImagePullBackOff: pull,
  RegistryUnavailable: pull,
  ImageInspectError: pull,
  InvalidImageName: { advice: "Correct the name of the image (--img).", patienceMs: 0 },
  ErrImageNeverPull: { ...pull, patienceMs: 0 },
  CreateContainerConfigError: settings,
  CreateContainerError: program,
  RunContainerError: program,
};

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function ending(message: string | undefined): string {
  return message === undefined || message.trim() === "" ? "" : `: ${message.trim()}`;
}
