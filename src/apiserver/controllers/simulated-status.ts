import type { JsonObject } from "../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import { asked, failureOf, templateHash } from "./simulated-spec.js";

/** `starting`: just after a change, while pods would start. `settled`: the final state. */
export type Phase = "starting" | "settled";

interface Condition extends JsonObject {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
}

/** A status without the times of its conditions. Like Kubernetes, it omits a count of zero. */
interface Simulated extends JsonObject {
  readonly conditions?: Condition[];
}

type Make = (
  object: ApiObject,
  moment: { readonly phase: Phase; readonly time: string; readonly old: JsonObject },
) => Simulated;

/** Returns the status of a workload as if nodes ran it. `time`: RFC 3339, for conditions that change now. */
export function simulatedStatus(object: ApiObject, phase: Phase, time: string): JsonObject {
  const old = objectOf(object, "status") ?? {};
  const make = Object.hasOwn(makers, object.kind) ? makers[object.kind] : undefined;
  if (make === undefined) return old;
  const { conditions = [], ...status } = make(object, { phase, time, old });
  const known = objectsOf(old, "conditions");
  const own = new Set(conditions.map(({ type }) => type));
  const all = [
    ...known.filter((each) => !own.has(textOf(each, "type")) && !transient.has(textOf(each, "type"))),
    ...conditions.map((each) => sinceWhen(each, object.kind, { known, time })),
  ];
  const rest = Object.fromEntries(Object.entries(old).filter(([field]) => field !== "conditions"));
  return withoutZeros({ ...rest, ...status, ...(all.length === 0 ? {} : { conditions: all }) }, object.kind);
}

/** Conditions that a Job loses when it is no longer suspended, or has no longer failed. */
const transient = new Set(["Suspended", "Failed", "FailureTarget", "Complete", "SuccessCriteriaMet"]);

const makers: Readonly<Record<string, Make>> = {
  StatefulSet: (object, moment) => {
    const { wanted, ready } = readyOf(object, moment);
    const revision = `${object.metadata.name}-${templateHash(object)}`;
    const isRolledOut = moment.phase === "settled" && failureOf(object) === undefined;
    const current = isRolledOut ? revision : textOf(moment.old, "currentRevision") || revision;
    const isRolling = current !== revision;
    return {
      ...{ observedGeneration: object.metadata.generation ?? 0, replicas: wanted, collisionCount: 0 },
      ...{ readyReplicas: ready, availableReplicas: ready },
      ...{ currentReplicas: wanted, updatedReplicas: isRolling ? 0 : wanted },
      ...{ currentRevision: current, updateRevision: revision },
    };
  },
  DaemonSet: (object, { phase, old }) => {
    const hasFailed = failureOf(object) !== undefined;
    const ready = phase === "settled" && !hasFailed ? 1 : countIn(old, "numberReady");
    return {
      observedGeneration: object.metadata.generation ?? 0,
      ...{ currentNumberScheduled: 1, desiredNumberScheduled: 1, updatedNumberScheduled: 1, numberMisscheduled: 0 },
      ...{ numberReady: ready, numberAvailable: ready, numberUnavailable: 1 - ready },
    };
  },
  Job: (object, { phase, time, old }) => {
    if (objectOf(object, "spec")?.["suspend"] === true) {
      const conditions = [condition("Suspended", "True", "JobSuspended", "Job suspended")];
      return { active: 0, ready: 0, terminating: 0, uncountedTerminatedPods: {}, conditions };
    }
    const startTime = textOf(old, "startTime") || time;
    const common = { startTime, terminating: 0, uncountedTerminatedPods: {} };
    if (phase === "starting") return { ...common, active: asked(object, "parallelism", 1), ready: 0 };
    if (failureOf(object) !== undefined) {
      const failed = asked(object, "backoffLimit", 6) + 1;
      const why = ["BackoffLimitExceeded", "Job has reached the specified backoff limit"] as const;
      const conditions = [condition("FailureTarget", "True", ...why), condition("Failed", "True", ...why)];
      return { ...common, active: 0, ready: 0, failed, conditions };
    }
    const why = ["CompletionsReached", "Reached expected number of succeeded pods"] as const;
    return {
      ...{ ...common, active: 0, ready: 0, succeeded: asked(object, "completions", 1) },
      completionTime: textOf(old, "completionTime") || time,
      conditions: [condition("SuccessCriteriaMet", "True", ...why), condition("Complete", "True", ...why)],
    };
  },
  PersistentVolumeClaim: (object, { phase }) => {
    if (phase === "starting" || failureOf(object) !== undefined) return { phase: "Pending" };
    const spec = objectOf(object, "spec") ?? {};
    const storage = textOf(objectOf(objectOf(spec, "resources"), "requests"), "storage");
    return { phase: "Bound", accessModes: spec["accessModes"] ?? [], capacity: { storage } };
  },
  // An address from a range for documentation, which reaches no server.
  Service: (object, { phase }) =>
    textOf(objectOf(object, "spec"), "type") === "LoadBalancer" &&
    phase === "settled" &&
    failureOf(object) === undefined
      ? { loadBalancer: { ingress: [{ ip: "192.0.2.1", ipMode: "VIP" }] } }
      : { loadBalancer: {} },
};

function readyOf(
  object: ApiObject,
  { phase, old }: { readonly phase: Phase; readonly old: JsonObject },
): { readonly wanted: number; readonly ready: number } {
  const wanted = asked(object, "replicas", 1);
  const isWell = phase === "settled" && failureOf(object) === undefined;
  return { wanted, ready: isWell ? wanted : Math.min(countIn(old, "readyReplicas"), wanted) };
}

function countIn(status: JsonObject, field: string): number {
  return numberOf(status, field) ?? 0;
}

function condition(type: string, status: Condition["status"], reason: string, message: string): Condition {
  return { type, status, reason, message };
}

function sinceWhen(
  condition: Condition,
  kind: string,
  { known, time }: { readonly known: readonly JsonObject[]; readonly time: string },
): JsonObject {
  const before = known.find((each) => each["type"] === condition.type);
  const isSame = before !== undefined && before["status"] === condition.status;
  const isRepeated = isSame && before["reason"] === condition["reason"] && before["message"] === condition["message"];
  if (isRepeated) return before;
  const lastTransitionTime = isSame ? (before["lastTransitionTime"] ?? time) : time;
  const touched = touchedBy[kind];
  return { ...condition, ...(touched === undefined ? {} : { [touched]: time }), lastTransitionTime };
}

/** The field of these conditions besides the time of the transition. */
const touchedBy: Readonly<Record<string, string>> = { Job: "lastProbeTime" };

/** Counts without `omitempty` in their Go type, which are present even if zero. */
const keptZeros: Readonly<Record<string, readonly string[]>> = {
  StatefulSet: ["replicas", "availableReplicas", "collisionCount"],
  DaemonSet: ["currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady"],
  Job: ["ready", "terminating"],
};

function withoutZeros(status: JsonObject, kind: string): JsonObject {
  const kept = keptZeros[kind] ?? [];
  return Object.fromEntries(Object.entries(status).filter(([field, value]) => value !== 0 || kept.includes(field)));
}
