/** What `kubectl get pods` shows. Source: printPod in pkg/printers/internalversion/printers.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { isSet, numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { showDuration } from "../../tables/human-duration.js";
import { ageOf } from "../table-times.js";
import { hasCondition, specOf, statusOf } from "../workload-parts.js";

export function podCells(pod: ApiObject, now: number): Json[] {
  const spec = specOf(pod);
  const status = statusOf(pod);
  const sidecars = objectsOf(spec, "initContainers").filter(
    (container) => textOf(container, "restartPolicy") === "Always",
  );
  const { ready, reason, restarts, lastRestart } = summarize(spec, status);
  const total = objectsOf(spec, "containers").length + sidecars.length;
  const ago = restarts > 0 && lastRestart > 0 ? ` (${showDuration(now - lastRestart)} ago)` : "";
  return [
    pod.metadata.name ?? "",
    `${ready}/${total}`,
    reasonOf(pod, reason),
    `${restarts}${ago}`,
    ageOf(pod, now),
    orNone(textOf(objectsOf(status, "podIPs")[0], "ip")),
    orNone(textOf(spec, "nodeName")),
    orNone(textOf(status, "nominatedNodeName")),
    readinessGates(spec, status),
  ];
}

interface Summary {
  readonly ready: number;
  readonly reason: string;
  readonly restarts: number;
  /** In ms; 0: none is known. */
  readonly lastRestart: number;
}

function summarize(spec: JsonObject, status: JsonObject): Summary {
  const initial = summarizeInit(spec, status);
  if (initial.isInitializing && !hasCondition(status, "Initialized")) return initial;
  return summarizeContainers(status, initial);
}

interface InitSummary extends Summary {
  readonly isInitializing: boolean;
  readonly sidecarRestarts: number;
  readonly lastSidecarRestart: number;
}

function summarizeInit(spec: JsonObject, status: JsonObject): InitSummary {
  const containers = objectsOf(spec, "initContainers");
  let summary: InitSummary = {
    ready: 0,
    reason: initialReason(status),
    restarts: 0,
    lastRestart: 0,
    isInitializing: false,
    sidecarRestarts: 0,
    lastSidecarRestart: 0,
  };
  for (const [index, container] of objectsOf(status, "initContainerStatuses").entries()) {
    const declared = containers.find((each) => textOf(each, "name") === textOf(container, "name"));
    const isSidecar = textOf(declared, "restartPolicy") === "Always";
    summary = addRestarts(summary, container, isSidecar);
    const terminated = objectOf(objectOf(container, "state"), "terminated");
    if (terminated !== undefined && (numberOf(terminated, "exitCode") ?? 0) === 0) continue;
    if (isSidecar && isSet(container, "started")) {
      if (isSet(container, "ready")) summary = { ...summary, ready: summary.ready + 1 };
      continue;
    }
    const reason = initReason(container, `Init:${index}/${containers.length}`);
    return { ...summary, reason, isInitializing: true };
  }
  return summary;
}

function initialReason(status: JsonObject): string {
  const isGated = objectsOf(status, "conditions").some(
    (condition) => textOf(condition, "type") === "PodScheduled" && textOf(condition, "reason") === "SchedulingGated",
  );
  if (isGated) return "SchedulingGated";
  return textOf(status, "reason") || textOf(status, "phase");
}

function addRestarts(summary: InitSummary, container: JsonObject, isSidecar: boolean): InitSummary {
  const restarts = numberOf(container, "restartCount") ?? 0;
  const last = lastEnd(container);
  return {
    ...summary,
    restarts: summary.restarts + restarts,
    lastRestart: Math.max(summary.lastRestart, last),
    sidecarRestarts: summary.sidecarRestarts + (isSidecar ? restarts : 0),
    lastSidecarRestart: Math.max(summary.lastSidecarRestart, isSidecar ? last : 0),
  };
}

function lastEnd(container: JsonObject): number {
  const text = textOf(objectOf(objectOf(container, "lastState"), "terminated"), "finishedAt");
  return text === "" ? 0 : Date.parse(text);
}

function initReason(container: JsonObject, progress: string): string {
  const state = objectOf(container, "state");
  const terminated = objectOf(state, "terminated");
  if (terminated !== undefined) return `Init:${endReason(terminated)}`;
  const waiting = textOf(objectOf(state, "waiting"), "reason");
  return waiting === "" || waiting === "PodInitializing" ? progress : `Init:${waiting}`;
}

function endReason(terminated: JsonObject): string {
  const reason = textOf(terminated, "reason");
  const signal = numberOf(terminated, "signal") ?? 0;
  if (reason !== "") return reason;
  return signal === 0 ? `ExitCode:${numberOf(terminated, "exitCode") ?? 0}` : `Signal:${signal}`;
}

function summarizeContainers(status: JsonObject, initial: InitSummary): Summary {
  let { ready, reason, sidecarRestarts: restarts, lastSidecarRestart: lastRestart } = initial;
  let isRunning = false;
  let errorReason = "";
  for (const container of objectsOf(status, "containerStatuses").toReversed()) {
    restarts += numberOf(container, "restartCount") ?? 0;
    lastRestart = Math.max(lastRestart, lastEnd(container));
    const state = objectOf(container, "state");
    const waiting = textOf(objectOf(state, "waiting"), "reason");
    const terminated = objectOf(state, "terminated");
    if (waiting !== "") reason = waiting;
    else if (terminated !== undefined) {
      reason = endReason(terminated);
      if ((numberOf(terminated, "exitCode") ?? 0) !== 0) errorReason = reason;
    } else if (isSet(container, "ready") && objectOf(state, "running") !== undefined) {
      isRunning = true;
      ready += 1;
    }
  }
  if (reason === "Completed") {
    if (isRunning && hasCondition(status, "Ready")) reason = "Running";
    else if (errorReason !== "") reason = errorReason;
    else if (isRunning) reason = "NotReady";
  }
  return { ready, reason, restarts, lastRestart };
}

function reasonOf(pod: ApiObject, reason: string): string {
  const status = statusOf(pod);
  const phase = textOf(status, "phase");
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (textOf(status, "reason") === "NodeLost") return "Unknown";
  return phase === "Failed" || phase === "Succeeded" ? reason : "Terminating";
}

function readinessGates(spec: JsonObject, status: JsonObject): string {
  const gates = objectsOf(spec, "readinessGates");
  if (gates.length === 0) return "<none>";
  const open = gates.filter((gate) => hasCondition(status, textOf(gate, "conditionType")));
  return `${open.length}/${gates.length}`;
}

function orNone(text: string): string {
  return text === "" ? "<none>" : text;
}
