/** The record of the last update, with which the user continues or undoes it. */
import { createHash } from "node:crypto";
import { isJsonObject } from "../../core/json.js";
import { field, text } from "../../core/json-fields.js";
import { readRecord, removeState, type StatePlace, writeRecord } from "../../machinery/project-state.js";
import { diskSnapshot, type FileAction, type Snapshot } from "../../machinery/snapshot.js";
import type { Conflict } from "../../update/merge-scaffold.js";

const record = "update.json";

export interface UpdateState {
  readonly from: string;
  readonly to: string;
  /** Whether conflicts remain for the user. */
  readonly isUnfinished: boolean;
  readonly files: readonly ChangedFile[];
  readonly conflicts: readonly Pick<Conflict, "file" | "beside">[];
}

export interface ChangedFile {
  readonly path: string;
  /** The text before the update; undefined for a file that the update created. */
  readonly before: string | undefined;
  /** The hash of the text after the update; undefined for a file that the update deleted. */
  readonly after: string | undefined;
}

export function changedFiles(actions: readonly FileAction[]): ChangedFile[] {
  return actions.map((action) => ({
    path: action.path,
    before: action.kind === "create" ? undefined : action.before,
    after: action.kind === "delete" ? undefined : hashOf(action.content.toString()),
  }));
}

/** Returns whether a file has the content that the update gave it. */
export function isAsUpdated({ path, after }: ChangedFile, files: Snapshot): boolean {
  const present = files.read(path);
  return (present === undefined ? undefined : hashOf(present)) === after;
}

/**
 * Reads the record. Returns undefined if there is none, and if all files have their content from before the update:
 * then a kill came before the first write, or the user has undone the update in another way.
 */
export function readUpdateState(place: StatePlace, files: Snapshot = diskSnapshot(place.cwd)): UpdateState | undefined {
  const state = parse(readRecord(place, record));
  if (state === undefined) return undefined;
  const isUndone = state.files.every(({ path, before }) => files.read(path) === before);
  return isUndone ? undefined : state;
}

export function writeUpdateState(root: string, state: UpdateState): void {
  writeRecord(root, record, state);
}

export function forgetUpdate(root: string): void {
  removeState(root, record);
}

function parse(value: unknown): UpdateState | undefined {
  const [from, to, files, conflicts] = [
    text(value, "from"),
    text(value, "to"),
    field(value, "files"),
    field(value, "conflicts"),
  ];
  if (from === undefined || to === undefined || !Array.isArray(files) || !Array.isArray(conflicts)) return undefined;
  return {
    from,
    to,
    isUnfinished: field(value, "isUnfinished") === true,
    files: files.filter(isJsonObject).flatMap((each) => {
      const path = text(each, "path");
      const [before, after] = [field(each, "before"), text(each, "after")];
      return path === undefined ? [] : [{ path, before: typeof before === "string" ? before : undefined, after }];
    }),
    conflicts: conflicts.filter(isJsonObject).flatMap((each) => {
      const file = text(each, "file");
      return file === undefined ? [] : [{ file, beside: text(each, "beside") }];
    }),
  };
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
