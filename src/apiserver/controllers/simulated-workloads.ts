/** Sets workloads to their desired state after a moment, as if nodes ran them, so that code that depends on their status runs. */
import { isSameJson } from "../../core/json.js";
import { type ApiObject, objectOf } from "../api-object.js";
import { timeText } from "../objects/write.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";
import { type Phase, simulatedStatus } from "./simulated-status.js";

const simulated = new Set(["apps/statefulsets", "apps/daemonsets", "batch/jobs", "persistentvolumeclaims", "services"]);

/** How long a workload takes to become ready. */
const momentMs = 500;

export function simulateWorkloads(objects: ControllerObjects): Stoppable {
  const { store, now } = objects.parts;
  /** By uid: the spec that has settled, or is about to settle. */
  const specs = new Map<string, string>();
  const queue = objects.queues.create((key) => settle(key));
  for (const storageKey of simulated) for (const object of store.list(storageKey)) observe(storageKey, object);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (!simulated.has(storageKey)) return;
      if (type === "DELETED") specs.delete(object.metadata.uid ?? "");
      else observe(storageKey, object);
    }),
  );

  function observe(storageKey: string, object: ApiObject): void {
    const { namespace = "", name = "", uid = "" } = object.metadata;
    const key = (phase: Phase): string => [storageKey, namespace, name, phase].join(" ");
    const spec = JSON.stringify(object["spec"]);
    // Workloads from before the start of the server have already settled.
    const isNew = objectOf(object, "status")?.["observedGeneration"] !== object.metadata.generation;
    if (specs.get(uid) !== spec && isNew) queue.add(key("starting"));
    specs.set(uid, spec);
    queue.addAfter(key("settled"), momentMs);
  }

  async function settle(key: string): Promise<void> {
    const [storageKey = "", namespace = "", name = "", phase] = key.split(" ");
    const object = store.get(storageKey, namespace, name);
    if (object === undefined) return;
    const resource = objects.builtIn(storageKey);
    if (object.metadata.deletionTimestamp !== undefined) return;
    const status = simulatedStatus(object, phase === "starting" ? "starting" : "settled", timeText(now()));
    // An object that another client has written in the meantime is observed again.
    if (!isSameJson(object["status"], status)) await objects.updateStatus(resource, object, status);
  }
}
