import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/clock.js";
import type { WatchEvent } from "../../kube/client.js";
import { copyObject } from "../../kube/json.js";
import type { KubeObject, ObjectKey } from "../../kube/objects.js";

/** A change, with the number by which a watch goes on from it. */
export interface StoredEvent {
  readonly resourceVersion: number;
  readonly event: WatchEvent<KubeObject>;
}

/** Which fields an apply of one manager has set, as the object that it applied. */
export type Applied = Map<string, object>;

interface Entry {
  readonly object: KubeObject;
  readonly applied: Applied;
}

/** The objects, each write of which has a number. What comes in and goes out is copied. */
export class MemoryStore {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #events: StoredEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #resourceVersion = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** The time, as the API server writes it: whole seconds. */
  now(): string {
    return new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  }

  newUid(): string {
    return randomUUID();
  }

  find(identity: Pick<KubeObject, "apiVersion" | "kind">, key: ObjectKey): KubeObject | undefined {
    const entry = this.#entries.get(idOf(identity, key));
    return entry === undefined ? undefined : copyObject(entry.object);
  }

  appliedOf(object: KubeObject): Applied {
    return this.#entries.get(idOf(object, object.metadata))?.applied ?? new Map<string, object>();
  }

  all(): KubeObject[] {
    return [...this.#entries.values()].map(({ object }) => copyObject(object));
  }

  put(object: KubeObject, applied: Applied = this.appliedOf(object)): KubeObject {
    const id = idOf(object, object.metadata);
    const isNew = !this.#entries.has(id);
    const stored = this.#stamp(object);
    this.#entries.set(id, { object: stored, applied });
    this.#tell(isNew ? "ADDED" : "MODIFIED", stored);
    return copyObject(stored);
  }

  remove(object: KubeObject): void {
    if (this.#entries.delete(idOf(object, object.metadata))) this.#tell("DELETED", this.#stamp(object));
  }

  /** The changes after a number, oldest first. */
  since(resourceVersion: number): readonly StoredEvent[] {
    return this.#events.filter((event) => event.resourceVersion > resourceVersion);
  }

  /** Calls back after each change; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stamp(object: KubeObject): KubeObject {
    this.#resourceVersion += 1;
    const copy = copyObject(object);
    copy.metadata.resourceVersion = String(this.#resourceVersion);
    return copy;
  }

  #tell(type: "ADDED" | "MODIFIED" | "DELETED", object: KubeObject): void {
    this.#events.push({ resourceVersion: this.#resourceVersion, event: { type, object: copyObject(object) } });
    for (const listener of this.#listeners) listener();
  }
}

function idOf(
  { apiVersion, kind }: Pick<KubeObject, "apiVersion" | "kind">,
  { namespace = "", name }: ObjectKey,
): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}
