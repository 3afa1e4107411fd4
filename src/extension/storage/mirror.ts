import type { ApiObject } from "../../apiserver/api-object.js";
import type { ServedResource } from "../../apiserver/resource.js";
import { internalError, StatusError } from "../../apiserver/status-error.js";
import { keyOfObject, Store, type Written } from "../../apiserver/storage/store.js";
import { sleep } from "../../core/clock.js";
import { allowManyListeners } from "../../core/on-abort.js";
import { eachUntilAborted } from "../../core/until-aborted.js";
import type { ObjectKey } from "../../kube/objects.js";
import { Latest } from "../virtual/latest.js";
import { showResource } from "../virtual/complete-object.js";
import { isStored, storedFault, versionNumber } from "./check-stored.js";
import type {
  ObjectStorage,
  OpenStorage,
  StorageEvent,
  StorageHost,
  StorageSnapshot,
  StoredObject,
} from "./object-storage.js";
import { Progress } from "./progress.js";
import type { StoredKind } from "./stored-kind.js";

export interface MirrorParts extends StorageHost {
  /** In the version of the server's own objects. */
  readonly resource: ServedResource;
}

/** The longest wait for the watch of a storage to show what the storage has. */
const patienceMs = 10_000;
const longestPauseMs = 30_000;

/**
 * Copies a storage into a store, from which requests read. Writes go to the storage first, with the version of the copied object. The
 * watch of the storage alone changes the copy, so that it shows the writes of all replicas in one order.
 */
export class Mirror implements StoredKind {
  readonly store: Store;
  readonly writer = this;
  readonly #parts: MirrorParts;
  readonly #storage: OpenStorage;
  readonly #progress: Progress;
  readonly #stop = new AbortController();
  readonly #lists = new Latest(() => this.#catchUp());
  readonly #running: Promise<void>;
  /** The version up to which the watch has shown everything. */
  #seen: number;

