import { Store } from "../../apiserver/storage/store.js";
import type { ObjectStorage } from "./object-storage.js";
import { openStore } from "./open-store.js";

/** See {@link memoryStorage}. */
export interface MemoryStorage extends ObjectStorage {
  readonly type: "memory";
}

/**
 * Stores objects in memory: they end with the process, and each replica has its own. Run one replica.
 *
 * @example
 * ```ts
 * import { memoryStorage } from "tsop/apiserver";
 *
 * export const storage = memoryStorage();
 * ```
 */
export function memoryStorage(): MemoryStorage {
  return {
    type: "memory",
    open: (kind, { clock }) => {
      const now = (): number => clock.now();
      // Later than all versions of an earlier run, whose objects are gone: a client that continues from one of them lists again.
      return Promise.resolve(openStore(new Store(now, now()), kind));
    },
  };
}
