import type { JsonObject } from "../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../api-object.js";
import { failureOf } from "./simulated-spec.js";

interface Moment {
  readonly isStarting: boolean;
  readonly time: string;
  readonly old: JsonObject;
}

/** Returns the status of a pod that a node runs, or that cannot run for the reason in its annotation. */
export function simulatedPod(pod: ApiObject, { isStarting, time, old }: Moment): JsonObject {
  const failure = failureOf(pod);
  const isReady = !isStarting && failure === undefined;
  const unready = isReady ? {} : { reason: "ContainersNotReady", message: "containers are not ready" };
  return {
    phase: isReady ? "Running" : "Pending",
    startTime: textOf(old, "startTime") || time,
    ...(isReady ? { podIP: "10.244.0.10", podIPs: [{ ip: "10.244.0.10" }] } : {}),
    hostIP: "127.0.0.1",
    hostIPs: [{ ip: "127.0.0.1" }],
    conditions: [
      { type: "PodScheduled", status: "True" },
      { type: "Initialized", status: "True" },
      { type: "ContainersReady", status: isReady ? "True" : "False", ...unready },
      { type: "Ready", status: isReady ? "True" : "False", ...unready },
    ],
    containerStatuses: objectsOf(objectOf(pod, "spec"), "containers").map((container) =>
      isReady ? running(container, old, time) : waiting(container, failure ?? "ContainerCreating"),
    ),
  };
}

function running(container: JsonObject, old: JsonObject, time: string): JsonObject {
  const known = objectsOf(old, "containerStatuses").find((each) => textOf(each, "name") === textOf(container, "name"));
  const startedAt = textOf(objectOf(objectOf(known, "state"), "running"), "startedAt") || time;
  return { ...common(container), ready: true, started: true, state: { running: { startedAt } } };
}

function waiting(container: JsonObject, reason: string): JsonObject {
  return { ...common(container), ready: false, started: false, state: { waiting: { reason } } };
}

function common(container: JsonObject): JsonObject {
  const [name, image] = [textOf(container, "name"), textOf(container, "image")];
  return { name, image, imageID: "", restartCount: 0, lastState: {} };
}
