/**
 * Checks whether an object has reached its desired state, by the rules that cli-utils calls kstatus
 * (pkg/kstatus/status/core.go): a status counts only if it describes the current generation.
 */
import { findCondition } from "../../kube/conditions.js";
import type { KubeObject } from "../../kube/objects.js";

export type Readiness =
  | { readonly state: "ready" }
  | { readonly state: "waiting"; readonly why: string }
  /** The object will not become ready by itself. */
  | { readonly state: "failed"; readonly why: string };

interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The part of a workload that the rules read. */
interface Observed extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: { readonly partition?: number } };
  };
  readonly status?: Readonly<Record<string, unknown>> & {
    readonly observedGeneration?: number;
    readonly conditions?: readonly StatusCondition[];
    readonly phase?: string;
  };
}

const ready: Readiness = { state: "ready" };

export function readinessOf(given: KubeObject | undefined): Readiness {
  if (given === undefined) return waiting("it does not exist");
  const object: Observed = given;
  const { metadata, status } = object;
  if (metadata.deletionTimestamp !== undefined) return waiting("it is being deleted");
  const seen = status?.observedGeneration;
  if (seen !== undefined && metadata.generation !== undefined && seen < metadata.generation) {
    return waiting("its controller has not processed it yet");
  }
  const rule = Object.hasOwn(rules, object.kind) ? rules[object.kind] : undefined;
  return rule === undefined ? ready : rule(object);
}

/** Returns the condition of that type, if the object has it. */
export function conditionOf(object: KubeObject, type: string): StatusCondition | undefined {
  return findCondition((object as Observed).status?.conditions, type);
}

const rules: Readonly<Record<string, (object: Observed) => Readiness>> = {
  Deployment: (object) => {
    if (object.status?.observedGeneration === undefined) return unseen();
    const progress = conditionOf(object, "Progressing");
    if (progress?.reason === "ProgressDeadlineExceeded") return failed(progress.message ?? progress.reason);
    const wanted = object.spec?.replicas ?? 1;
    const counts = counter(object);
    const replicas = counts("replicas");
    const updated = counts("updatedReplicas");
    if (updated < wanted) return waiting(`${updated}/${wanted} pods have the new version`);
    if (replicas > updated) return waiting(`${replicas - updated} pods of the previous version still exist`);
    const available = counts("availableReplicas");
    if (available < updated) return waiting(`${available}/${wanted} ready`);
    if (conditionOf(object, "Available")?.status !== "True") return waiting("it is not available yet");
    return ready;
  },
  StatefulSet: (object) => {
    if (object.status?.observedGeneration === undefined) return unseen();
    const { updateStrategy, replicas: wanted = 1 } = object.spec ?? {};
    const counts = counter(object);
    if (counts("readyReplicas") < wanted) return waiting(`${counts("readyReplicas")}/${wanted} ready`);
    if (updateStrategy?.type === "OnDelete") return ready;
    const updated = counts("updatedReplicas");
    const toUpdate = wanted - (updateStrategy?.rollingUpdate?.partition ?? 0);
    if (updated < toUpdate) return waiting(`${updated}/${toUpdate} pods have the new version`);
    return ready;
  },
  DaemonSet: (object) => {
    if (object.status?.observedGeneration === undefined) return unseen();
    const counts = counter(object);
    const wanted = counts("desiredNumberScheduled");
    const updated = counts("updatedNumberScheduled");
    if (updated < wanted) return waiting(`${updated}/${wanted} pods have the new version`);
    if (counts("numberAvailable") < wanted) return waiting(`${counts("numberAvailable")}/${wanted} ready`);
    return ready;
  },
  ReplicaSet: (object) => {
    const wanted = object.spec?.replicas ?? 1;
    const available = counter(object)("availableReplicas");
    return available < wanted ? waiting(`${available}/${wanted} ready`) : ready;
  },
  Pod: (object) => {
    if (object.status?.phase === "Succeeded" || conditionOf(object, "Ready")?.status === "True") return ready;
    if (object.status?.phase === "Failed") return failed("the pod has failed");
    return waiting(`the pod is ${(object.status?.phase ?? "Pending").toLowerCase()}`);
  },
  // A running Job is in its desired state; its duration does not matter.
  Job: (object) => {
    const failure = conditionOf(object, "Failed");
    if (failure?.status === "True") return failed(failure.message ?? "the job has failed");
    return object.status?.["startTime"] === undefined ? waiting("it has not started") : ready;
  },
};

function counter({ status }: Observed): (field: string) => number {
  return (field) => {
    const count = status?.[field];
    return typeof count === "number" ? count : 0;
  };
}

function unseen(): Readiness {
  return waiting("its controller has not processed it yet");
}

function waiting(why: string): Readiness {
  return { state: "waiting", why };
}

function failed(why: string): Readiness {
  return { state: "failed", why };
}
