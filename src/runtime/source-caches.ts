import { type Clock, sleep } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { withLinkedSignal } from "../core/linked-signal.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { keepTrying, type KeepTryingOptions } from "./cache/keep-trying.js";
import { Cluster } from "./cluster.js";
import type { ControllerDefinition } from "./controller.js";
import { type Reconciled, type Source, viewOf } from "./source.js";

/** controller-runtime's. */
const defaultCacheSyncTimeoutMs = 120_000;

export interface SyncOptions extends KeepTryingOptions {
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
}

/** Where the objects of a controller's sources are cached: the manager's own cache, or that of another cluster. */
export class SourceCaches {
  readonly #own: Cache;

  constructor(own: Cache) {
    this.#own = own;
  }

  cacheOf({ settings: { cluster } }: Source): Cache {
    return cluster === undefined ? this.#own : Cluster.internalsOf(cluster).cache;
  }

  informerOf(source: Source): Informer<KubeObject> {
    return this.cacheOf(source).informerFor(source.of, {}, viewOf(source));
  }

  /** Waits for the caches, so that no reconciler takes what is not known yet for what is not there. */
  async sync(
    { sources, reconciles, settings }: ControllerDefinition,
    options: SyncOptions,
  ): Promise<Reconciled | undefined> {
    const { isNamespaced, clock, signal } = options;
    const limits = { timeoutMs: settings.cacheSyncTimeoutMs ?? defaultCacheSyncTimeoutMs, clock, signal };
    const isNeeded = (source: Source): boolean => source.settings.isOptional !== true;
    const needed = sources.filter(isNeeded);
    await waitForSync(
      needed.map((source) => awaitInformer(this.cacheOf(source), this.informerOf(source))),
      limits,
    );
    await Promise.all(
      sources.map(async (source) => {
        const isThere = isNeeded(source) || (await keepTrying(() => this.#isThere(source, options), options));
        if (isThere === true) await this.informerOf(source).waitForSync();
      }),
    );
    // The API server has just listed it, if it is not optional.
    const answer = await keepTrying(() => isNamespaced(reconciles, signal), options);
    return answer === undefined ? undefined : { kind: reconciles, isNamespaced: answer };
  }

  /** Whether the API server has an optional kind. What else is wrong is for the caller to try again. */
  async #isThere(source: Source, { log, signal }: SyncOptions): Promise<boolean> {
    const kind = source.of;
    try {
      await this.cacheOf(source).isNamespaced(kind, signal);
      return true;
    } catch (error) {
      if (!(error instanceof TsopError && error.code === "cluster/kind-not-served")) throw error;
      log.info("the cluster does not have an optional kind", { apiVersion: kind.apiVersion, kind: kind.kind });
      return false;
    }
  }
}

/** Something that has to be there before a controller can work. */
export interface Awaited {
  /** For people, such as a kind. */
  readonly name: string;
  /** Why it is not there yet, as far as that is known. */
  readonly failure: () => unknown;
  readonly done: Promise<unknown>;
}

function awaitInformer(cache: Cache, informer: Informer<KubeObject>): Awaited {
  return {
    name: cache.describe(informer.kind),
    failure: () => cache.failureOf(informer),
    done: informer.waitForSync(),
  };
}

/**
 * Waits for all of them, for so long, or until the signal fires.
 *
 * @throws TsopError `runtime/cache-sync-timeout`, which says what is missing, and why
 */
async function waitForSync(
  awaited: readonly Awaited[],
  { timeoutMs, clock, signal }: { readonly timeoutMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const missing = new Set(awaited);
  const enough = new AbortController();
  const all = Promise.all(
    awaited.map(async (each) => {
      await each.done;
      missing.delete(each);
    }),
  ).then(() => enough.abort());
  if (timeoutMs === Infinity) {
    await all;
    return;
  }
  await withLinkedSignal([signal, enough.signal], (end) => sleep(clock, timeoutMs, end));
  if (missing.size > 0 && !signal.aborted) throw timedOut([...missing], timeoutMs);
}

function timedOut(missing: readonly Awaited[], ms: number): TsopError {
  const failures = missing.map(({ failure }) => failure());
  const names = missing.map(({ name }, index) => {
    const failure = failures[index];
    return failure instanceof Error ? `${name} (${failure.message})` : name;
  });
  const hints = failures.map((failure) => (failure instanceof TsopError ? failure.hint : undefined));
  const hint = [...new Set(hints.filter((each) => each !== undefined))].join(" ");
  return new TsopError("runtime/cache-sync-timeout", `not listed within ${ms / 1000} s: ${names.join("; ")}`, {
    hint: hint === "" ? "See the log for what the API server said; cacheSyncTimeoutMs gives it more time." : hint,
  });
}
