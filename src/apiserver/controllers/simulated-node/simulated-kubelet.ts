/** Runs pods in appearance: their status changes as if a node ran their containers. */
import { isSameJson } from "../../../core/json.js";
import type { Node, Pod, PodStatus } from "../../../k8s/core/v1.js";
import { timeText } from "../../objects/write.js";
import { storageKeyOf } from "../../resource.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { KindObjects, readKind, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { controllerOf } from "../shared/owners.js";
import { hasFinished } from "../shared/pod-state.js";
import { exitCodeOf } from "./container-ends.js";
import { failureOf, ownFailure, workloadKeys } from "./failures.js";
import { PodAddresses } from "./pod-addresses.js";
import { endedStatus, runningStatus, waitingStatus, withReadiness } from "./pod-status.js";
import { ensureNode } from "./simulated-node.js";
import { createScheduler, isUnscheduled } from "./simulated-scheduler.js";

/** How long a pod takes to start, to run to its end, and to stop. */
const momentMs = 200;

/** @param bindsVolumes - whether pods wait until a controller has bound their claims */
export function simulateNodes(objects: ControllerObjects, bindsVolumes: boolean): Stoppable {
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const nodes = new KindObjects<Node>(objects, kinds.nodes);
  const { store, now } = objects.parts;
  const scheduler = createScheduler(objects, bindsVolumes);
  const claimsKey = bindsVolumes ? storageKeyOf("", kinds.claims.resource) : undefined;
  const addresses = new PodAddresses(pods.list());
  /** The steps that wait for their moment: a uid and the step. */
  const waiting = new Set<string>();
  const queue = objects.queues.create((key) => sync(key));
  const first = objects.queues.create(() => ensureNode(nodes, objects.parts));
  first.add("");
  for (const pod of pods.list()) add(pod.metadata);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object, previous }) => {
      if (storageKey === pods.storageKey) {
        if (type === "DELETED") addresses.release(readKind<Pod>(object));
        else add(readKind(object).metadata);
      } else if (storageKey === nodes.storageKey) {
        addAll("");
      } else if (storageKey === claimsKey) {
        addAll(object.metadata.namespace ?? "");
      } else if (workloadKeys.has(storageKey) && previous !== undefined) {
        if (ownFailure(readKind(object)) !== ownFailure(readKind(previous))) addAll(object.metadata.namespace ?? "");
      }
    }),
  );

  function add({ namespace, name }: { readonly namespace: string; readonly name: string }): void {
    queue.add(`${namespace}/${name}`);
  }

  /** Observes the pods again that have not started. */
  function addAll(namespace: string): void {
    for (const pod of pods.list(namespace)) if (pod.status.phase === "Pending") add(pod.metadata);
  }

  async function sync(key: string): Promise<void> {
    const [namespace = "", name = "", step] = key.split("/");
    const pod = pods.get(namespace, name);
    if (pod === undefined) return;
    if (step !== undefined) {
      waiting.delete(`${pod.metadata.uid}/${step}`);
      return take(pod, step);
    }
    if (isUnscheduled(pod)) return scheduler.schedule(pod);
    if ((pod.spec.nodeName ?? "") === "") return;
    if (pod.metadata.deletionTimestamp !== undefined) {
      later(pod, "stop");
      return;
    }
    if (pod.status.phase === "Pending") return start(pod);
    if (pod.status.phase === "Running") await keep(pod);
  }

  function later({ metadata: { namespace, name, uid } }: Stored<Pod>, step: string, ms = momentMs): void {
    const key = `${uid}/${step}`;
    if (waiting.has(key)) return;
    waiting.add(key);
    queue.addAfter(`${namespace}/${name}/${step}`, ms);
  }

  async function start(pod: Stored<Pod>): Promise<void> {
    const failure = failureOf(pod, store);
    if (failure === undefined || isOfJob(pod)) later(pod, "start");
    else await write(pod, waitingStatus(pod, failure, time(), hostIP(pod)));
  }

  /** Keeps the status of a running pod up to date; what a client writes into it stays. */
  async function keep(pod: Stored<Pod>): Promise<void> {
    const failure = ownFailure(pod);
    if (isOfJob(pod) || failure !== undefined) {
      if (!isOfJob(pod)) return write(pod, waitingStatus(pod, failure ?? "", time(), hostIP(pod)));
      const exitCode = exitCodeOf(pod, failureOf(pod, store));
      // A pod that fails ends at once: its Job tries several times.
      if (exitCode !== undefined) later(pod, "end", exitCode === 0 ? momentMs : 0);
      return;
    }
    if ((pod.spec.readinessGates ?? []).length === 0) return;
    const areReady = pod.status.containerStatuses?.every(({ ready }) => ready) ?? false;
    await write(pod, withReadiness(pod, pod.status, areReady, time()));
  }

  async function take(pod: Stored<Pod>, step: string): Promise<void> {
    const isDeleted = pod.metadata.deletionTimestamp !== undefined;
    if (step === "stop") return stop(pod);
    if (isDeleted) return;
    if (step === "start" && pod.status.phase === "Pending") {
      if (failureOf(pod, store) !== undefined && !isOfJob(pod)) return start(pod);
      const podIP = addresses.next(pod);
      await write(pod, runningStatus(pod, { time: time(), podIP, hostIP: hostIP(pod) }));
    }
    const exitCode = exitCodeOf(pod, failureOf(pod, store));
    if (step === "end" && pod.status.phase === "Running" && exitCode !== undefined) {
      await write(pod, endedStatus(pod, exitCode, time()));
    }
  }

  async function stop(pod: Stored<Pod>): Promise<void> {
    if (pod.metadata.deletionTimestamp === undefined) return;
    // Finalizers keep a pod that has stopped, and its controller counts how it ended.
    const isKept = (pod.metadata.finalizers ?? []).length > 0;
    if (isKept && !hasFinished(pod)) await write(pod, endedStatus(pod, killed, time()));
    const last = pods.get(pod.metadata.namespace, pod.metadata.name);
    if (last !== undefined && (last.metadata.deletionGracePeriodSeconds ?? 0) > 0) {
      await pods.delete(last, { gracePeriodSeconds: 0 });
    }
  }

  async function write(pod: Stored<Pod>, status: PodStatus): Promise<void> {
    if (!isSameJson(status, pod.status)) await pods.update(pod, (copy) => (copy.status = status), "status");
  }

  function hostIP({ spec }: Stored<Pod>): string {
    const addresses_ = nodes.get("", spec.nodeName ?? "")?.status.addresses ?? [];
    return addresses_.find(({ type }) => type === "InternalIP")?.address ?? "127.0.0.1";
  }

  function time(): string {
    return timeText(now());
  }
}

/** The exit code of a container that a signal ends. */
const killed = 137;

function isOfJob({ metadata }: Stored<Pod>): boolean {
  return controllerOf(metadata)?.kind === "Job";
}
