import type { ServedResource } from "../../apiserver/resource.js";
import { internalError, StatusError } from "../../apiserver/status-error.js";
import { keyOfObject, type Store, type StoreWriter } from "../../apiserver/storage/store.js";
import { type Clock, sleep } from "../../core/clock.js";
import { untilAborted } from "../../core/until-aborted.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../../runtime/logger.js";
import type { VirtualObject, VirtualScope, VirtualSource } from "../storage.js";
import type { StoredKind } from "../storage/stored-kind.js";
import { completeObject, showResource } from "./complete-object.js";
import { Latest } from "./latest.js";

export interface VirtualParts {
  /** In the version of the source's objects. */
  readonly resource: ServedResource;
  readonly source: VirtualSource<KubeObject>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

const defaultPollMs = 10_000;

/**
 * Copies the objects of a source into the store, so that lists, pages and watches read them like any others. Only a change writes:
 * an object keeps its version while the source returns the same.
 */
export class VirtualResource implements StoredKind {
  readonly store: Store;
  /** A virtual resource has no verbs that write. */
  readonly writer: StoreWriter;
  readonly #parts: VirtualParts;
  /** By namespace; empty for all. */
  readonly #lists = new Map<string, Latest>();
  #followers = 0;
  #stop = new AbortController();

  constructor(parts: VirtualParts) {
    this.#parts = parts;
    this.store = parts.store;
    this.writer = parts.store;
  }

  /** Nothing remains to close: no client watches any longer. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves when the store contains what the source returns now. @throws StatusError 500 if the source fails */
  async refresh({ namespace, name }: { readonly namespace: string; readonly name: string }): Promise<void> {
    const { source } = this.#parts;
    try {
      if (name !== "" && source.get !== undefined) await this.#refreshOne(namespace, name);
      else await this.#refreshAllIn(namespace);
    } catch (error) {
      if (error instanceof StatusError) throw error;
      this.#parts.log.error("the source of a virtual resource failed", {
        resource: showResource(this.#parts.resource),
        error,
      });
      throw internalError(error instanceof Error ? error.message : String(error));
    }
  }

  /** Follows the source while a client watches; returns a function that ends this. */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1) {
      this.#stop = new AbortController();
      void this.#run(this.#stop.signal);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#stop.abort();
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { source, clock } = this.#parts;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      if (source.changes !== undefined) await this.#takeChanges(source.changes(signal), signal);
      await sleep(clock, source.pollMs ?? defaultPollMs, signal);
      if (!isOver()) await this.#refreshAll();
    }
  }

  /** Resolves when the changes end: the source failed, or the signal fired. */
  async #takeChanges(changes: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
    const { log, resource } = this.#parts;
    const iterator = changes[Symbol.asyncIterator]();
    try {
      let next = iterator.next();
      // The source may have changed before it was asked for its changes.
      await this.#refreshAll();
      while ((await untilAborted(next, signal)).done !== true) {
        next = iterator.next();
        await this.#refreshAll();
      }
    } catch (error) {
      if (!signal.aborted)
        log.warn("the changes of a virtual resource end", { resource: showResource(resource), error });
    } finally {
      void iterator.return?.().catch(() => undefined);
    }
  }

  /** The failure is logged; the next time may succeed. */
  async #refreshAll(): Promise<void> {
    await this.refresh({ namespace: "", name: "" }).catch((error: unknown) => {
      const { log, resource } = this.#parts;
      log.debug("cannot refresh a virtual resource", { resource: showResource(resource), error });
    });
  }

  async #refreshAllIn(namespace: string): Promise<void> {
    const latest = this.#lists.get(namespace) ?? new Latest(() => this.#list(namespace));
    this.#lists.set(namespace, latest);
    try {
      await latest.refresh();
    } finally {
      // Clients may name any number of namespaces.
      if (latest.isIdle) this.#lists.delete(namespace);
    }
  }

  async #list(namespace: string): Promise<void> {
    const { source, store, resource } = this.#parts;
    const scope: VirtualScope = namespace === "" ? {} : { namespace };
    const listed = await source.list(scope);
    const before = new Map(store.list(resource.storageKey, namespace).map((object) => [keyOfObject(object), object]));
    for (const given of listed) {
      if (namespace !== "" && given.metadata.namespace !== namespace) continue;
      before.delete(this.#put(given));
    }
    for (const gone of before.values()) store.remove(resource.storageKey, gone);
  }

  async #refreshOne(namespace: string, name: string): Promise<void> {
    const { source, store, resource } = this.#parts;
    const given = await source.get?.(namespace === "" ? { name } : { namespace, name });
    if (given !== undefined) {
      this.#put(given);
      return;
    }
    const gone = store.get(resource.storageKey, namespace, name);
    if (gone !== undefined) store.remove(resource.storageKey, gone);
  }

  /** Returns the key of the object. */
  #put(given: VirtualObject<KubeObject>): string {
    const { store, resource, clock } = this.#parts;
    const { namespace = "", name } = given.metadata;
    const stored = store.get(resource.storageKey, namespace, name);
    const object = completeObject(resource, given, stored, clock.now());
    if (stored === undefined) store.create(resource.storageKey, object);
    else if (object !== stored) store.replace(resource.storageKey, stored, object);
    return keyOfObject(object);
  }
}
