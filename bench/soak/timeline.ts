import { monotonicMs } from "./operator/journal.js";

/** An event. `at` is CLOCK_MONOTONIC in milliseconds. */
export interface Happening {
  readonly at: number;
  /** The source of the event: `driver`, `chaos`, `replica-0`, `audit`. */
  readonly who: string;
  readonly what: string;
  /** The affected object: `soak-a/s-1`. */
  readonly key?: string;
}

/** The events of a run, in the order in which they were reported. */
export class Timeline {
  readonly startedAt = monotonicMs();
  readonly happenings: Happening[] = [];

  add(who: string, what: string, key?: string): void {
    this.happenings.push({ at: monotonicMs(), who, what, ...(key === undefined ? {} : { key }) });
  }
}

/** Returns the last lines about an object or around a moment, for users. */
export function excerpt(
  happenings: readonly Happening[],
  { key, at }: { readonly key?: string; readonly at?: number },
  startedAt: number,
): string[] {
  const concerns = (happening: Happening): boolean =>
    (key !== undefined && happening.key === key) ||
    (at !== undefined && happening.key === undefined && Math.abs(happening.at - at) < 5_000) ||
    (at !== undefined && Math.abs(happening.at - at) < 200);
  return happenings
    .filter(concerns)
    .sort((a, b) => a.at - b.at)
    .filter((happening) => at === undefined || happening.at < at + 5_000)
    .slice(-30)
    .map((happening) => show(happening, startedAt));
}

export function show({ at, who, what, key }: Happening, startedAt: number): string {
  return `${((at - startedAt) / 1000).toFixed(3).padStart(9)} s  ${who.padEnd(10)} ${what}${key === undefined ? "" : `  ${key}`}`;
}
