import type { Job } from "../../../k8s/batch/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { type KindObjects, readKind, type Stored } from "../shared/kind-objects.js";
import { controllerOf, removeFinalizer } from "../shared/owners.js";
import { isTracked, trackingFinalizer } from "./job-pods.js";

/** Removes the finalizer of pods whose Job no longer exists, or no longer controls them. */
export function releaseOrphans(objects: ControllerObjects, jobs: KindObjects<Job>, pods: KindObjects<Pod>): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    const pod = pods.get(namespace, name);
    if (pod === undefined || !isOrphan(pod)) return;
    await pods.update(pod, ({ metadata }) => removeFinalizer(metadata, trackingFinalizer));
  });
  for (const pod of pods.list()) observe(pod);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === pods.storageKey && type !== "DELETED") observe(readKind<Pod>(object));
      else if (storageKey === jobs.storageKey && type === "DELETED") observeEnd(object);
    }),
  );

  function observe(pod: Stored<Pod>): void {
    if (isOrphan(pod)) queue.add(`${pod.metadata.namespace}/${pod.metadata.name}`);
  }

  function observeEnd({ metadata }: ApiObject): void {
    for (const pod of pods.list(metadata.namespace ?? "")) observe(pod);
  }

  function isOrphan(pod: Stored<Pod>): boolean {
    if (!isTracked(pod)) return false;
    const controller = controllerOf(pod.metadata);
    if (controller === undefined) return true;
    return (
      controller.kind === "Job" && jobs.get(pod.metadata.namespace, controller.name)?.metadata.uid !== controller.uid
    );
  }
}
