/** Checks whether a process grows. Pure. */
import type { ProcessSample } from "./operator/probe.js";
import { groupBy } from "./group-by.js";
import type { Violation } from "./violation.js";

export interface Sample extends ProcessSample {
  readonly replica: string;
  readonly pid: number;
  /** The number of open files and sockets; undefined if the system does not report it. */
  readonly fds: number | undefined;
}

export interface Growth {
  readonly replica: string;
  readonly pid: number;
  readonly what: "heap" | "rss" | "fds" | "resources";
  readonly from: number;
  readonly to: number;
  /** The growth per minute over all samples. */
  readonly slope: number;
  /** The limit for the total growth: the slope times the measured time. */
  readonly limit: number;
  readonly minutes: number;
}

const mb = 1024 * 1024;

/**
 * The growth that is not a leak: optimized code, buffers, bounded caches. `perMinute` is per minute, and `once` is in
 * total (a short run has little else). V8 releases memory late, so the resident set is less meaningful than the heap.
 */
const limits: Readonly<Record<Growth["what"], { readonly once: number; readonly perMinute: number }>> = {
  heap: { once: 1.5 * mb, perMinute: 0.3 * mb },
  rss: { once: 16 * mb, perMinute: 1 * mb },
  fds: { once: 8, perMinute: 0.5 },
  resources: { once: 12, perMinute: 0.5 },
};

/** Measures the processes that lived for at least half of the time from `from` to `to`. */
export function measureGrowth(samples: readonly Sample[], from: number, to: number): Growth[] {
  const within = samples.filter(({ at }) => at >= from && at <= to);
  return [...groupBy(within, ({ pid }) => pid).values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || own.length < 8) return [];
    if (last.at - first.at < (to - from) * 0.5) return [];
    const minutes = (last.at - first.at) / 60_000;
    const series: [Growth["what"], readonly (number | undefined)[]][] = [
      ["heap", own.map(({ heapUsed }) => heapUsed)],
      ["rss", own.map(({ rss }) => rss)],
      ["fds", own.map(({ fds }) => fds)],
      ["resources", own.map(({ resources }) => resources)],
    ];
    return series.flatMap(([what, values]) => {
      const points = values.flatMap((value, index) =>
        value === undefined ? [] : [{ x: ((own[index]?.at ?? 0) - first.at) / 60_000, y: value }],
      );
      if (points.length === 0) return [];
      const { once, perMinute } = limits[what];
      const [start, end] = [points[0]?.y ?? 0, points.at(-1)?.y ?? 0];
      const { replica, pid } = first;
      return [
        {
          replica,
          pid,
          what,
          from: start,
          to: end,
          slope: slopeOf(points),
          limit: once + perMinute * minutes,
          minutes,
        },
      ];
    });
  });
}

export function checkGrowth(growth: readonly Growth[]): Violation[] {
  if (growth.length === 0) {
    const what = "no process lived long enough in the second half, so nothing can be said about its size";
    return [{ check: "growth", what }];
  }
  return growth
    .filter(({ slope, minutes, limit }) => slope * minutes > limit)
    .map(({ replica, pid, what, slope, limit, minutes }) => ({
      check: "growth",
      what: `${replica} (${pid}): ${what} grows by ${showAmount(what, slope)} a minute; at most ${showAmount(what, limit)} in ${minutes.toFixed(1)} minutes is for nothing`,
    }));
}

export function showAmount(what: Growth["what"], amount: number): string {
  return what === "heap" || what === "rss" ? `${(amount / mb).toFixed(2)} MB` : amount.toFixed(1);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the median of the slopes of all pairs (Theil and Sen). A few outliers do not affect it. */
export function slopeOf(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) if (b.x !== a.x) slopes.push((b.y - a.y) / (b.x - a.x));
  }
  slopes.sort((a, b) => a - b);
  return slopes[slopes.length >> 1] ?? 0;
}
