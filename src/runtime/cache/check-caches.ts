import type { Cache } from "./cache.js";

/**
 * Throws where a cache is not filled yet, or has heard nothing of the API server for longer than `limitMs`: what is read of it
 * may be wrong.
 */
export function checkCaches(caches: readonly Pick<Cache, "unsynced" | "states" | "describe">[], limitMs: number): void {
  const unsynced = caches.flatMap((cache) => cache.unsynced());
  if (unsynced.length > 0) throw new Error(`not filled yet: ${unsynced.join(", ")}`);
  const all = caches.flatMap((cache) => cache.states().map((state) => ({ ...state, cache })));
  const stale = all.filter(({ msSinceCurrent = 0 }) => msSinceCurrent > limitMs);
  if (stale.length === 0) return;
  const names = stale.map(({ cache, kind }) => cache.describe(kind)).join(", ");
  const longest = Math.max(...stale.map(({ msSinceCurrent = 0 }) => msSinceCurrent));
  throw new Error(`nothing heard for ${Math.floor(longest / 1000)} s: ${names}`);
}
