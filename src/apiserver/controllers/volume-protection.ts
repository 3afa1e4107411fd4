/**
 * Removes the finalizers of claims, volumes and volume attributes classes that are deleted and no longer used.
 * Sources: kubernetes/pkg/controller/volume/{pvcprotection,pvprotection,vacprotection}.
 */
import { type ApiObject, objectOf, objectsOf, textOf } from "../api-object.js";
import { storageKeyOf, type StoredObjects } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const pods = storageKeyOf("", "pods");
const claims = storageKeyOf("", "persistentvolumeclaims");
const volumes = storageKeyOf("", "persistentvolumes");
const classes = storageKeyOf("storage.k8s.io", "volumeattributesclasses");

const finalizers: Readonly<Record<string, string>> = {
  [claims]: "kubernetes.io/pvc-protection",
  [volumes]: "kubernetes.io/pv-protection",
  [classes]: "kubernetes.io/vac-protection",
};

export function releaseVolumes(objects: ControllerObjects): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create((key) => release(key));
  addAll(Object.keys(finalizers));
  return queue.feedBy(
    store.subscribeToAll((storageKey, { object }) => {
      if (finalizers[storageKey] !== undefined) add(storageKey, object);
      if (storageKey === pods) addAll([claims], object.metadata.namespace);
      else if (storageKey === claims || storageKey === volumes) addAll([classes]);
    }),
  );

  function addAll(storageKeys: readonly string[], namespace = ""): void {
    for (const key of storageKeys) for (const each of store.list(key, namespace)) add(key, each);
  }

  function add(storageKey: string, object: ApiObject): void {
    const { namespace = "", name = "" } = object.metadata;
    if (isWaiting(storageKey, object)) queue.add([storageKey, namespace, name].join(" "));
  }

  async function release(key: string): Promise<void> {
    const [storageKey = "", namespace = "", name = ""] = key.split(" ");
    const object = store.get(storageKey, namespace, name);
    if (object === undefined || !isWaiting(storageKey, object) || isUsed(storageKey, object, store)) return;
    await objects.update(objects.builtIn(storageKey), object, (live) => {
      const kept = (live.metadata.finalizers ?? []).filter((each) => each !== finalizers[storageKey]);
      return { ...live, metadata: { ...live.metadata, finalizers: kept } };
    });
  }
}

function isUsed(storageKey: string, object: ApiObject, store: StoredObjects): boolean {
  const { namespace = "", name = "" } = object.metadata;
  switch (storageKey) {
    case claims:
      return store.list(pods, namespace).some((pod) => usesClaim(pod, object));
    case volumes:
      return textOf(objectOf(object, "status"), "phase") === "Bound";
    default:
      return [...store.list(claims), ...store.list(volumes)].some(
        (each) =>
          textOf(objectOf(each, "spec"), "volumeAttributesClassName") === name ||
          textOf(objectOf(each, "status"), "currentVolumeAttributesClassName") === name,
      );
  }
}

function isWaiting(storageKey: string, { metadata }: ApiObject): boolean {
  const finalizer = finalizers[storageKey];
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.some((each) => each === finalizer) === true;
}

/** Returns whether a pod uses a claim. A pod without a node cannot start with a claim that is being deleted. */
function usesClaim(pod: ApiObject, { metadata }: ApiObject): boolean {
  const spec = objectOf(pod, "spec");
  if (textOf(spec, "nodeName") === "") return false;
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
