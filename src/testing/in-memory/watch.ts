import type { WatchEvent, WatchOptions } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";
import { isSelected } from "./select.js";
import type { MemoryStore, StoredEvent } from "./store.js";

/** Yields the changes of a kind until the signal fires. */
export async function* watchStore<T extends KubeObject>(
  memory: MemoryStore,
  kind: Kind<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>, void> {
  const { signal } = options;
  let position = options.resourceVersion === undefined ? memory.resourceVersion : Number(options.resourceVersion);
  if (options.sendInitialEvents === true) {
    position = memory.resourceVersion;
    for (const object of memory.all()) {
      // Selected by the kind, so one of its objects.
      if (isSelected(object, kind, options)) yield { type: "ADDED", object: object as T };
    }
    yield { type: "BOOKMARK", object: endOfList(kind, position) };
  }
  // Changes made while the consumer was busy are in the log, so that waiting for the next misses none.
  for (;;) {
    signal?.throwIfAborted();
    const next = memory.since(position);
    for (const { resourceVersion, event } of next) {
      position = resourceVersion;
      const seen = asSeen(event, kind, options);
      if (seen !== undefined) yield seen;
    }
    if (next.length === 0) await nextChange(memory, signal);
  }
}

function asSeen<T extends KubeObject>(
  event: StoredEvent["event"],
  kind: Kind<T>,
  options: WatchOptions,
): WatchEvent<T> | undefined {
  // Of the kind, so one of its objects.
  const { type, object } = event as WatchEvent<T>;
  if (isSelected(object, kind, options)) return event as WatchEvent<T>;
  // What no longer matches a selector is gone for this watch.
  const isOther = !isSelected(object, kind, {});
  return isOther || type !== "MODIFIED" ? undefined : { type: "DELETED", object: object };
}

function nextChange(memory: MemoryStore, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stop = memory.onChange(end);
    signal?.addEventListener("abort", end);
  });
}

function endOfList(kind: Kind, resourceVersion: number): KubeObject {
  const annotations = { "k8s.io/initial-events-end": "true" };
  return {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: { name: "", resourceVersion: String(resourceVersion), annotations },
  };
}
