import { DataFile } from "../../apiserver/storage/data-file.js";
import { readDataFile, restoreData } from "../../apiserver/storage/saved-data.js";
import { Store } from "../../apiserver/storage/store.js";
import type { Clock } from "../../core/clock.js";
import type { ObjectStorage } from "./object-storage.js";
import { lockFile } from "./lock-file.js";
import { openShared } from "./open-shared.js";
import { openStore } from "./open-store.js";

/** See {@link fileStorage}. */
export interface FileStorageOptions {
  /** The path of the file. Its folder exists; the server creates the file. */
  readonly file: string;
}

/**
 * Stores objects in a file of this machine, and keeps all of them in memory. A write counts once it is in the file: a killed process
 * loses no write that it has acknowledged. A power failure loses the writes that the system has not brought to the disk. Run one
 * replica: the storage locks the file. Several kinds can share one storage.
 *
 * Versions continue after a restart. The server does not keep earlier states: a client that continues a watch from before
 * the last write gets 410, and lists again.
 *
 * Opening it throws TsopError `apiserver/data-file-in-use` if another process, or another storage of this process, uses
 * the file; `apiserver/data-file-invalid` if something else wrote the file; `files/write-failed`.
 *
 * @example
 * ```ts
 * import { fileStorage } from "tsop/apiserver";
 *
 * export const storage = fileStorage({ file: "/data/readings.jsonl" });
 * ```
 */
export function fileStorage({ file }: FileStorageOptions): ObjectStorage {
  return openShared(
    ({ clock }) => openFile(file, clock),
    ({ store }, kind) => openStore(store, kind),
  );
}

/** Marks the files of extension API servers: the embedded API server stores its keys here. */
const identity = { server: "extension" } as const;

function openFile(file: string, clock: Clock): { readonly store: Store; close(): void } {
  const unlock = lockFile(file);
  try {
    const saved = readDataFile(file, identity.server);
    const store = new Store(() => clock.now(), saved?.revision);
    if (saved !== undefined) restoreData(store, saved);
    const data = DataFile.open(file, store, identity);
    return {
      store,
      close: () => {
        try {
          data.stop();
        } finally {
          unlock();
        }
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
