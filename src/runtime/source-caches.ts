import { sleep } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { withLinkedSignal } from "../core/linked-signal.js";
import { isKindNotServed } from "../kube/api-error.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { keepTrying, type KeepTryingOptions } from "./cache/keep-trying.js";
import { Cluster } from "./cluster.js";
import type { ControllerDefinition } from "./controller.js";
import { type Reconciled, type Source, viewOf } from "./source.js";

/** controller-runtime's default. */
const defaultCacheSyncTimeoutMs = 120_000;

export interface SyncOptions extends KeepTryingOptions {
  /** The manager's own cache. */
  readonly cache: Cache;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
}

/** Returns the cache for the objects of a controller's source: the manager's own cache, or that of another cluster. */
export function cacheOf(own: Cache, { settings: { cluster } }: Source): Cache {
  return cluster === undefined ? own : Cluster.internalsOf(cluster).cache;
}

export function informerOf(own: Cache, source: Source): Informer<KubeObject> {
  return cacheOf(own, source).informerFor(source.of, {}, viewOf(source));
}

/** Waits for the caches, so that no reconciler mistakes an object that is not listed yet for a missing one. */
export async function syncCaches(
  { sources, reconciles, settings }: ControllerDefinition,
  options: SyncOptions,
): Promise<Reconciled | undefined> {
  const { cache, isNamespaced, signal } = options;
  const isNeeded = (source: Source): boolean => source.settings.isOptional !== true;
  const needed = sources
    .filter(isNeeded)
    .map((source) => ({ cache: cacheOf(cache, source), informer: informerOf(cache, source) }));
  await waitForSync(needed, settings.cacheSyncTimeoutMs ?? defaultCacheSyncTimeoutMs, options);
  await Promise.all(
    sources.map(async (source) => {
      const isThere = isNeeded(source) || (await keepTrying(() => isServed(source, options), options));
      if (isThere === true) await informerOf(cache, source).waitForSync();
    }),
  );
  // The API server has just listed the kind, unless it is optional.
  const answer = await keepTrying(() => isNamespaced(reconciles, signal), options);
  return answer === undefined ? undefined : { kind: reconciles, isNamespaced: answer };
}

/** Returns whether the API server serves an optional kind. The caller retries after other errors. */
async function isServed(source: Source, { cache, log, signal }: SyncOptions): Promise<boolean> {
  const kind = source.of;
  try {
    await cacheOf(cache, source).isNamespaced(kind, signal);
    return true;
  } catch (error) {
    if (!isKindNotServed(error)) throw error;
    log.info("the cluster does not serve an optional kind", { apiVersion: kind.apiVersion, kind: kind.kind });
    return false;
  }
}

/** An informer that must be filled before a controller can work. */
interface Needed {
  readonly cache: Cache;
  readonly informer: Informer<KubeObject>;
}

/**
 * Waits for all informers, until the timeout or until the signal fires.
 *
 * @throws TsopError `runtime/cache-sync-timeout`, which names the kinds that are missing, and the reasons
 */
async function waitForSync(
  needed: readonly Needed[],
  timeoutMs: number,
  { clock, signal }: Pick<SyncOptions, "clock" | "signal">,
): Promise<void> {
  const enough = new AbortController();
  const all = Promise.all(needed.map(({ informer }) => informer.waitForSync())).then(() => enough.abort());
  if (timeoutMs === Infinity) return all;
  await withLinkedSignal([signal, enough.signal], (end) => sleep(clock, timeoutMs, end));
  const missing = needed.filter(({ informer }) => !informer.isSynced);
  if (missing.length > 0 && !signal.aborted) throw timedOut(missing, timeoutMs);
}

function timedOut(missing: readonly Needed[], ms: number): TsopError {
  const failures = missing.map(({ cache, informer }) => cache.failureOf(informer));
  const names = missing.map(({ cache, informer }, index) => {
    const [name, failure] = [cache.describe(informer.kind), failures[index]];
    return failure instanceof Error ? `${name} (${failure.message})` : name;
  });
  const hints = failures.map((failure) => (failure instanceof TsopError ? failure.hint : undefined));
  const hint = [...new Set(hints.filter((each) => each !== undefined))].join(" ");
  return new TsopError("runtime/cache-sync-timeout", `caches not filled within ${ms / 1000} s: ${names.join("; ")}`, {
    hint: hint === "" ? "See the log for the errors of the API server. cacheSyncTimeoutMs sets the time limit." : hint,
  });
}
