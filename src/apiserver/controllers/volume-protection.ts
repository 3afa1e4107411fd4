/**
 * Lets go of claims, volumes and classes of volumes that are deleted and no longer used: their finalizers keep them until then.
 * Sources: kubernetes/pkg/controller/volume/{pvcprotection,pvprotection,vacprotection}.
 */
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { objectOf, objectsOf, textOf } from "../json-fields.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const pods = storageKeyOf("", "pods");
const claims = storageKeyOf("", "persistentvolumeclaims");
const volumes = storageKeyOf("", "persistentvolumes");
const classes = storageKeyOf("storage.k8s.io", "volumeattributesclasses");

const finalizers: Readonly<Record<string, string>> = {
  [claims]: "kubernetes.io/pvc-protection",
  [volumes]: "kubernetes.io/pv-protection",
  [classes]: "kubernetes.io/vac-protection",
};

export class VolumeProtection {
  readonly #objects: ControllerObjects;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  constructor(objects: ControllerObjects) {
    this.#objects = objects;
    this.#queue = objects.queues.create((key) => this.#release(key));
    const { store } = objects.parts;
    this.#addAll(Object.keys(finalizers));
    this.#unsubscribe = store.subscribeToAll((storageKey, { object }) => {
      if (finalizers[storageKey] !== undefined) this.#add(storageKey, object);
      if (storageKey === pods) this.#addAll([claims], object.metadata.namespace);
      else if (storageKey === claims || storageKey === volumes) this.#addAll([classes]);
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  #addAll(storageKeys: readonly string[], namespace = ""): void {
    const { store } = this.#objects.parts;
    for (const storageKey of storageKeys)
      for (const each of store.list(storageKey, namespace)) this.#add(storageKey, each);
  }

  #add(storageKey: string, object: ApiObject): void {
    const { namespace = "", name = "" } = object.metadata;
    if (isWaiting(storageKey, object)) this.#queue.add([storageKey, namespace, name].join(" "));
  }

  async #release(key: string): Promise<void> {
    const [storageKey = "", namespace = "", name = ""] = key.split(" ");
    const object = this.#objects.parts.store.get(storageKey, namespace, name);
    if (object === undefined || !isWaiting(storageKey, object) || this.#isUsed(storageKey, object)) return;
    await this.#objects.update(this.#objects.builtIn(storageKey), object, (live) => {
      const kept = (live.metadata.finalizers ?? []).filter((each) => each !== finalizers[storageKey]);
      return { ...live, metadata: { ...live.metadata, finalizers: kept } };
    });
  }

  #isUsed(storageKey: string, object: ApiObject): boolean {
    const { store } = this.#objects.parts;
    const { namespace = "", name = "" } = object.metadata;
    switch (storageKey) {
      case claims:
        return store.list(pods, namespace).some((pod) => usesClaim(pod, object));
      case volumes:
        return textOf(objectOf(object, "status"), "phase") === "Bound";
      default:
        return [...store.list(claims), ...store.list(volumes)].some(
          ({ spec, status }) =>
            textOf(spec as JsonObject | undefined, "volumeAttributesClassName") === name ||
            textOf(status as JsonObject | undefined, "currentVolumeAttributesClassName") === name,
        );
    }
  }
}

function isWaiting(storageKey: string, { metadata }: ApiObject): boolean {
  const finalizer = finalizers[storageKey];
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.some((each) => each === finalizer) === true;
}

/** A pod that no node has yet cannot begin with a claim that is being deleted; one that seems to run has no node here. */
function usesClaim(pod: ApiObject, { metadata }: ApiObject): boolean {
  const [spec, phase] = [objectOf(pod, "spec"), textOf(objectOf(pod, "status"), "phase")];
  if (textOf(spec, "nodeName") === "" && phase !== "Running") return false;
  return objectsOf(spec, "volumes").some((volume) => {
    if (textOf(objectOf(volume, "persistentVolumeClaim"), "claimName") === metadata.name) return true;
    const isOwn = metadata.ownerReferences?.some(({ uid }) => uid === pod.metadata.uid) === true;
    return (
      objectOf(volume, "ephemeral") !== undefined &&
      isOwn &&
      `${pod.metadata.name}-${textOf(volume, "name")}` === metadata.name
    );
  });
}
