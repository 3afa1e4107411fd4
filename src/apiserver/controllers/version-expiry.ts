import type { Store } from "../storage/store.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

/** The key that kube-apiserver writes to etcd whenever it compacts it. */
const compactionKey = "compact_rev_key";

/** The default of kube-apiserver's `--etcd-compaction-interval`. */
const intervalMs = 5 * 60_000;

/**
 * Discards versions for lists after five to ten minutes, as kube-apiserver does by compacting etcd. Each time counts as a
 * write, so the version advances on an idle server, too. Watches still resume: kube-apiserver reads these from its cache.
 */
export function expireVersions({ parts: { store } }: ControllerObjects): Stoppable {
  let last: number | undefined;
  const timer = setInterval(() => {
    try {
      writeKey(store);
    } catch {
      // The data file cannot be written.
      return;
    }
    if (last !== undefined) store.expireBefore(last);
    last = store.revision;
  }, intervalMs).unref();
  return { stop: () => clearInterval(timer) };
}

function writeKey(store: Store): void {
  const object = { apiVersion: "", kind: "", metadata: { name: compactionKey } };
  const previous = store.get(compactionKey, "", compactionKey);
  if (previous === undefined) store.create(compactionKey, object);
  else store.replace(compactionKey, previous, object);
}
