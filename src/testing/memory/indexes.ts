import { copyJson } from "../../core/json.js";
import { freezeObject } from "../../kube/json.js";
import type { DeepReadonly, Kind, KubeObject } from "../../kube/objects.js";
import { unknownIndex } from "../../runtime/cache/answers-list.js";
import type { IndexFunction } from "../../runtime/cache/field-indexes.js";

/** An index of a memory client. {@link memoryIndex} creates it. */
export interface MemoryIndex {
  readonly kind: Kind;
  readonly name: string;
  readonly valuesOf: (object: KubeObject) => readonly string[];
}

/**
 * Returns an index for a memory client, with the function that the manager's cache uses. In a test, the function must
 * not throw.
 *
 * @example
 * ```ts
 * import type { IndexFunction } from "tsop";
 * import { Pod } from "tsop/k8s/core/v1";
 * import { createMemoryClient, memoryIndex } from "tsop/testing";
 *
 * const byNode: IndexFunction<Pod> = ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]);
 * const client = createMemoryClient({ indexes: [memoryIndex(Pod, "node", byNode)] });
 * export const pods = await client.list(Pod, { indexes: { node: "a" } });
 * ```
 */
export function memoryIndex<T extends KubeObject>(
  kind: Kind<T>,
  name: string,
  valuesOf: IndexFunction<T>,
): MemoryIndex {
  // Called only with frozen copies of objects of this kind.
  return { kind, name, valuesOf: (object) => valuesOf(freezeObject(copyJson(object)) as unknown as DeepReadonly<T>) };
}

/** Returns the names of a kind's indexes. */
export function namesOf<T extends KubeObject>(kind: Kind<T>, indexes: readonly MemoryIndex[]): string[] {
  return indexesOf(kind, indexes).map(({ name }) => name);
}

/** @throws TsopError `runtime/unknown-index` */
export function createIndexMatcher<T extends KubeObject>(
  kind: Kind<T>,
  wanted: Readonly<Record<string, string>> = {},
  indexes: readonly MemoryIndex[],
): (object: KubeObject) => boolean {
  const known = namesOf(kind, indexes);
  const unknown = Object.keys(wanted).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unknownIndex(kind.kind, unknown, known);
  const asked = indexesOf(kind, indexes).flatMap(({ name, valuesOf }) =>
    Object.entries(wanted).flatMap(([key, value]) => (key === name ? [{ valuesOf, value }] : [])),
  );
  return (object) => asked.every(({ valuesOf, value }) => valuesOf(object).includes(value));
}

function indexesOf<T extends KubeObject>(kind: Kind<T>, indexes: readonly MemoryIndex[]): MemoryIndex[] {
  return indexes.filter((index) => index.kind.apiVersion === kind.apiVersion && index.kind.kind === kind.kind);
}
