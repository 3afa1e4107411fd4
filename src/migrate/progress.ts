/** Counts how far a migration is: in a metric, in the log, and for programs. */
import { Gauge, type Registry } from "prom-client";
import type { Manager } from "../runtime/manager.js";
import type { Kind } from "../kube/objects.js";

/** The state of an old object. */
export type ObjectState = "moving" | "waiting" | "blocked" | "moved";

const states: readonly ObjectState[] = ["moving", "waiting", "blocked", "moved"];

/**
 * How far a migration is. It counts the old objects that the leading process has looked at since its start.
 *
 * @example
 * ```ts
 * import type { MigrationProgress } from "tsop/migrate";
 *
 * export const isComplete = ({ moving, waiting, blocked }: MigrationProgress): boolean => moving + waiting + blocked === 0;
 * ```
 */
export interface MigrationProgress {
  /** The number of old objects that are being moved, or wait for the next attempt. */
  readonly moving: number;
  /** The number of old objects whose new object is being deleted; then it is created again. */
  readonly waiting: number;
  /** The number of old objects that need a user: their Events and the log tell why. */
  readonly blocked: number;
  /** The number of old objects whose new objects have taken over. */
  readonly moved: number;
}

const metric = "tsop_migration_objects";

export class Progress {
  readonly #log: Manager["log"];
  readonly #gauge: Gauge;
  readonly #labels: { readonly from: string; readonly to: string };
  readonly #states = new Map<string, ObjectState>();
  readonly #counts: Record<ObjectState, number> = { moving: 0, waiting: 0, blocked: 0, moved: 0 };

  constructor({ metricsRegistry, log }: Pick<Manager, "metricsRegistry" | "log">, from: Kind, to: Kind) {
    this.#labels = { from: nameOf(from), to: nameOf(to) };
    this.#log = log.with({ migration: this.#labels });
    this.#gauge = gaugeIn(metricsRegistry);
    for (const state of states) this.#gauge.set({ ...this.#labels, state }, 0);
  }

  get counts(): MigrationProgress {
    return { ...this.#counts };
  }

  /** Records the state of an old object; undefined if it no longer exists. */
  set(key: string, state: ObjectState | undefined): void {
    const before = this.#states.get(key);
    if (before === state) return;
    if (state === undefined) this.#states.delete(key);
    else this.#states.set(key, state);
    for (const [each, change] of [
      [before, -1],
      [state, 1],
    ] as const) {
      if (each === undefined) continue;
      this.#counts[each] += change;
      this.#gauge.set({ ...this.#labels, state: each }, this.#counts[each]);
    }
    const { moving, waiting, blocked, moved } = this.#counts;
    if (state === "moved" && (moved % 100 === 0 || moving + waiting + blocked === 0)) {
      this.#log.info("progress of the migration", { ...this.#counts });
    }
  }

  /** Records the objects that the migration has not looked at yet. */
  begin(keys: readonly string[]): void {
    for (const key of keys) if (!this.#states.has(key)) this.set(key, "moving");
  }
}

/** Returns the metric, which all migrations of a manager share. */
export function gaugeIn(registry: Registry): Gauge {
  const existing = registry.getSingleMetric(metric);
  if (existing instanceof Gauge) return existing;
  const help = "Number of old objects of a migration, by their state";
  return new Gauge({ name: metric, help, labelNames: ["from", "to", "state"], registers: [registry] });
}

/** Formats a kind as kubectl accepts it: `Bar.foo.abc.com`. */
export function nameOf({ kind, group }: Kind): string {
  return group === "" ? kind : `${kind}.${group}`;
}
