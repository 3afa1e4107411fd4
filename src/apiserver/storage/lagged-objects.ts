import type { ApiObject } from "../api-object.js";
import type { StoredObjects } from "../resource.js";
import type { StoredEvent } from "./history.js";
import { keyOfObject, type Store } from "./store.js";

/** Runs a function after the lag; without a lag, at once. Functions run in the order in which they were passed. */
export type Later = (run: () => void) => void;

export const atOnce: Later = (run) => run();

export interface LagOptions {
  readonly store: Store;
  /** The resources that lag. */
  readonly storageKeys: readonly string[];
  readonly later: Later;
}

/** Shows the objects of some resources as they were a moment ago, like the caches of kube-apiserver; the others as they are. */
export class LaggedObjects implements StoredObjects {
  readonly #current: StoredObjects;
  /** The events that are not visible yet, by resource, oldest first. */
  readonly #hidden: ReadonlyMap<string, StoredEvent[]>;
  readonly #listeners: ((storageKey: string, event: StoredEvent) => void)[] = [];

  constructor(current: StoredObjects, { store, storageKeys, later }: LagOptions) {
    this.#current = current;
    this.#hidden = new Map(storageKeys.map((key) => [key, []]));
    for (const [storageKey, hidden] of this.#hidden) {
      store.subscribe(storageKey, (event) => {
        hidden.push(event);
        later(() => {
          hidden.shift();
          for (const listener of this.#listeners) listener(storageKey, event);
        });
      });
    }
  }

  /** Calls the listener when a write of one of the resources becomes visible. */
  onVisible(listener: (storageKey: string, event: StoredEvent) => void): void {
    this.#listeners.push(listener);
  }

  get(storageKey: string, namespace: string, name: string): ApiObject | undefined {
    const next = this.#eventsOf(storageKey).find(
      ({ object: { metadata } }) => metadata.name === name && (metadata.namespace ?? "") === namespace,
    );
    return next === undefined ? this.#current.get(storageKey, namespace, name) : next.previous;
  }

  list(storageKey: string, namespace = ""): readonly ApiObject[] {
    const hidden = this.#eventsOf(storageKey);
    const current = this.#current.list(storageKey, namespace);
    if (hidden.length === 0) return current;
    const objects = new Map(current.map((object) => [keyOfObject(object), object]));
    for (const { object, previous } of hidden.toReversed()) {
      if (namespace !== "" && object.metadata.namespace !== namespace) continue;
      if (previous === undefined) objects.delete(keyOfObject(object));
      else objects.set(keyOfObject(object), previous);
    }
    return [...objects].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, object]) => object);
  }

  #eventsOf(storageKey: string): readonly StoredEvent[] {
    return this.#hidden.get(storageKey) ?? [];
  }
}
