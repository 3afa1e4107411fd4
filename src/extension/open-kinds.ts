import { Store } from "../apiserver/storage/store.js";
import type { Served } from "./create-handler.js";
import { isVirtual } from "./storage.js";
import { Mirror } from "./storage/mirror.js";
import type { StorageHost } from "./storage/object-storage.js";
import type { StoredKind } from "./storage/stored-kind.js";
import { VirtualResource } from "./virtual/virtual-resource.js";

/** Opens the storage of each kind, by storage key. @throws the error of the first that cannot be opened; closes the others */
export async function openKinds(
  kinds: readonly Served[],
  parts: StorageHost,
): Promise<ReadonlyMap<string, StoredKind>> {
  const opened = new Map<string, StoredKind>();
  try {
    for (const kind of kinds) opened.set(kind.storageKey, await openKind(kind, parts));
  } catch (error) {
    await Promise.all([...opened.values()].map((each) => each.close()));
    throw error;
  }
  return opened;
}

async function openKind({ hub, checked: { resource } }: Served, parts: StorageHost): Promise<StoredKind> {
  const { storage } = resource;
  if (!isVirtual(storage)) return Mirror.open(storage, { ...parts, resource: hub });
  const now = (): number => parts.clock.now();
  // Later than all versions of an earlier run: a client that continues from one of them lists again.
  const store = new Store(now, now());
  return new VirtualResource({ ...parts, store, resource: hub, source: storage });
}
