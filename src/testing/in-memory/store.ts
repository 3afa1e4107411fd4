import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/clock.js";
import { copyJson, isSameJson } from "../../core/json.js";
import type { DeepReadonly, KubeObject, ObjectKey } from "../../kube/objects.js";
import type { Owner } from "./apply.js";

/** An object, and who has set its fields. */
export interface Entry {
  readonly object: KubeObject;
  readonly owners: readonly Owner[];
}

/** A change, with the number by which a watch goes on from it. Absent objects: there was none, or there is none now. */
export interface StoredChange {
  readonly resourceVersion: number;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** The object with the number of the change, even if that was its end. */
  readonly last: KubeObject;
}

/** The objects, each write of which has a number. What comes in and goes out is copied. */
export class MemoryStore {
  readonly clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #changes: StoredChange[] = [];
  readonly #listeners = new Set<() => void>();
  #resourceVersion = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** The time, as the API server writes it: whole seconds. */
  now(): string {
    return new Date(this.clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  }

  newUid(): string {
    return randomUUID();
  }

  find(identity: Pick<KubeObject, "apiVersion" | "kind">, key: ObjectKey): Entry | undefined {
    const entry = this.#entries.get(idOf(identity, key));
    return entry === undefined ? undefined : { ...entry, object: copyJson(entry.object) };
  }

  /** Copies of the objects that the test chooses. */
  select(isSelected: (object: DeepReadonly<KubeObject>) => boolean): KubeObject[] {
    const selected = [...this.#entries.values()].filter(({ object }) => isSelected(object));
    return selected.map(({ object }) => copyJson(object));
  }

  hasUid(uid: string): boolean {
    return [...this.#entries.values()].some(({ object }) => object.metadata.uid === uid);
  }

  /** Stores an object and returns it with its number. One that is what it was keeps its number. */
  put({ object, owners }: Entry): KubeObject {
    const id = idOf(object, object.metadata);
    const before = this.#entries.get(id);
    if (before !== undefined && isSameJson(before.object, object) && isSameOwners(before.owners, owners)) {
      return copyJson(object);
    }
    const after = this.#stamp(object);
    this.#entries.set(id, { object: after, owners });
    this.#tell({ before: before?.object, after, last: after });
    return copyJson(after);
  }

  remove(object: KubeObject): void {
    const id = idOf(object, object.metadata);
    const before = this.#entries.get(id)?.object;
    if (this.#entries.delete(id)) this.#tell({ before, after: undefined, last: this.#stamp(object) });
  }

  /** The changes after a number, oldest first. */
  since(resourceVersion: number): readonly StoredChange[] {
    const last = this.#changes.findLastIndex((change) => change.resourceVersion <= resourceVersion);
    return this.#changes.slice(last + 1);
  }

  /** Calls back after each change; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stamp(object: KubeObject): KubeObject {
    this.#resourceVersion += 1;
    const copy = copyJson(object);
    copy.metadata.resourceVersion = String(this.#resourceVersion);
    return copy;
  }

  #tell(change: Omit<StoredChange, "resourceVersion">): void {
    this.#changes.push({ resourceVersion: this.#resourceVersion, ...change });
    for (const listener of this.#listeners) listener();
  }
}

function isSameOwners(a: readonly Owner[], b: readonly Owner[]): boolean {
  const print = (owners: readonly Owner[]): string[] =>
    owners.map((owner) => JSON.stringify({ ...owner, fields: [...owner.fields].sort() })).sort();
  return isSameJson(print(a), print(b));
}

function idOf(
  { apiVersion, kind }: Pick<KubeObject, "apiVersion" | "kind">,
  { namespace = "", name }: ObjectKey,
): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}
