import { onAbort } from "../core/on-abort.js";
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
 * A controller that belongs to a manager, as `complete()` returns it. It can watch more kinds while it runs, for
 * instance kinds that an object names. `watches` and `owns` accept the same arguments as the builder's. The workers do
 * not wait for these kinds. If the cluster does not have a kind yet, the watch waits for it.
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

  /** Watches another kind that the reconciler creates. */
  owns<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<OwnsSettings, T>): AddedWatch;
  owns<T extends KubeObject>(kind: Kind<T>, settings?: OwnsSettings<T>): AddedWatch;
  owns(kind: Kind, settings: AnySettings = {}): AddedWatch {
    return this.#watch(ownsSource(kind, settings));
  }

  /** Watches another kind of any other sort. */
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
   * Resolves when all objects are listed and their reconciles requested, or when the watch has ended. Until then, reads
   * of the kind go to the API server.
   */
  readonly ready: Promise<void>;
  /** Ends the watch. If nothing else watches or caches the kind, its informer ends too. */
  stop(): void;
}

type Subscribe = (source: Source, informer: Informer<KubeObject>) => () => void;

/** The watches of one controller beyond those of its builder. */
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

  /** Called when the controller works and accepts requests. */
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
      onAbort(end.signal, subscribe(source, informer));
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

  /** Called when the controller stops, and with it its cache. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.stop();
  }
}
