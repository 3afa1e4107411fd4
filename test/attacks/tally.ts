/** What was sent, what came back, and what should not have happened. */
import type { Attack, Reaction } from "./attack.js";
import type { ListenerInfo } from "./listener.js";

type Counts = Map<string, number>;

export class Tally {
  readonly violations: string[] = [];
  /** Those of the last batch, for when the process dies of one. */
  lastAttacks = "";
  readonly #listeners = new Map<string, { readonly sent: Counts; readonly answered: Counts }>();
  #longestBlockMs = 0;
  #growthBytes = 0;

  saw({ name }: ListenerInfo, { kind }: Attack, { statuses, end }: Reaction): void {
    const counts = this.#listeners.get(name) ?? { sent: new Map(), answered: new Map() };
    this.#listeners.set(name, counts);
    add(counts.sent, kind);
    for (const status of statuses) add(counts.answered, String(status));
    if (statuses.length === 0) add(counts.answered, `${end} without an answer`);
  }

  blocked(ms: number): void {
    this.#longestBlockMs = Math.max(this.#longestBlockMs, ms);
  }

  grew(bytes: number): void {
    this.#growthBytes = bytes;
  }

  violated(violation: string): void {
    this.violations.push(violation);
  }

  /** The counts, in lines. */
  toString(): string {
    const lines = [...this.#listeners].map(
      ([name, { sent, answered }]) => `${name}: ${total(sent)} connections (${show(sent)}); answers: ${show(answered)}`,
    );
    const block = `longest block of the event loop: ${this.#longestBlockMs.toFixed(0)} ms of the processor`;
    return [...lines, `${block}; growth of memory: ${(this.#growthBytes / 1e6).toFixed(1)} MB`].join("\n");
  }
}

function add(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function show(counts: Counts): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(", ");
}
