import { copyJson } from "../../core/json.js";
import type { WatchEvent, WatchOptions } from "../../kube/client.js";
import { checkKind } from "../../kube/given-object.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";
import { badRequest } from "./refusals.js";
import { parseSelector, type Selector } from "./select.js";
import type { MemoryStore, StoredChange } from "./store.js";

/** Yields the changes of a kind until the signal fires or the time is up. */
export async function* watchStore<T extends KubeObject>(
  memory: MemoryStore,
  kind: Kind<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>, void> {
  const { signal, sendInitialEvents = false, allowBookmarks = false, timeoutSeconds } = options;
  checkKind(kind);
  const isSelected = parseSelector(kind, options);
  const start = parseVersion(options.resourceVersion);
  const deadline = timeoutSeconds === undefined ? undefined : memory.clock.monotonic() + timeoutSeconds * 1000;
  await Promise.resolve();
  signal?.throwIfAborted();
  let position = start ?? memory.resourceVersion;
  // Without a number to go on from, the API server begins with what is there, too.
  if (sendInitialEvents || start === undefined) {
    position = memory.resourceVersion;
    // Selected by the kind, so its objects.
    for (const object of memory.select(isSelected)) yield { type: "ADDED", object: object as T };
    if (sendInitialEvents && allowBookmarks) yield { type: "BOOKMARK", object: endOfList(kind, position) };
  }
  // Changes made while the consumer was busy are in the log, so that waiting for the next misses none.
  for (;;) {
    signal?.throwIfAborted();
    if (deadline !== undefined && memory.clock.monotonic() >= deadline) return;
    const next = memory.since(position);
    for (const change of next) {
      position = change.resourceVersion;
      const event = toEvent(change, isSelected);
      if (event !== undefined) yield event as WatchEvent<T>;
    }
    if (next.length === 0) await nextTurn(memory, signal, deadline);
  }
}

/** Undefined and 0 mean: any state will do. */
function parseVersion(resourceVersion = "0"): number | undefined {
  if (!/^\d*$/.test(resourceVersion)) throw badRequest(`invalid resource version ${JSON.stringify(resourceVersion)}`);
  const version = Number(resourceVersion);
  return version === 0 ? undefined : version;
}

/** What comes to match a selector is new for the watch, and what no longer matches is gone. */
function toEvent({ before, after, last }: StoredChange, isSelected: Selector): WatchEvent<KubeObject> | undefined {
  const was = before !== undefined && isSelected(before);
  if (after !== undefined && isSelected(after)) {
    return { type: was ? "MODIFIED" : "ADDED", object: copyJson(after) };
  }
  if (!was) return undefined;
  // As it last matched, with the number of the change.
  const { resourceVersion = "" } = last.metadata;
  return { type: "DELETED", object: copyJson({ ...before, metadata: { ...before.metadata, resourceVersion } }) };
}

/** Waits for a change, the signal or the deadline. */
function nextTurn(memory: MemoryStore, signal: AbortSignal | undefined, deadline: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      stopTimer();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stopListening = memory.onChange(end);
    const stopTimer =
      deadline === undefined ? () => undefined : memory.clock.setTimer(deadline - memory.clock.monotonic(), end);
    signal?.addEventListener("abort", end);
  });
}

function endOfList({ apiVersion, kind }: Kind, resourceVersion: number): KubeObject {
  const annotations = { "k8s.io/initial-events-end": "true" };
  // A bookmark is the one object without a name.
  const metadata = { resourceVersion: String(resourceVersion), annotations } as unknown as KubeObject["metadata"];
  return { apiVersion, kind, metadata };
}
