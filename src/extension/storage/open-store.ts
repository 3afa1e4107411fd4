/** The objects of a kind in a store of this process. */
import { storageKeyOf } from "../../apiserver/resource.js";
import type { StoredEvent } from "../../apiserver/storage/history.js";
import type { Store } from "../../apiserver/storage/store.js";
import { onAbort } from "../../core/on-abort.js";
import type { ObjectKey } from "../../kube/objects.js";
import { attempt } from "./attempt.js";
import { isStored } from "./check-stored.js";
import type { OpenStorage, StorageEvent, StorageKind, StoredObject } from "./object-storage.js";

export function openStore(store: Store, kind: Pick<StorageKind, "group" | "resource">): OpenStorage {
  const storageKey = storageKeyOf(kind.group, kind.resource);
  const find = ({ namespace = "", name }: ObjectKey) => store.get(storageKey, namespace, name);
  const findAt = (key: ObjectKey, version: string | undefined) => {
    const found = find(key);
    return found?.metadata.resourceVersion === version ? found : undefined;
  };
  return {
    isShared: false,
    list: () => {
      const objects = store.list(storageKey).filter(isStored);
      return Promise.resolve({ objects, version: String(store.revision) });
    },
    get: (key) => Promise.resolve(stored(find(key))),
    create: (object) => attempt(() => stored(store.create(storageKey, object))),
    update: (object) =>
      attempt(() => {
        const previous = findAt(object.metadata, object.metadata.resourceVersion);
        return previous === undefined ? undefined : stored(store.replace(storageKey, previous, object));
      }),
    delete: (key, version) =>
      attempt(() => {
        const previous = findAt(key, version);
        return previous !== undefined && store.remove(storageKey, previous) !== undefined;
      }),
    watch: (version, signal) => follow(store, { storageKey, version: Number(version), signal }),
    close: () => Promise.resolve(),
  };
}

function stored<T extends object>(object: T | undefined): StoredObject | undefined {
  return object !== undefined && isStored(object) ? object : undefined;
}

interface Following {
  readonly storageKey: string;
  readonly version: number;
  readonly signal: AbortSignal;
}

async function* follow(store: Store, { storageKey, version, signal }: Following): AsyncGenerator<StorageEvent> {
  let events: readonly StoredEvent[] | undefined = store.eventsSince(storageKey, version);
  if (events === undefined) throw new Error(`the version ${version} is too old`);
  let waiting: StoredEvent[] = [];
  let wake = (): void => undefined;
  const unsubscribe = store.subscribe(storageKey, (event) => {
    waiting.push(event);
    wake();
  });
  const unlink = onAbort(signal, () => wake());
  try {
    while (!signal.aborted) {
      for (const { type, object } of events) if (isStored(object)) yield { type, object };
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal.aborted) resolve();
        });
      }
      [events, waiting] = [waiting, []];
    }
  } finally {
    unlink();
    unsubscribe();
  }
}
