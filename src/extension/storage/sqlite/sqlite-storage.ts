import { Store } from "../../../apiserver/storage/store.js";
import { TsopError } from "../../../core/errors.js";
import { lockFile } from "../lock-file.js";
import type { ObjectStorage } from "../object-storage.js";
import { openShared } from "../open-shared.js";
import { openStore } from "../open-store.js";
import { SqliteFile } from "./sqlite-file.js";

/** See {@link sqliteStorage}. */
export interface SqliteStorageOptions {
  /** The path of the database. Its folder exists; the server creates the file. SQLite keeps `FILE-wal` and `FILE-shm` beside it. */
  readonly file: string;
}

/**
 * Stores objects in an SQLite database of this machine, and keeps all of them in memory. A write counts once it is on the disk:
 * neither a killed process nor a power failure loses a write that the server has acknowledged. Other programs may read the
 * database meanwhile: its table `objects` has the columns `kind` (`GROUP/RESOURCE`), `namespace`, `name` and `object`, in JSON.
 * Run one replica: the storage locks the file. Several kinds can share one storage.
 *
 * Needs `node:sqlite`: Node 22.13 or newer, or Node 22.5 with `--experimental-sqlite`. The storage loads it when it opens.
 *
 * Opening it throws TsopError `extension/no-sqlite` if Node has no SQLite; `apiserver/data-file-in-use` if another process, or
 * another storage of this process, uses the file; `apiserver/data-file-invalid` if something else wrote the file;
 * `files/write-failed`.
 *
 * @example
 * ```ts
 * import { sqliteStorage } from "tsop/apiserver";
 *
 * export const storage = sqliteStorage({ file: "/data/readings.db" });
 * ```
 */
export function sqliteStorage({ file }: SqliteStorageOptions): ObjectStorage {
  let shared: Promise<ObjectStorage> | undefined;
  return { open: async (kind, host) => (await (shared ??= load(file))).open(kind, host) };
}

async function load(file: string): Promise<ObjectStorage> {
  const { DatabaseSync } = await import("node:sqlite").catch((cause: unknown) => {
    throw new TsopError("extension/no-sqlite", "this version of Node has no node:sqlite", {
      hint: "Run the server with Node 22.13 or newer (Node 22.5 needs --experimental-sqlite), or use fileStorage.",
      cause,
    });
  });
  return openShared(
    ({ clock }) => {
      const unlock = lockFile(file);
      try {
        const database = SqliteFile.open(file, (place) => new DatabaseSync(place));
        const store = new Store(() => clock.now(), database.revision);
        database.record(store);
        return {
          store,
          close: () => {
            database.close();
            unlock();
          },
        };
      } catch (error) {
        unlock();
        throw error;
      }
    },
    ({ store }, kind) => openStore(store, kind),
  );
}
