import { TsopError } from "../../../core/errors.js";
import { isAlreadyExists, isConflict, isNotFound } from "../../../kube/api-error.js";
import type { HttpClient } from "../../../kube/http-client.js";
import { showKey } from "../../../kube/objects.js";
import type { ObjectStorage, OpenStorage, StorageHost, StoredObject } from "../object-storage.js";
import {
  type Carrier,
  carrierKey,
  carrierKind,
  type CarrierPlace,
  fromCarrier,
  labelsOf,
  toCarrier,
} from "./carrier.js";

/** See {@link clusterStorage}. */
export interface ClusterStorageOptions {
  /** The namespace of the ConfigMaps. Default: that of the pod. */
  readonly namespace?: string;
  /** The kind that contains the objects, one each. Default: `ConfigMap`. */
  readonly carrier?: "ConfigMap" | "Secret";
  /** A client of the main API server. Default: the connection of the server. */
  readonly client?: HttpClient;
}

/**
 * Stores each object in a ConfigMap or a Secret of the main API server: no volume, as many replicas as you like, and the backup of the
 * cluster contains the objects. Versions, conflicts and watches are those of the main API server. A read asks it, a write is a write
 * there, and an object has at most about 1 MiB.
 *
 * The account of the server needs `get`, `list`, `watch`, `create`, `update` and `delete` for the ConfigMaps or Secrets of the
 * namespace. A user who may write them can change the objects, past the rules of the kind.
 *
 * Opening it throws TsopError `usage/invalid-argument` without a namespace outside of a pod.
 *
 * @example
 * ```ts
 * import { clusterStorage } from "tsop/apiserver";
 *
 * export const storage = clusterStorage({ namespace: "metrics" });
 * ```
 */
export function clusterStorage(options: ClusterStorageOptions = {}): ObjectStorage {
  const { carrier = "ConfigMap" } = options;
  return {
    open: (kind, host) => {
      const { client = host.client, namespace = host.namespace } = options;
      if (client === undefined) return missing("client", "Set `client`, such as the result of createLiveClient().");
      if (namespace === undefined) return missing("namespace", "Set `namespace`: this process does not run in a pod.");
      return Promise.resolve(openCluster(client, { carrier, namespace, kind }, host));
    },
  };
}

function missing(option: string, hint: string): Promise<never> {
  return Promise.reject(new TsopError("usage/invalid-argument", `clusterStorage needs the option ${option}`, { hint }));
}

function openCluster(client: HttpClient, place: CarrierPlace, { log }: Pick<StorageHost, "log">): OpenStorage {
  const kind = carrierKind(place);
  const { namespace } = place;
  const labels = labelsOf(place);
  const read = (carrier: Carrier): StoredObject[] => {
    // Someone else's finalizer may hold a deleted carrier.
    if (carrier.metadata.deletionTimestamp !== undefined) return [];
    const object = fromCarrier(place, carrier);
    if (object !== undefined) return [object];
    log.error("leaving out what no extension API server stored", { [place.carrier]: showKey(carrier.metadata) });
    return [];
  };
  const write = async (
    run: () => Promise<Carrier>,
    isLate: (error: unknown) => boolean,
  ): Promise<StoredObject | undefined> => {
    try {
      return read(await run())[0];
    } catch (error) {
      if (isLate(error)) return undefined;
      throw error;
    }
  };
  return {
    isShared: true,
    list: async (signal) => {
      const { items, metadata } = await client.list(kind, { namespace, labels, signal });
      return { objects: items.flatMap(read), version: metadata.resourceVersion ?? "" };
    },
    get: async (key, signal) => {
      const found = await client.get(kind, carrierKey(place, key), { signal });
      return found === undefined ? undefined : read(found)[0];
    },
    create: (object, signal) => write(() => client.create(toCarrier(place, object, ""), { signal }), isAlreadyExists),
    update: (object, signal) => {
      const { resourceVersion = "" } = object.metadata;
      // Without a version, the main API server would replace any state.
      if (resourceVersion === "") return Promise.resolve(undefined);
      return write(
        () => client.update(toCarrier(place, object, resourceVersion), { signal }),
        (error) => isConflict(error) || isNotFound(error),
      );
    },
    delete: async (key, resourceVersion, signal) => {
      const preconditions = { resourceVersion };
      try {
        const { kind: outcome } = await client.answered.delete(kind, carrierKey(place, key), { preconditions, signal });
        return outcome !== "absent";
      } catch (error) {
        if (isConflict(error)) return false;
        throw error;
      }
    },
    watch: async function* (resourceVersion, signal) {
      for await (const event of client.watch(kind, { namespace, labels, resourceVersion, signal })) {
        if (event.type === "BOOKMARK") continue;
        for (const object of read(event.object)) yield { type: event.type, object };
        const held =
          event.object.metadata.deletionTimestamp === undefined ? undefined : fromCarrier(place, event.object);
        if (held !== undefined) yield { type: "DELETED", object: held };
      }
    },
    close: () => Promise.resolve(),
  };
}
