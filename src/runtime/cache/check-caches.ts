import type { Kind } from "../../kube/kind.js";
import type { Cache } from "./cache.js";

export interface CheckCachesOptions {
  /** For how long nothing may be heard of the API server. */
  readonly limitMs: number;
  /** Whether nobody is to wait for the first list of a kind, which fails like this. Default: all are waited for. */
  readonly isExcused?: (kind: Kind, failure: unknown) => boolean;
}

/**
 * Throws where a cache is not filled yet, or has heard nothing of the API server for longer than `limitMs`: what is read of it
 * may be wrong.
 */
export function checkCaches(
  caches: readonly Pick<Cache, "unsynced" | "states" | "describe">[],
  { limitMs, isExcused = () => false }: CheckCachesOptions,
): void {
  const unsynced = caches.flatMap((cache) => cache.unsynced(isExcused));
  if (unsynced.length > 0) throw new Error(`not filled yet: ${unsynced.join(", ")}`);
  const all = caches.flatMap((cache) => cache.states().map((state) => ({ ...state, cache })));
  const stale = all.filter(({ msSinceCurrent = 0 }) => msSinceCurrent > limitMs);
  if (stale.length === 0) return;
  const names = stale.map(({ cache, kind }) => cache.describe(kind)).join(", ");
  const longest = Math.max(...stale.map(({ msSinceCurrent = 0 }) => msSinceCurrent));
  throw new Error(`nothing heard for ${Math.floor(longest / 1000)} s: ${names}`);
}
