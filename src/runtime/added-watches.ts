import type { KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { type Source, viewOf } from "./source.js";

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
    const ended = new Promise<void>((resolve) => {
      end.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const start = async (): Promise<void> => {
      const [subscribe] = await Promise.all([this.#opened, informer.waitForSync()]);
      if (end.signal.aborted) return;
      end.signal.addEventListener("abort", subscribe(source, informer), { once: true });
    };
    const watch: AddedWatch = {
      ready: Promise.race([start(), ended]),
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
