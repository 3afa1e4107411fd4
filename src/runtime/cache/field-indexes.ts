import { freezeObject } from "../../kube/json.js";
import type { DeepReadonly, KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";

/**
 * Returns the values under which an index contains an object: none, one or several. It is called once for each state of
 * an object, which is frozen. If it fails, the error is logged, and reads by this index do not return the object until
 * it changes.
 *
 * @example
 * ```ts
 * import type { IndexFunction } from "tsop";
 * import type { Pod } from "tsop/k8s/core/v1";
 *
 * export const byNode: IndexFunction<Pod> = ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]);
 * ```
 */
export type IndexFunction<T extends KubeObject> = {
  // A method, so that a parameter may also be declared as `(bar: Bar)`. A change to the object throws, which is logged.
  call(object: DeepReadonly<T>): readonly string[];
}["call"];

/** Objects by value, then by namespace. */
type Entries<T> = Map<string, Map<string, Set<T>>>;

interface FieldIndex<T extends KubeObject> {
  readonly valuesOf: IndexFunction<T>;
  readonly entries: Entries<T>;
  /** The values under which each object was inserted, to find it again when it is removed. */
  readonly values: Map<T, readonly string[]>;
}

/**
 * The indexes over the objects of one informer. The cost of a read is proportional to the smallest of the matching
 * index entries.
 */
export class FieldIndexes<T extends KubeObject> {
  readonly #indexes = new Map<string, FieldIndex<T>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  get names(): string[] {
    return [...this.#indexes.keys()];
  }

  add(name: string, valuesOf: IndexFunction<T>, objects: Iterable<T>): void {
    const index: FieldIndex<T> = { valuesOf, entries: new Map(), values: new Map() };
    this.#indexes.set(name, index);
    for (const object of objects) this.#enter(name, index, object);
  }

  insert(object: T): void {
    for (const [name, index] of this.#indexes) this.#enter(name, index, object);
  }

  remove(object: T): void {
    const { namespace = "" } = object.metadata;
    for (const { entries, values } of this.#indexes.values()) {
      for (const value of values.get(object) ?? []) {
        const namespaces = entries.get(value);
        const objects = namespaces?.get(namespace);
        objects?.delete(object);
        if (objects?.size === 0) namespaces?.delete(namespace);
        if (namespaces?.size === 0) entries.delete(value);
      }
      values.delete(object);
    }
  }

  /** Yields the objects that match all given indexes. The indexes must exist. */
  *select(wanted: Readonly<Record<string, string>>, namespace: string | undefined): Generator<T, void> {
    const buckets = Object.entries(wanted).map(
      ([name, value]) => this.#indexes.get(name)?.entries.get(value) ?? new Map<string, Set<T>>(),
    );
    const [shortest, ...others] = buckets.sort((a, b) => sizeOf(a, namespace) - sizeOf(b, namespace));
    if (shortest === undefined) return;
    const spaces = namespace === undefined ? [...shortest.keys()] : [namespace];
    for (const space of spaces) {
      for (const object of shortest.get(space) ?? []) {
        if (others.every((other) => other.get(space)?.has(object) === true)) yield object;
      }
    }
  }

  #enter(name: string, index: FieldIndex<T>, object: T): void {
    const { namespace = "" } = object.metadata;
    const values = this.#valuesOf(name, index, object);
    if (values.length === 0) return;
    index.values.set(object, values);
    for (const value of values) {
      let namespaces = index.entries.get(value);
      if (namespaces === undefined) index.entries.set(value, (namespaces = new Map<string, Set<T>>()));
      const objects = namespaces.get(namespace);
      if (objects === undefined) namespaces.set(namespace, new Set([object]));
      else objects.add(object);
    }
  }

  #valuesOf(index: string, { valuesOf }: FieldIndex<T>, object: T): readonly string[] {
    try {
      // A frozen object matches its type, but TypeScript cannot check that.
      const values: unknown = valuesOf(freezeObject(object) as DeepReadonly<T>);
      if (isListOfStrings(values)) return values;
      throw new TypeError(`it returned ${JSON.stringify(values)}, which is not a list of strings`);
    } catch (error) {
      const { namespace, name } = object.metadata;
      this.#log.error("an index function failed; the index does not contain the object", {
        kind: object.kind,
        index,
        namespace,
        name,
        error,
      });
      return [];
    }
  }
}

function sizeOf<T>(namespaces: ReadonlyMap<string, ReadonlySet<T>>, namespace: string | undefined): number {
  if (namespace !== undefined) return namespaces.get(namespace)?.size ?? 0;
  let size = 0;
  for (const objects of namespaces.values()) size += objects.size;
  return size;
}

/** User code without types may return anything. */
function isListOfStrings(values: unknown): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}
