import { Fifo } from "./fifo.js";

interface Entry {
  readonly key: string;
  readonly priority: number;
  /** The time when the key became ready; a higher priority does not change it. */
  readonly since: number;
}

/** Every tenth key is taken from the lowest waiting priority, so that keys of low priority also get their turn. */
const turnOfTheLowest = 10;

/**
 * Keys that wait for a worker: the highest priority first, except for every tenth key, and in order of arrival within a
 * priority. Contains each key once.
 */
export class ReadyKeys {
  /** The current entries. The lists may also contain entries whose key has changed its priority; they are skipped. */
  readonly #entries = new Map<string, Entry>();
  readonly #byPriority = new Map<number, Fifo<Entry>>();
  #taken = 0;

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Adds a key, and returns whether it is new. An existing key may get a higher priority, never a lower one. */
  push(key: string, priority: number, now: number): boolean {
    const known = this.#entries.get(key);
    if (known !== undefined && known.priority >= priority) return false;
    const entry = { key, priority, since: known?.since ?? now };
    this.#entries.set(key, entry);
    let list = this.#byPriority.get(priority);
    if (list === undefined) this.#byPriority.set(priority, (list = new Fifo()));
    list.push(entry);
    return known === undefined;
  }

  shift(): Entry | undefined {
    if (this.#entries.size === 0) return undefined;
    this.#taken += 1;
    const sign = this.#taken % turnOfTheLowest === 0 ? 1 : -1;
    // There are as many lists as priorities in use: two or three.
    for (const priority of [...this.#byPriority.keys()].sort((a, b) => sign * (a - b))) {
      const list = this.#byPriority.get(priority);
      for (let entry = list?.shift(); entry !== undefined; entry = list?.shift()) {
        if (this.#entries.get(entry.key) !== entry) continue;
        this.#entries.delete(entry.key);
        return entry;
      }
      this.#byPriority.delete(priority);
    }
    return undefined;
  }

  /** Returns the number of waiting keys by priority. */
  depths(): Map<number, number> {
    const depths = new Map<number, number>();
    for (const { priority } of this.#entries.values()) depths.set(priority, (depths.get(priority) ?? 0) + 1);
    return depths;
  }

  clear(): void {
    this.#entries.clear();
    this.#byPriority.clear();
  }
}
