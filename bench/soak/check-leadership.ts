/** Checks whether two processes ever worked as leaders at the same time. Pure. */
import type { AcceptedWrite, AuditRecord } from "./audit.js";
import { groupBy } from "./group-by.js";
import type { Violation } from "./violation.js";

/** One run of a reconciler. Times are CLOCK_MONOTONIC in milliseconds. */
export interface Window {
  /** The name of the replica, which is also its user. */
  readonly replica: string;
  readonly pid: number;
  readonly controller: string;
  readonly key: string;
  readonly start: number;
  /** The end; for a killed process, the end of the process. */
  readonly end: number;
}

/**
 * Checks that each write comes from the holder of the lease at the time of its arrival. A write that arrived before
 * another process took the lease is valid.
 *
 * @param toMonotonic - from milliseconds since 1970
 */
export function checkLeadership({ writes, lease }: AuditRecord, toMonotonic: (ms: number) => number): Violation[] {
  const found: Violation[] = [];
  const arrived = writes.toSorted((a, b) => a.receivedAt - b.receivedAt);
  let next = 0;
  for (const write of arrived) {
    for (; (lease[next]?.answeredAt ?? Infinity) <= write.receivedAt; next++);
    const state = lease[next - 1];
    if (state !== undefined && state.user === write.user && state.holder !== "") continue;
    const why =
      state === undefined
        ? "before any process had the lease"
        : state.holder === ""
          ? `${ms(write.receivedAt - state.answeredAt)} after ${state.user} gave the lease back`
          : `${ms(write.receivedAt - state.answeredAt)} after ${state.user} had renewed or taken the lease`;
    const what = `${write.user} wrote (${write.verb} ${write.resource}) ${why}`;
    found.push({ check: "leadership", key: write.key, at: toMonotonic(write.receivedAt), what });
  }
  return found;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** Checks that no key is reconciled twice at the same time: neither in one process, nor in two processes that both write. */
export function checkWindows(
  windows: readonly Window[],
  writes: readonly AcceptedWrite[],
  toMonotonic: (ms: number) => number,
): Violation[] {
  const found: Violation[] = [];
  for (const [of, all] of groupBy(windows, ({ controller, key }) => `${controller} ${key}`)) {
    const sorted = all.toSorted((a, b) => a.start - b.start);
    for (const [index, window] of sorted.entries()) {
      for (const other of sorted.slice(index + 1)) {
        if (other.start >= window.end) break;
        const problem = problemWith([window, other], writes, toMonotonic);
        if (problem === undefined) continue;
        found.push({ check: "windows", key: window.key, at: other.start, what: `${of}: ${problem}` });
      }
    }
  }
  return found;
}

function problemWith(
  [first, second]: readonly [Window, Window],
  writes: readonly AcceptedWrite[],
  toMonotonic: (ms: number) => number,
): string | undefined {
  if (first.pid === second.pid) return `${first.replica} (${first.pid}) ran twice at a time`;
  const end = Math.min(first.end, second.end);
  const both = [first, second].every(({ replica, key }) =>
    writes.some((write) => {
      const at = toMonotonic(write.receivedAt);
      return write.user === replica && write.key === key && at >= second.start && at <= end;
    }),
  );
  return both
    ? `${first.replica} (${first.pid}) and ${second.replica} (${second.pid}) wrote at the same time`
    : undefined;
}
