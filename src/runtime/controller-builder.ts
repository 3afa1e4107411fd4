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

/** The functions of the manager that a builder uses. */
export interface ControllerRegistry {
  /** Returns the reasons why a controller cannot have that name. */
  problemsWith(name: string): readonly string[];
  add(definition: ControllerDefinition): Pick<Controller, "watch">;
}

/**
 * Defines what a controller watches. Takes effect only when you call `complete`.
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

  /**
   * Sets the kind to reconcile: each change of one of its objects requests a reconcile of that object. Call it exactly
   * once.
   */
  for<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<WatchSettings, T>): this;
  for<T extends KubeObject>(kind: Kind<T>, settings?: WatchSettings<T>): this;
  for(kind: Kind, settings: AnySettings = {}): this {
    this.#sources.push(forSource(kind, settings));
    return this;
  }

  /**
   * Watches a kind that the reconciler creates: each change requests a reconcile of the object that owns it as its
   * controller.
   */
  owns<T extends KubeObject>(kind: Kind<T>, settings: OnlyMetadata<OwnsSettings, T>): this;
  owns<T extends KubeObject>(kind: Kind<T>, settings?: OwnsSettings<T>): this;
  owns(kind: Kind, settings: AnySettings = {}): this {
    this.#sources.push(ownsSource(kind, settings));
    return this;
  }

  /** Watches any other kind: `map` returns the objects to reconcile for a change. */
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

  /** Adds a source of requests that do not come from objects of the cluster. Predicates do not apply to them. */
  watchesRaw(source: RequestSource): this {
    this.#rawSources.push(source);
    return this;
  }

  /**
   * Adds a predicate for all kinds that the controller watches. With several predicates, all of them must let a change
   * pass.
   */
  withEventFilter(predicate: Predicate): this {
    this.#eventFilters.push(predicate);
    return this;
  }

  /**
   * Sets how many objects are reconciled at the same time. Default 1. One object is never reconciled twice at the same
   * time.
   */
  concurrency(workers: number): this {
    return this.withOptions({ concurrency: workers });
  }

  /** Sets how the controller works. Settings that this call does not name keep the values of earlier calls. */
  withOptions(settings: ControllerSettings): this {
    this.#settings = { ...this.#settings, ...settings };
    return this;
  }

  /**
   * Passes the controller to the manager, which starts it once the caches of all its kinds are filled. The returned
   * controller can watch more kinds while it runs.
   *
   * @throws TsopError `runtime/invalid-wiring` that lists all problems of the definition
   */
  complete(reconciler: Reconciler): RunningController {
    const [reconciles, ...others] = this.#sources.filter((source) => source.kind === "for");
    const problems = [...this.#registry.problemsWith(this.#name)];
    if (others.length > 0) problems.push("for() is called more than once; use owns() or watches() for further kinds");
    if (this.#sources.some(({ kind, settings }) => kind !== "watches" && settings.cluster !== undefined))
      problems.push("for() and owns() always use the manager's own cluster; only watches() accepts a cluster");
    problems.push(...problemsOf(this.#settings));
    if (reconciles === undefined) problems.push("for() is not called; it sets the kind to reconcile");
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
    if (!Number.isInteger(value) || value < 1) problems.push(`${name} must be a positive integer, got ${value}`);
  }
  for (const [name, value] of Object.entries({ reconciliationTimeoutMs, cacheSyncTimeoutMs })) {
    const isForEver = name === "cacheSyncTimeoutMs" && value === Infinity;
    if (isForEver || (value > 0 && value < 2 ** 31)) continue;
    problems.push(`${name} must be a number of milliseconds from 1 to ${2 ** 31 - 1}, got ${value}`);
  }
  return problems;
}
