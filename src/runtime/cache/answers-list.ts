import { TsopError } from "../../core/errors.js";
import type { ListOptions } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Informer } from "./informer.js";
import { describeSelection, isWithin } from "./selection.js";

export interface ListRead extends ListOptions {
  readonly indexes?: Readonly<Record<string, string>>;
}

const ways = "Read only what cacheFor() configures, or read from the API server with manager.apiReader.";

/**
 * Returns true if the informer can serve the read, false if the API server must. Throws instead of returning a partial
 * list, which would look complete.
 *
 * @throws TsopError `runtime/not-cached` if the read covers more than `cacheFor()` configures; `runtime/unknown-index`
 */
export function answersList<T extends KubeObject>(informer: Informer<T>, read: ListRead): boolean {
  const { kind } = informer.kind;
  const { namespace, labels, fields, indexes } = read;
  const unknown = Object.keys(indexes ?? {}).filter((name) => !informer.indexNames.includes(name));
  if (unknown.length > 0) throw unknownIndex(kind, unknown, informer.indexNames);
  const held = informer.options;
  if (needsServer(read) || (fields !== undefined && fields !== held.fields) || !informer.covers(namespace)) {
    if (indexes === undefined) return false;
    throw refuseIndexes(kind, informer.covers(namespace) ? undefined : `namespace ${namespace}`);
  }
  if (namespace === undefined && held.namespaces !== undefined) {
    throw refused(
      kind,
      `the cache contains only the namespaces ${held.namespaces.join(", ")}, and the read is for all namespaces`,
    );
  }
  if (fields !== held.fields || !isWithin(labels, held.labels)) {
    throw refused(kind, `the cache contains only objects with ${describeSelection(held)}, and the read is for more`);
  }
  return true;
}

/** Returns the error for a read by indexes that do not exist. */
export function unknownIndex(kind: string, names: readonly string[], known: readonly string[]): TsopError {
  const there = known.length === 0 ? "it has no indexes" : `its indexes are ${known.join(", ")}`;
  return new TsopError("runtime/unknown-index", `${kind} has no index ${names.join(", ")}; ${there}`, {
    hint: `Add it before the start: manager.cacheFor(${kind}).index(${JSON.stringify(names[0])}, (object) => [/* values */]).`,
  });
}

function refused(kind: string, why: string): TsopError {
  return new TsopError("runtime/not-cached", `${kind}: ${why}`, { hint: ways });
}

/** Returns the error for a read by indexes with options that the cache cannot serve. */
export function refuseIndexes(kind: string, what = "limit, continue, resourceVersion or other fields"): TsopError {
  return refused(kind, `only the cache has indexes, and it does not support ${what}`);
}

/** Returns true for options that only the API server supports. */
export function needsServer({ limit, continue: next, resourceVersion }: ListOptions): boolean {
  return limit !== undefined || next !== undefined || resourceVersion !== undefined;
}
