import type { ObjectMetadata } from "../kube/client.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import type { AddedWatch } from "./added-watches.js";
import {
  type AnySettings,
  type MapFunction,
  type OnlyMetadata,
  type OwnsSettings,
  ownsSource,
  type Source,
  watchesSource,
  type WatchesSettings,
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
