import { TsopError } from "../core/errors.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { keepTrying, type KeepTryingOptions } from "./cache/keep-trying.js";
import { awaitInformer, waitForSync } from "./cache/wait-for-sync.js";
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
