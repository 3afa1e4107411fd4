/** Reads the contents of a data file. */
import { readFileSync } from "node:fs";
import { TsopError } from "../../core/errors.js";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { Store } from "./store.js";

/** The first line of a data file. */
export interface SavedHead {
  readonly format: "tsop-apiserver";
  readonly version: 2;
  readonly revision: number;
  /** The number of following lines that are objects; the remaining lines are writes. */
  readonly objects: number;
  readonly identity: JsonObject;
}

/** A further line. Objects saved before have a revision only in their metadata. */
export type SavedLine =
  | { readonly storageKey: string; readonly revision?: number; readonly object: ApiObject }
  | {
      readonly storageKey: string;
      readonly revision: number;
      readonly removed: { readonly namespace: string; readonly name: string };
    };

export interface SavedData {
  /** The revision of the last write. */
  readonly revision: number;
  readonly identity: JsonObject;
  readonly lines: readonly SavedLine[];
}

/**
 * Returns the saved data; undefined if the file does not exist yet.
 *
 * @param server - the `server` in the identity of the file: each kind of server accepts only its own files
 * @throws TsopError `apiserver/data-file-invalid`
 */
export function readDataFile(file: string, server?: "extension"): SavedData | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw invalidDataFile(file, error instanceof Error ? error.message : String(error));
  }
  const lines = text.split("\n");
  // A killed server's last write may be incomplete; no client received a response to it.
  lines.pop();
  const [head, ...rest] = lines.map((line, index) => parseLine(line, file, index + 1));
  if (head === undefined || !isHead(head)) throw invalidDataFile(file, "no API server wrote it");
  if (head.identity["server"] !== server) {
    throw invalidDataFile(file, `an ${server === undefined ? "extension" : "embedded"} API server wrote it`);
  }
  if (rest.length < head.objects) {
    throw invalidDataFile(file, `it is incomplete: it contains ${rest.length} of ${head.objects} objects`);
  }
  const wrong = rest.findIndex((line) => !isSavedLine(line));
  if (wrong !== -1) throw invalidDataFile(file, `line ${wrong + 2} is neither an object nor a write`);
  const saved = rest as unknown as SavedLine[]; // each was validated above
  return {
    revision: saved.reduce((highest, { revision = 0 }) => Math.max(highest, revision), head.revision),
    identity: head.identity,
    lines: saved,
  };
}

export function restoreData(store: Store, { lines }: SavedData): void {
  for (const line of lines) {
    if ("object" in line) store.restore(line.storageKey, line.object);
    else store.forget(line.storageKey, line.removed.namespace, line.removed.name);
  }
}

function invalidDataFile(file: string, why: string): TsopError {
  return new TsopError("apiserver/data-file-invalid", `the API server cannot read its data: ${why}`, {
    at: { file },
    hint: "Choose another file, or delete this file to start without data (`tsop dev --fresh` does this for its own server).",
  });
}

function parseLine(line: string, file: string, number: number): JsonObject {
  try {
    const value = JSON.parse(line) as JsonObject;
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw invalidDataFile(file, `line ${number} is not a JSON object`);
}

function isHead(head: object): head is SavedHead {
  const { format, version, revision, objects, identity } = head as Partial<Record<keyof SavedHead, unknown>>;
  const areNumbers = typeof revision === "number" && typeof objects === "number";
  return format === "tsop-apiserver" && version === 2 && areNumbers && isJsonObject(identity);
}

function isSavedLine({ storageKey, object, removed, revision }: JsonObject): boolean {
  if (typeof storageKey !== "string") return false;
  if (isJsonObject(object)) return isJsonObject(object["metadata"]);
  return isJsonObject(removed) && typeof removed["name"] === "string" && typeof revision === "number";
}
