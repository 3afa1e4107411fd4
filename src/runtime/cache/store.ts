import type { KubeObject, ObjectKey } from "../../kube/objects.js";

/** Objects of one kind by namespace and name. Uses maps, so that an object may have the name `__proto__`. */
export class Store<T extends KubeObject> {
  readonly #namespaces = new Map<string, Map<string, T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get({ namespace = "", name }: ObjectKey): T | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  set(object: T): void {
    const { namespace = "", name } = object.metadata;
    let objects = this.#namespaces.get(namespace);
    if (objects === undefined) this.#namespaces.set(namespace, (objects = new Map<string, T>()));
    const before = objects.size;
    objects.set(name, object);
    this.#size += objects.size - before;
  }

  delete({ namespace = "", name }: ObjectKey): void {
    const objects = this.#namespaces.get(namespace);
    if (objects?.delete(name) !== true) return;
    this.#size -= 1;
    if (objects.size === 0) this.#namespaces.delete(namespace);
  }

  /** Yields the objects of one namespace, or all objects. */
  *values(namespace?: string): Generator<T, void> {
    if (namespace !== undefined) {
      yield* this.#namespaces.get(namespace)?.values() ?? [];
      return;
    }
    for (const objects of this.#namespaces.values()) yield* objects.values();
  }
}
