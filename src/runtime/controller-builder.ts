import { TsopError } from "../core/errors.js";
import type { ObjectMetadata } from "../kube/client.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { Controller, ControllerDefinition } from "./controller.js";
import type { Reconciler } from "./reconcile.js";
import type { Predicate } from "./predicates.js";
import { RunningController } from "./running-controller.js";
import {
  type AnySettings,
  forSource,
  type MapFunction,
  type OnlyMetadata,
  type OwnsSettings,
  ownsSource,
  type RequestSource,
  type Source,
  type WatchesSettings,
  watchesSource,
  type WatchSettings,
} from "./source.js";
import type { ControllerSettings } from "./controller-settings.js";

/** What a builder needs of its manager. */
export interface ControllerRegistry {
  /** What speaks against a controller of that name. */
  problemsWith(name: string): readonly string[];
  add(definition: ControllerDefinition): Pick<Controller, "watch">;
}

/**
 * Says what a controller watches. Nothing happens before `complete`.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type Manager, type Reconciler } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 * import { Secret } from "tsop/k8s/core/v1";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): void {
 *   manager
 *     .controller("bar")
 *     .for(Bar)
 *     .owns(Deployment)
 *     .watches(Secret, ({ metadata }) => [{ namespace: metadata.namespace ?? "", name: metadata.name }])
 *     .concurrency(4)
 *     .complete(reconciler);
 * }
 * ```
 */
export class ControllerBuilder {
  readonly #name: string;
  readonly #registry: ControllerRegistry;
  readonly #sources: Source[] = [];
  readonly #rawSources: RequestSource[] = [];
  readonly #eventFilters: Predicate[] = [];
  #settings: ControllerSettings = {};

  constructor(name: string, registry: ControllerRegistry) {
    this.#name = name;
    this.#registry = registry;
  }

  /** The kind to reconcile: each change of one of its objects is a request for that object. Exactly once. */
  for<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<WatchSettings, T>): this;
  for<T extends KubeObject>(kind: Kind<T>, settings?: WatchSettings<T>): this;
  for(kind: Kind, settings: AnySettings = {}): this {
    this.#sources.push(forSource(kind, settings));
    return this;
  }

  /** A kind that the reconciler makes: each change is a request for the object that owns it as its controller. */
  owns<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<OwnsSettings, T>): this;
  owns<T extends KubeObject>(kind: Kind<T>, settings?: OwnsSettings<T>): this;
  owns(kind: Kind, settings: AnySettings = {}): this {
    this.#sources.push(ownsSource(kind, settings));
    return this;
  }

  /** Any other kind: `map` says which objects a change concerns. */
  watches<T extends KubeObject>(
    kind: Kind<T>,
    map: MapFunction<ObjectMetadata<T>>,
    settings: OnlyMetadata<WatchesSettings, T>,
  ): this;
  watches<T extends KubeObject>(kind: Kind<T>, map: MapFunction<T>, settings?: WatchesSettings<T>): this;
  watches(kind: Kind, map: MapFunction<never>, settings: AnySettings = {}): this {
    this.#sources.push(watchesSource(kind, map, settings));
    return this;
  }

  /** Requests that follow from no object of the cluster. Filters do not apply to them. */
  watchesRaw(source: RequestSource): this {
    this.#rawSources.push(source);
    return this;
  }

  /** A predicate for all kinds that the controller watches. Several of them: all have to let a change pass. */
  withEventFilter(predicate: Predicate): this {
    this.#eventFilters.push(predicate);
    return this;
  }

  /** How many objects are reconciled at a time. Default 1. One object is never reconciled twice at a time. */
  concurrency(workers: number): this {
    return this.withOptions({ concurrency: workers });
  }

  /** How the controller works. What an earlier call has set stays, where this one does not name it. */
  withOptions(settings: ControllerSettings): this {
    this.#settings = { ...this.#settings, ...settings };
    return this;
  }

  /**
   * Hands the controller to the manager, which starts it once the caches of all its kinds are filled. What is returned can
   * watch more kinds while it runs.
   *
   * @throws TsopError `runtime/invalid-wiring` naming everything that is wrong
   */
  complete(reconciler: Reconciler): RunningController {
    const [reconciles, ...others] = this.#sources.filter((source) => source.kind === "for");
    const problems = [...this.#registry.problemsWith(this.#name)];
    if (others.length > 0) problems.push("for() is called more than once; use owns() or watches() for further kinds");
    if (this.#sources.some(({ kind, settings }) => kind !== "watches" && settings.cluster !== undefined))
      problems.push("for() and owns() take no cluster: the manager's own is meant; watches() takes one");
    problems.push(...problemsOf(this.#settings));
    if (reconciles === undefined) problems.push("for() is not called; it says which kind to reconcile");
    if (problems.length > 0 || reconciles === undefined) {
      throw new TsopError("runtime/invalid-wiring", `controller ${JSON.stringify(this.#name)}: ${problems.join("; ")}`);
    }
    const controller = this.#registry.add({
      name: this.#name,
      reconciles: reconciles.of,
      sources: this.#sources,
      rawSources: this.#rawSources,
      eventFilters: this.#eventFilters,
      settings: { ...this.#settings, concurrency: this.#settings.concurrency ?? 1 },
      reconciler,
    });
    return new RunningController((source) => controller.watch(source));
  }
}

function problemsOf(settings: ControllerSettings): string[] {
  const { concurrency = 1, maxAttempts = 1, reconciliationTimeoutMs = 1, cacheSyncTimeoutMs = 1 } = settings;
  const problems: string[] = [];
  for (const [name, value] of Object.entries({ concurrency, maxAttempts })) {
    if (!Number.isInteger(value) || value < 1) problems.push(`${name} wants a whole number from 1, got ${value}`);
  }
  for (const [name, value] of Object.entries({ reconciliationTimeoutMs, cacheSyncTimeoutMs })) {
    const isForEver = name === "cacheSyncTimeoutMs" && value === Infinity;
    if (isForEver || (value > 0 && value < 2 ** 31)) continue;
    problems.push(`${name} wants a number of milliseconds from 1 to ${2 ** 31 - 1}, got ${value}`);
  }
  return problems;
}
