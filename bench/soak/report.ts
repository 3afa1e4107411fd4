/** Prints the result of a soak, for users and for programs. Pure. */
import { type Growth, showAmount } from "./check-growth.js";
import { excerpt, type Happening } from "./timeline.js";
import type { Violation } from "./violation.js";

export interface SoakResult {
  readonly seed: number;
  readonly minutes: number;
  /** The number of writes, by kind. */
  readonly writes: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly acceptedWrites: number;
  /** How often another process took the lease. */
  readonly takeovers: number;
  readonly processes: number;
  /** The time from the last write or fault until the state was correct. */
  readonly convergedAfterMs: number | undefined;
  readonly growth: readonly Growth[];
  readonly violations: readonly Violation[];
  /** The folder of the logs; undefined if they were deleted because no problem occurred. */
  readonly folder: string | undefined;
}

const shownOfEach = 5;

export function showReport(result: SoakResult, happenings: readonly Happening[], startedAt: number): string {
  const { seed, minutes, writes, faults, growth, violations, convergedAfterMs, folder } = result;
  const lines = [
    `seed ${seed}, ${minutes} min`,
    `writes       ${total(writes)}: ${counts(writes)}`,
    `faults       ${total(faults)}: ${counts(faults)}`,
    `operator     ${result.runs} runs and ${result.acceptedWrites} writes by ${result.processes} processes, ${result.takeovers} takeovers`,
    `converged    ${convergedAfterMs === undefined ? "NO" : `after ${(convergedAfterMs / 1000).toFixed(1)} s`}`,
    ...growth.map(
      ({ replica, what, from, to, slope }) =>
        `growth       ${replica} ${what.padEnd(9)} ${showAmount(what, from)} to ${showAmount(what, to)}, ${showAmount(what, slope)} a minute`,
    ),
  ];
  const checks = [...new Set(violations.map(({ check }) => check))];
  for (const check of checks) {
    const found = violations.filter((violation) => violation.check === check);
    lines.push("", `VIOLATED: ${check} (${found.length})`);
    for (const violation of found.slice(0, shownOfEach)) {
      lines.push(`- ${violation.key === undefined ? "" : `${violation.key}: `}${violation.what}`);
      for (const line of excerpt(happenings, violation, startedAt)) lines.push(`    ${line}`);
    }
    if (found.length > shownOfEach) lines.push(`- and ${found.length - shownOfEach} more`);
  }
  if (folder !== undefined)
    lines.push("", `logs: ${folder}`, `again: npm run soak -- --minutes ${minutes} --seed ${seed}`);
  else lines.push("", "all promises kept");
  return `${lines.join("\n")}\n`;
}

function total(counted: Readonly<Record<string, number>>): number {
  return Object.values(counted).reduce((sum, count) => sum + count, 0);
}

function counts(counted: Readonly<Record<string, number>>): string {
  return Object.entries(counted)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
