import type { ApiObject, ObjectMeta } from "../../apiserver/api-object.js";
import type { Clock } from "../../core/clock.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { ObjectKey } from "../../kube/objects.js";
import type { Logger } from "../../runtime/logger.js";

/**
 * Stores the objects of an extension API server. Implement it to keep objects in a database of your own; {@link storageChecks}
 * tests the implementation.
 *
 * @example
 * ```ts
 * import { memoryStorage, type ObjectStorage } from "tsop/apiserver";
 *
 * // Logs each kind that the server opens.
 * export function logged(storage: ObjectStorage): ObjectStorage {
 *   return {
 *     open: async (kind, host) => {
 *       host.log.info("opening", { resource: kind.resource });
 *       return storage.open(kind, host);
 *     },
 *   };
 * }
 *
 * export const storage = logged(memoryStorage());
 * ```
 */
export interface ObjectStorage {
  /** Opens the objects of a kind. The server calls this once for each kind when it starts, before it listens. */
  open(kind: StorageKind, host: StorageHost): Promise<OpenStorage>;
}

/** A kind whose objects a storage contains. */
export interface StorageKind {
  readonly group: string;
  /** The plural name: `readings`. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** What a storage can use of the server. */
export interface StorageHost {
  readonly clock: Clock;
  readonly log: Logger;
  /** The connection to the main API server. Absent in {@link storageChecks}. */
  readonly client?: HttpClient;
  /** The namespace of the pod. Absent elsewhere. */
  readonly namespace?: string;
}

/** An object as it is stored, in its JSON form. Store all of it; only `metadata.resourceVersion` belongs to the storage. */
export interface StoredObject extends ApiObject {
  metadata: StoredMeta;
}

/** The metadata of a stored object. */
export interface StoredMeta extends ObjectMeta {
  name: string;
}

/**
 * The objects of one kind. A version is a decimal number below 2^53, as text. Each write has a version that is greater than the
 * versions of all earlier writes of the kind, also after a restart.
 *
 * All functions may reject; the server then answers the request with 500 and the message. A write whose signal fires may take effect
 * or not.
 */
export interface OpenStorage {
  /**
   * Whether others write to the same objects: another replica of the server. The server then asks the storage before each read, so
   * that it shows what the others have written.
   */
  readonly isShared: boolean;
  /** Returns all objects. */
  list(signal: AbortSignal): Promise<StorageSnapshot>;
  /** Returns the newest state of an object; undefined if it does not exist. */
  get(key: ObjectKey, signal: AbortSignal): Promise<StoredObject | undefined>;
  /**
   * Stores a new object. Ignores its resourceVersion. Returns the object with its version; undefined if an object has the same
   * namespace and name.
   */
  create(object: StoredObject, signal: AbortSignal): Promise<StoredObject | undefined>;
  /**
   * Replaces the object that has the same namespace and name, and exactly the resourceVersion of the given object. Returns the object
   * with its new version; undefined if there is none. Comparison and write are one step.
   */
  update(object: StoredObject, signal: AbortSignal): Promise<StoredObject | undefined>;
  /** Deletes an object if it has exactly this version. Returns whether it did. Comparison and write are one step. */
  delete(key: ObjectKey, version: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Yields all writes after a version, by whomever, in the order of their versions, until the signal fires. It throws or ends if it
   * cannot continue from that version; the server then lists again.
   */
  watch(version: string, signal: AbortSignal): AsyncIterable<StorageEvent>;
  /** Closes the storage, when the server has ended all requests. */
  close(): Promise<void>;
}

/** All objects of a kind at one time. */
export interface StorageSnapshot {
  readonly objects: readonly StoredObject[];
  /** The version of the last write that the objects show, or a later one from which a watch misses nothing. */
  readonly version: string;
}

/** A write. */
export interface StorageEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object after the write; of a deleted object, the last state with the version of the delete. */
  readonly object: StoredObject;
}
