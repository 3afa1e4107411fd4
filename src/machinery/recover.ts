import path from "node:path";
import { TsopError } from "../core/errors.js";
import { systemCode } from "./file-system.js";
import {
  backupFile,
  checkPlaces,
  committedFile,
  hashOf,
  isOwnerAlive,
  type Journal,
  type JournalEntry,
  journalFile,
  readJournal,
  stagedFile,
} from "./journal.js";
import { type Machine, thisMachine } from "./machine.js";
import { findState, stateFolder, untrusted } from "./project-state.js";

/** The remains of a killed command that `recover` found. */
export interface Recovery {
  /** Whether there was anything to undo. */
  readonly rolledBack: boolean;
  /** Files that were changed after the kill. tsop leaves them unchanged; the old text is in the backup beside them. */
  readonly kept: readonly { readonly path: string; readonly backup: string | undefined }[];
}

/**
 * Restores the folder to a state between two commands. Call it before you read any file.
 *
 * @throws TsopError `files/busy` while the other command is still running, `files/untrusted-state`
 */
export function recover(root: string, machine: Machine = thisMachine): Recovery {
  const folder = findState(root);
  if (folder === undefined) return { rolledBack: false, kept: [] };
  try {
    const names = machine.fs.readdir(folder);
    // The folder may be read-only. In that case, nothing needs to be written.
    if (!names.some(isLeftByCommit)) {
      if (names.length === 0) tryToRemove(folder, machine);
      return { rolledBack: false, kept: [] };
    }
    finishCommitted(root, machine);
    const file = journalFile(root);
    const facts = machine.fs.lstat(file);
    const journal = facts === undefined ? undefined : readJournal(file, machine);
    if (facts !== undefined && journal !== undefined && isOwnerAlive(journal, facts.modifiedAt, machine)) {
      throw busy(journal, file);
    }
    if (journal !== undefined) checkPlaces(root, journal, machine);
    const kept = journal === undefined ? [] : rollBack(root, journal, machine);
    removeDrafts(root, machine);
    if (facts !== undefined) machine.fs.unlink(file);
    removeFolder(folder, machine);
    return { rolledBack: journal !== undefined, kept };
  } catch (error) {
    if (systemCode(error) === undefined || !(error instanceof Error)) throw error;
    throw new TsopError(
      "files/write-failed",
      `cannot roll back the changes of an interrupted command: ${error.message}`,
      {
        cause: error,
        hint: `Correct the cause and repeat the command. The files *.tsop-old-* contain the previous content.`,
      },
    );
  }
}

function busy(journal: Journal, file: string): TsopError {
  return new TsopError(
    "files/busy",
    `another tsop command (process ${journal.pid} on ${journal.host}) is writing here`,
    {
      at: { file },
      hint: "Wait until it ends, then repeat the command.",
    },
  );
}

/** Undoes the changes of a journal, whatever their state. It can be killed and repeated. */
export function rollBack(root: string, journal: Journal, machine: Machine): Recovery["kept"][number][] {
  const kept = journal.entries.flatMap((entry) => rollBackEntry(root, journal, entry, machine));
  for (const folder of journal.folders.toReversed()) removeFolder(path.join(root, folder), machine);
  return kept;
}

function rollBackEntry(
  root: string,
  { token }: Journal,
  entry: JournalEntry,
  machine: Machine,
): Recovery["kept"][number][] {
  const { fs } = machine;
  const target = path.join(root, entry.path);
  const staged = stagedFile(root, token, entry);
  const backup = backupFile(root, token, entry);
  const isStaged = fs.lstat(staged) !== undefined;
  const wasPlaced = entry.kind === "create" ? !isStaged : fs.lstat(backup) !== undefined;
  if (isStaged) fs.unlink(staged);
  if (!wasPlaced) return [];
  const present = fs.lstat(target);
  if (present !== undefined && (present.kind !== "file" || hashOf(fs.readFile(target)) !== entry.hash)) {
    return [{ path: entry.path, backup: entry.kind === "create" ? undefined : path.relative(root, backup) }];
  }
  if (entry.kind !== "create") fs.rename(backup, target);
  else if (present !== undefined) fs.unlink(target);
  return [];
}

/** Deletes the backups of complete commits, whose files are the new state. */
function finishCommitted(root: string, machine: Machine): void {
  for (const name of machine.fs.readdir(path.join(root, stateFolder))) {
    const token = committedName.exec(name)?.[1];
    if (token === undefined) continue;
    const file = committedFile(root, token);
    const facts = machine.fs.lstat(file);
    const journal = readJournal(file, machine);
    if (facts === undefined || journal === undefined) continue;
    if (journal.token !== token) throw untrusted(`${stateFolder}/${name}`, "is not named after its token");
    if (isOwnerAlive(journal, facts.modifiedAt, machine)) continue;
    checkPlaces(root, journal, machine);
    removeBackups(root, journal, machine);
  }
}

export function removeBackups(root: string, journal: Journal, machine: Machine): void {
  for (const entry of journal.entries) {
    const backup = backupFile(root, journal.token, entry);
    if (machine.fs.lstat(backup) !== undefined) machine.fs.unlink(backup);
    if (entry.kind === "delete") removeEmptied(root, path.dirname(entry.path), machine);
  }
  machine.fs.unlink(committedFile(root, journal.token));
}

/** Deletes a folder below the root, and the folders above it, as long as they are empty. */
function removeEmptied(root: string, folder: string, machine: Machine): void {
  for (let each = folder; each !== "."; each = path.dirname(each)) {
    if (!tryToRemove(path.join(root, each), machine)) return;
  }
}

/** Deletes journal drafts of processes that were killed while they wrote them. */
function removeDrafts(root: string, machine: Machine): void {
  for (const name of machine.fs.readdir(path.join(root, stateFolder))) {
    const pid = draftName.exec(name)?.[1];
    if (pid === undefined) continue;
    const isForeign = Number(pid) !== machine.pid && machine.identify(Number(pid)) !== undefined;
    if (!isForeign) machine.fs.unlink(path.join(root, stateFolder, name));
  }
}

function tryToRemove(folder: string, machine: Machine): boolean {
  try {
    machine.fs.rmdir(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error; // an empty folder does no harm
    return false;
  }
}

const committedName = /^committed-(.+)\.json$/;
const draftName = /^journal-(\d+)\.draft$/;

function isLeftByCommit(name: string): boolean {
  return name === path.basename(journalFile("")) || committedName.test(name) || draftName.test(name);
}

export function removeFolder(folder: string, machine: Machine): void {
  try {
    machine.fs.rmdir(folder);
  } catch (error) {
    // The folder contains other files or is already deleted: both are fine.
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "EBUSY", "EPERM", "ENOTDIR"].includes(systemCode(error) ?? "")) throw error;
  }
}
