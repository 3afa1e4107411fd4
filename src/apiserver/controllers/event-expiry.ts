import { storageKeyOf } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const events = storageKeyOf("", "events");

/** The default of kube-apiserver's `--event-ttl`. */
const keptMs = 60 * 60 * 1_000;
const checkMs = 60 * 1_000;

/** Removes events after an hour. */
export function expireEvents(objects: ControllerObjects): Stoppable {
  const timer = setInterval(() => expire(objects), checkMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes expired events without admission, as etcd does with expired keys. */
function expire({ parts: { store, now } }: ControllerObjects): void {
  const expired = store
    .list(events)
    .filter(({ metadata }) => Date.parse(metadata.creationTimestamp ?? "") + keptMs < now());
  try {
    for (const event of expired) store.remove(events, event);
  } catch {
    // The data file cannot be written. The next check finds these events again.
  }
}
