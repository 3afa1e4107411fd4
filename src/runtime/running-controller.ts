import { whenAborted } from "../core/until-aborted.js";
import type { ObjectMetadata } from "../kube/client.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import {
  type AnySettings,
  type MapFunction,
  type OnlyMetadata,
  type OwnsSettings,
  ownsSource,
  type Source,
  viewOf,
  type WatchesSettings,
  watchesSource,
} from "./source.js";

/**
 * A controller that its manager has, as `complete()` returns it. It can watch more kinds while it runs: those that an object
 * names, for instance. `watches` and `owns` take what the builder's take. The workers wait for none of these kinds, and a
 * kind that the cluster does not have is waited for.
 *
 * @example
 * ```ts
 * import { type AddedWatch, type RunningController, unstructured } from "tsop";
 *
 * export class Templates {
 *   readonly #watches = new Map<string, AddedWatch>();
 *
 *   watch(controller: RunningController, apiVersion: string, kind: string): void {
 *     const id = `${apiVersion} ${kind}`;
 *     if (!this.#watches.has(id)) this.#watches.set(id, controller.owns(unstructured(apiVersion, kind)));
 *   }
 *
 *   forget(apiVersion: string, kind: string): void {
 *     const id = `${apiVersion} ${kind}`;
 *     this.#watches.get(id)?.stop();
 *     this.#watches.delete(id);
 *   }
 * }
 * ```
 */
export class RunningController {
  readonly #watch: (source: Source) => AddedWatch;

  constructor(watch: (source: Source) => AddedWatch) {
    this.#watch = watch;
  }

  /** One more kind that the reconciler makes. */
  owns<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<OwnsSettings, T>): AddedWatch;
  owns<T extends KubeObject>(kind: Kind<T>, settings?: OwnsSettings<T>): AddedWatch;
  owns(kind: Kind, settings: AnySettings = {}): AddedWatch {
    return this.#watch(ownsSource(kind, settings));
  }

  /** One more kind of any other sort. */
  watches<T extends KubeObject>(
    kind: Kind<T>,
    map: MapFunction<ObjectMetadata<T>>,
    settings: OnlyMetadata<WatchesSettings, T>,
  ): AddedWatch;
  watches<T extends KubeObject>(kind: Kind<T>, map: MapFunction<T>, settings?: WatchesSettings<T>): AddedWatch;
  watches(kind: Kind, map: MapFunction<never>, settings: AnySettings = {}): AddedWatch {
    return this.#watch(watchesSource(kind, map, settings));
  }
}

/**
 * A watch that was added to a controller.
 *
 * @example
 * ```ts
 * import type { AddedWatch, RunningController } from "tsop";
 * import { Secret } from "tsop/k8s/core/v1";
 *
 * export async function watchSecrets(controller: RunningController): Promise<AddedWatch> {
 *   const watch = controller.owns(Secret);
 *   await watch.ready; // from here on, reads of Secrets come from the cache
 *   return watch;
 * }
 * ```
 */
export interface AddedWatch {
  /**
   * Resolves when all objects are listed and asked for, or when the watch has ended. Until then, reads of the kind ask the
   * API server.
   */
  readonly ready: Promise<void>;
  /** Ends it. When nobody else watches the kind, or keeps it in the cache, its informer ends, too. */
  stop(): void;
}

type Subscribe = (source: Source, informer: Informer<KubeObject>) => () => void;

/** What one controller watches beyond what its builder was told. */
export class AddedWatches {
  readonly #cacheOf: (source: Source) => Cache;
  readonly #watches = new Set<AddedWatch>();
  #open: (subscribe: Subscribe) => void = () => undefined;
  /** Resolves when the controller works. */
  readonly #opened = new Promise<Subscribe>((resolve) => (this.#open = resolve));
  #isClosed = false;

  constructor(cacheOf: (source: Source) => Cache) {
    this.#cacheOf = cacheOf;
  }

  /** The controller works: requests may come. */
  open(subscribe: Subscribe): void {
    this.#open(subscribe);
  }

  add(source: Source): AddedWatch {
    if (this.#isClosed) return { ready: Promise.resolve(), stop: () => undefined };
    const held = this.#cacheOf(source).hold<KubeObject>(source.of, viewOf(source));
    const { informer } = held;
    const end = new AbortController();
    const start = async (): Promise<void> => {
      const [subscribe] = await Promise.all([this.#opened, informer.waitForSync()]);
      if (end.signal.aborted) return;
      end.signal.addEventListener("abort", subscribe(source, informer), { once: true });
    };
    const watch: AddedWatch = {
      ready: Promise.race([start(), whenAborted(end.signal)]),
      stop: () => {
        if (!this.#watches.delete(watch)) return;
        end.abort();
        held.release();
      },
    };
    this.#watches.add(watch);
    return watch;
  }

  /** The controller stops, and its cache with it. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.stop();
  }
}
