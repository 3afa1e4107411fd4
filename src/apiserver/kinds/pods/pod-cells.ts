/** The cells of `kubectl get pods`. Source: printPod in pkg/printers/internalversion/printers.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, isSet, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { showDuration } from "../../tables/human-duration.js";
import * as cell from "../tables/cells.js";
import { hasCondition, specOf, statusOf } from "../workload-parts.js";

const ofNode = [
  (pod: ApiObject) => textOf(objectsOf(statusOf(pod), "podIPs")[0], "ip") || "<none>",
  cell.text("spec.nodeName", "<none>"),
  cell.text("status.nominatedNodeName", "<none>"),
];

export function podCells(pod: ApiObject, now: number): Json[] {
  const [spec, status] = [specOf(pod), statusOf(pod)];
  const { ready, reason, restarts, lastRestart } = summarize(spec, status);
  const total = objectsOf(spec, "containers").length + objectsOf(spec, "initContainers").filter(isSidecar).length;
  const ago = restarts > 0 && lastRestart > 0 ? ` (${showDuration(now - lastRestart)} ago)` : "";
  return [
    cell.nameOf(pod),
    `${ready}/${total}`,
    reasonOf(pod, reason),
    `${restarts}${ago}`,
    cell.ageOf(pod, now),
    ...ofNode.map((show) => show(pod)),
    readinessGates(spec, status),
  ];
}

function isSidecar(container: JsonObject): boolean {
  return textOf(container, "restartPolicy") === "Always";
}

interface Summary {
  readonly ready: number;
  readonly reason: string;
  readonly restarts: number;
  /** The time in ms, or 0 if unknown. */
  readonly lastRestart: number;
}

function summarize(spec: JsonObject, status: JsonObject): Summary {
  const declared = objectsOf(spec, "initContainers");
  const initial = objectsOf(status, "initContainerStatuses");
  const sidecars = new Set(declared.filter(isSidecar).map((container) => textOf(container, "name")));
  const goesOn = (container: JsonObject): boolean => sidecars.has(textOf(container, "name"));
  const hasStarted = (container: JsonObject): boolean =>
    !hasSucceeded(container) && goesOn(container) && isSet(container, "started");
  const index = initial.findIndex((container) => !hasSucceeded(container) && !hasStarted(container));
  // Ignore the init containers after the current one.
  const begun = index === -1 ? initial : initial.slice(0, index + 1);
  const ready = begun.filter((container) => hasStarted(container) && isSet(container, "ready")).length;
  const current = initial[index];
  const reason =
    current === undefined ? initialReason(status) : initReason(current, `Init:${index}/${declared.length}`);
  if (current !== undefined && !hasCondition(status, "Initialized")) return { ready, reason, ...restartsOf(begun) };
  return summarizeContainers(status, ready, reason, begun.filter(goesOn));
}

function hasSucceeded(container: JsonObject): boolean {
  const terminated = objectOf(objectOf(container, "state"), "terminated");
  return terminated !== undefined && (numberOf(terminated, "exitCode") ?? 0) === 0;
}

function restartsOf(containers: readonly JsonObject[]): Pick<Summary, "lastRestart" | "restarts"> {
  return {
    restarts: containers.reduce((sum, container) => sum + (numberOf(container, "restartCount") ?? 0), 0),
    lastRestart: containers.reduce((latest, container) => Math.max(latest, lastEnd(container)), 0),
  };
}

function initialReason(status: JsonObject): string {
  const isGated = objectsOf(status, "conditions").some(
    (condition) => textOf(condition, "type") === "PodScheduled" && textOf(condition, "reason") === "SchedulingGated",
  );
  if (isGated) return "SchedulingGated";
  return textOf(status, "reason") || textOf(status, "phase");
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

function summarizeContainers(
  status: JsonObject,
  readySidecars: number,
  reasonOfInitial: string,
  sidecars: readonly JsonObject[],
): Summary {
  let [ready, reason] = [readySidecars, reasonOfInitial];
  let isRunning = false;
  let errorReason = "";
  const containers = objectsOf(status, "containerStatuses");
  for (const container of containers.toReversed()) {
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
  return { ready, reason, ...restartsOf([...sidecars, ...containers]) };
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
