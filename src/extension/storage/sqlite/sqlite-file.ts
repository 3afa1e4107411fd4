import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ApiObject } from "../../../apiserver/api-object.js";
import type { StoredEvent } from "../../../apiserver/storage/history.js";
import type { Store } from "../../../apiserver/storage/store.js";
import { TsopError } from "../../../core/errors.js";
import { isJsonObject } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import { isStored } from "../check-stored.js";

/** Marks the databases of extension API servers: "tsop", and the version of the tables. */
const [applicationId, tablesVersion] = [0x74_73_6f_70, 1];

const tables = `
  BEGIN IMMEDIATE;
  CREATE TABLE objects (
    kind TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL, object TEXT NOT NULL,
    PRIMARY KEY (kind, namespace, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE state (revision INTEGER NOT NULL) STRICT;
  INSERT INTO state VALUES (1);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${tablesVersion};
  COMMIT;
`;

/** The objects of a server in an SQLite database. */
export class SqliteFile {
  /** The version of the last write. */
  readonly revision: number;
  readonly #file: string;
  readonly #database: DatabaseSync;

  private constructor(file: string, database: DatabaseSync, revision: number) {
    this.#file = file;
    this.#database = database;
    this.revision = revision;
  }

  /** @throws TsopError `apiserver/data-file-invalid`, `files/write-failed` */
  static open(file: string, connect: (file: string) => DatabaseSync): SqliteFile {
    let database: DatabaseSync;
    try {
      database = connect(file);
    } catch (cause) {
      throw writeFailed(file, cause);
    }
    try {
      return new SqliteFile(file, database, prepareTables(file, database));
    } catch (error) {
      database.close();
      throw error instanceof TsopError
        ? error
        : isNoDatabase(error)
          ? invalid(file, error.message)
          : writeFailed(file, error);
    }
  }

  /**
   * Fills a store, and from then on records each of its writes before it counts.
   *
   * @throws TsopError `apiserver/data-file-invalid`
   */
  record(store: Store): void {
    for (const { kind, namespace, name, object: text } of this.#database.prepare("SELECT * FROM objects").all()) {
      const object = readJson(String(text));
      if (!isJsonObject(object) || !isStored(object) || !isAt(object, namespace, name)) {
        throw invalid(this.#file, `the object of ${String(kind)} ${String(namespace)}/${String(name)} is damaged`);
      }
      store.restore(String(kind), object);
    }
    const statements = {
      put: this.#database.prepare("INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?)"),
      remove: this.#database.prepare("DELETE FROM objects WHERE kind = ? AND namespace = ? AND name = ?"),
      advance: this.#database.prepare("UPDATE state SET revision = ?"),
    };
    store.recordWith((kind, event) => this.#write(statements, kind, event));
  }

  close(): void {
    this.#database.close();
  }

  #write({ put, remove, advance }: Statements, kind: string, { type, revision, object }: StoredEvent): void {
    const { namespace = "", name = "" } = object.metadata;
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      if (type === "DELETED") remove.run(kind, namespace, name);
      else put.run(kind, namespace, name, JSON.stringify(object));
      advance.run(revision);
      this.#database.exec("COMMIT");
    } catch (cause) {
      this.#rollBack();
      throw writeFailed(this.#file, cause);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has already done so, as after a full disk.
    }
  }
}

type Statements = Readonly<Record<"put" | "remove" | "advance", StatementSync>>;

/** Creates the tables in a new database, and returns the version of the last write. */
function prepareTables(file: string, database: DatabaseSync): number {
  const pragma = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name];
  const isNew = database.prepare("SELECT name FROM sqlite_schema").get() === undefined;
  if (isNew && pragma("application_id") === 0) {
    // Readers do not disturb the server, and a write is complete once it is on the disk.
    database.exec("PRAGMA journal_mode = WAL");
    database.exec(tables);
  } else if (pragma("application_id") !== applicationId || pragma("user_version") !== tablesVersion) {
    throw invalid(file, "no extension API server of this version wrote it");
  }
  database.exec("PRAGMA synchronous = FULL");
  const revision = database.prepare("SELECT revision FROM state").get()?.["revision"];
  if (typeof revision !== "number") throw invalid(file, "it does not know the version of its last write");
  return revision;
}

function isAt({ metadata }: ApiObject, namespace: unknown, name: unknown): boolean {
  return metadata.name === name && (metadata.namespace ?? "") === namespace;
}

/** The codes of SQLite for a file that is damaged, or no database. Source: sqlite.org/rescode.html. */
const [corrupt, notADatabase] = [11, 26];

function isNoDatabase(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error && [corrupt, notADatabase].includes(Number(error.errcode) & 0xff);
}

function invalid(file: string, why: string): TsopError {
  return new TsopError("apiserver/data-file-invalid", `the extension API server cannot read its data: ${why}`, {
    at: { file },
    hint: "Choose another file, or delete this file to start without data.",
  });
}

function writeFailed(file: string, cause: unknown): TsopError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TsopError("files/write-failed", `cannot store data in ${file}: ${why}`, { cause });
}
