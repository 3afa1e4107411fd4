import { TsopError } from "../core/errors.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import type { ControllerDefinition } from "./controller.js";
import type { Reconciler } from "./reconcile.js";
import type { MapFunction, Source } from "./source.js";

/** What a builder needs of its manager. */
export interface ControllerRegistry {
  /** What speaks against a controller of that name. */
  problemsWith(name: string): readonly string[];
  add(definition: ControllerDefinition): void;
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
  #concurrency = 1;

  constructor(name: string, registry: ControllerRegistry) {
    this.#name = name;
    this.#registry = registry;
  }

  /** The kind to reconcile: each change of one of its objects is a request for that object. Exactly once. */
  for<T extends KubeObject>(kind: Kind<T>): this {
    this.#sources.push({ kind: "for", of: kind });
    return this;
  }

  /** A kind that the reconciler makes: each change is a request for the object that owns it as its controller. */
  owns<T extends KubeObject>(kind: Kind<T>): this {
    this.#sources.push({ kind: "owns", of: kind });
    return this;
  }

  /** Any other kind: `map` says which objects a change concerns. */
  watches<T extends KubeObject>(kind: Kind<T>, map: MapFunction<T>): this {
    // The function is called with objects of this very kind only.
    this.#sources.push({ kind: "watches", of: kind, map: map as unknown as MapFunction<KubeObject> });
    return this;
  }

  /** How many objects are reconciled at a time. Default 1. One object is never reconciled twice at a time. */
  concurrency(workers: number): this {
    this.#concurrency = workers;
    return this;
  }

  /**
   * Hands the controller to the manager, which starts it once the caches of all its kinds are filled.
   *
   * @throws TsopError `runtime/invalid-wiring` naming everything that is wrong
   */
  complete(reconciler: Reconciler): void {
    const [reconciles, ...others] = this.#sources.filter((source) => source.kind === "for");
    const problems = [...this.#registry.problemsWith(this.#name)];
    if (others.length > 0) problems.push("for() is called more than once; use owns() or watches() for further kinds");
    if (!Number.isInteger(this.#concurrency) || this.#concurrency < 1) {
      problems.push(`concurrency() wants a whole number from 1, got ${this.#concurrency}`);
    }
    if (reconciles === undefined) problems.push("for() is not called; it says which kind to reconcile");
    if (problems.length > 0 || reconciles === undefined) {
      throw new TsopError("runtime/invalid-wiring", `controller ${JSON.stringify(this.#name)}: ${problems.join("; ")}`);
    }
    this.#registry.add({
      name: this.#name,
      reconciles: reconciles.of,
      sources: this.#sources,
      concurrency: this.#concurrency,
      reconciler,
    });
  }
}