  /** @throws the error of a storage that cannot be opened or read */
  static async open(storage: ObjectStorage, parts: MirrorParts): Promise<Mirror> {
    const { group, resource, kind, namespaced } = parts.resource;
    const opened = await storage.open({ group, resource, kind, namespaced }, parts);
    try {
      return new Mirror(opened, await opened.list(new AbortController().signal), parts);
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  private constructor(storage: OpenStorage, snapshot: StorageSnapshot, parts: MirrorParts) {
    this.#storage = storage;
    this.#parts = parts;
    // Each request listens.
    allowManyListeners(this.#stop.signal);
    this.#progress = new Progress(parts.clock);
    this.#seen = versionOf(snapshot);
    this.store = new Store(() => parts.clock.now(), this.#seen);
    for (const object of this.#fitting(snapshot.objects)) this.store.restore(this.#storageKey, object);
    this.#running = this.#follow(this.#stop.signal);
  }

  async create(_: string, object: ApiObject): Promise<Written> {
    const named = withName(object);
    const written = await this.#ask((signal) => this.#storage.create(named, signal));
    return written === undefined ? undefined : this.#confirm(written);
  }

  async replace(_: string, previous: ApiObject, object: ApiObject): Promise<Written> {
    if (!this.#isCurrent(previous)) return undefined;
    const { resourceVersion = "" } = previous.metadata;
    const expected = withName({ ...object, metadata: { ...object.metadata, resourceVersion } });
    const written = await this.#ask((signal) => this.#storage.update(expected, signal));
    if (written !== undefined) return this.#confirm(written);
    await this.#until(() => !this.#isCurrent(previous));
    return undefined;
  }

  async remove(_: string, previous: ApiObject): Promise<Written> {
    if (!this.#isCurrent(previous)) return undefined;
    const { namespace = "", name = "", resourceVersion = "" } = previous.metadata;
    const key = namespace === "" ? { name } : { namespace, name };
    const isGone = await this.#ask((signal) => this.#storage.delete(key, resourceVersion, signal));
    await this.#until(() => !this.#isCurrent(previous));
    return isGone ? previous : undefined;
  }

  async refresh(place: Required<ObjectKey>, known: number): Promise<void> {
    if (!this.#storage.isShared) return;
    if (place.name === "") await this.#lists.refresh();
    else await this.#refreshOne(place);
    if (known > this.store.revision) await this.#reach(known);
  }

  /** The mirror follows the storage all the time. */
  follow(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#storage.close();
  }

  get #storageKey(): string {
    return this.#parts.resource.storageKey;
  }

  /** Returns whether the copy still has this state of an object. */
  #isCurrent(state: ApiObject): boolean {
    const { namespace = "", name = "" } = state.metadata;
    return this.store.get(this.#storageKey, namespace, name) === state;
  }

  async #refreshOne({ namespace, name }: Required<ObjectKey>): Promise<void> {
    const before = this.store.get(this.#storageKey, namespace, name);
    const key = namespace === "" ? { name } : { namespace, name };
    const newest = await this.#ask((signal) => this.#storage.get(key, signal));
    const version = newest === undefined ? undefined : versionNumber(newest.metadata.resourceVersion);
    await this.#until(() => {
      const now = this.store.get(this.#storageKey, namespace, name);
      return version === undefined ? now === undefined || now !== before : this.#seen >= version;
    });
  }

  /** Resolves when the copy has all that the storage has now. */
  async #catchUp(): Promise<void> {
    const { objects } = await this.#ask((signal) => this.#storage.list(signal));
    const newest = objects.reduce((highest, object) => Math.max(highest, numberOf(object)), 0);
    const keys = new Set(objects.map(keyOfObject));
    const gone = this.store.list(this.#storageKey).filter((object) => !keys.has(keyOfObject(object)));
    await this.#until(() => this.#seen >= newest && !gone.some((object) => this.#isCurrent(object)));
  }

  /** A client may know a version from another replica, which this one has not seen because nothing of the kind has changed since. */
  async #reach(known: number): Promise<void> {
    const snapshot = await this.#ask((signal) => this.#storage.list(signal));
    await this.#lists.refresh();
    if (versionOf(snapshot) >= known) this.store.advance(known);
  }

  /** Resolves when the copy shows a write. */
  async #confirm(written: StoredObject): Promise<ApiObject> {
    const fault = storedFault(this.#parts.resource, written);
    if (fault !== undefined) throw internalError(`the storage returned an object that cannot be served: ${fault}`);
    const version = versionNumber(written.metadata.resourceVersion) ?? 0;
    await this.#until(() => this.#seen >= version);
    return written;
  }

  async #until(isReached: () => boolean): Promise<void> {
    if (await this.#progress.until(isReached, patienceMs)) return;
    const message = `the storage of ${showResource(this.#parts.resource)} does not show its newest state`;
    throw new StatusError({ code: 504, reason: "Timeout", message, details: { retryAfterSeconds: 1 } });
  }

  async #ask<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await run(this.#stop.signal);
    } catch (error) {
      if (error instanceof StatusError) throw error;
      const { log, resource } = this.#parts;
      log.error("the storage of a kind failed", { resource: showResource(resource), error });
      throw internalError(error instanceof Error ? error.message : String(error));
    }
  }

  /** Follows the storage until the signal fires; never rejects. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { clock, log, resource } = this.#parts;
    const isOver = (): boolean => signal.aborted;
    for (let failures = 0; !isOver(); failures += 1) {
      try {
        if (failures > 0) this.#replace(await this.#storage.list(signal));
        for await (const { type, object } of eachUntilAborted(
          this.#storage.watch(String(this.#seen), signal),
          signal,
        )) {
          this.#apply(type, object);
          failures = 0;
        }
      } catch (error) {
        if (!isOver()) log.warn("the watch of a storage ends", { resource: showResource(resource), error });
      }
      await sleep(clock, Math.min(longestPauseMs, 100 * 2 ** failures), signal);
    }
  }

  #apply(type: StorageEvent["type"], object: StoredObject): void {
    const version = versionNumber(object.metadata.resourceVersion);
    if (version === undefined || version <= this.#seen) throw new Error("the versions of its events do not increase");
    if (type === "DELETED") this.store.apply(this.#storageKey, type, object);
    else for (const fitting of this.#fitting([object])) this.store.apply(this.#storageKey, "PUT", fitting);
    this.#seen = version;
    this.#progress.notify();
  }

  /** Brings the copy to the state of a snapshot: the watch missed some events. */
  #replace(snapshot: StorageSnapshot): void {
    const version = versionOf(snapshot);
    const present = new Map(this.#fitting(snapshot.objects).map((object) => [keyOfObject(object), object]));
    for (const object of this.store.list(this.#storageKey)) {
      const metadata = { ...object.metadata, resourceVersion: snapshot.version };
      if (!present.has(keyOfObject(object))) this.store.apply(this.#storageKey, "DELETED", { ...object, metadata });
    }
    const changed = [...present.values()].filter((object) => !this.#has(object));
    for (const object of changed.sort((left, right) => numberOf(left) - numberOf(right))) {
      this.store.apply(this.#storageKey, "PUT", object);
    }
    this.store.advance(version);
    this.#seen = version;
    this.#progress.notify();
  }

  #has({ metadata: { namespace = "", name, resourceVersion } }: StoredObject): boolean {
    return this.store.get(this.#storageKey, namespace, name)?.metadata.resourceVersion === resourceVersion;
  }

  /** Leaves out what the server cannot serve, and reports it. */
  #fitting(objects: readonly StoredObject[]): StoredObject[] {
    return objects.filter((object) => {
      const fault = storedFault(this.#parts.resource, object);
      if (fault === undefined) return true;
      const { log, resource } = this.#parts;
      const { namespace, name } = isStored(object) ? object.metadata : {};
      log.error("leaving out a stored object", { resource: showResource(resource), namespace, name, fault });
      return false;
    });
  }
}

function withName(object: ApiObject): StoredObject {
  if (!isStored(object)) throw internalError("the object has no name");
  return object;
}

function versionOf({ version }: StorageSnapshot): number {
  const number = versionNumber(version);
  if (number === undefined) throw new Error(`the storage returned the version ${JSON.stringify(version)}`);
  return number;
}

function numberOf({ metadata }: StoredObject): number {
  return versionNumber(metadata.resourceVersion) ?? 0;
}
