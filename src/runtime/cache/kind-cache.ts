import { TsopError } from "../../core/errors.js";
import type { KubeObject } from "../../kube/objects.js";
import type { IndexFunction } from "./field-indexes.js";
import type { Informer } from "./informer.js";

/** The cache of one kind, as `manager.cacheFor(Kind)` returns it. */
export class KindCache<T extends KubeObject> {
  readonly #informer: Informer<T>;

  constructor(informer: Informer<T>) {
    this.#informer = informer;
  }

  /**
   * Adds an index. `manager.client.list(Kind, { indexes: { NAME: VALUE } })` then reads without examining any other
   * object.
   *
   * @throws TsopError `runtime/invalid-wiring` if the kind already has an index with this name
   *
   * @example
   * ```ts
   * import type { Manager } from "tsop";
   * import { Pod } from "tsop/k8s/core/v1";
   *
   * export function addIndexes(manager: Manager): void {
   *   manager
   *     .cacheFor(Pod)
   *     .index("node", ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]))
   *     .index("image", ({ spec }) => (spec?.containers ?? []).flatMap(({ image }) => (image === undefined ? [] : [image])));
   * }
   * ```
   */
  index(name: string, valuesOf: IndexFunction<T>): this {
    const { kind, indexNames } = this.#informer;
    if (indexNames.includes(name)) {
      const text = `${kind.kind} already has an index ${JSON.stringify(name)}`;
      throw new TsopError("runtime/invalid-wiring", text, { hint: "Choose another name, or use the existing index." });
    }
    this.#informer.addIndex(name, valuesOf);
    return this;
  }
}
