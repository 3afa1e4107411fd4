/**
 * Applies a plan: all of it, or nothing. Stages new files beside their targets and renames them together at the end. A
 * journal lets `recover` undo the changes of a command that was killed at any moment. The code is synchronous, so a
 * signal takes effect only after the end. It survives a kill, but not a power failure: only the journal is synced to
 * the disk.
 */
import path from "node:path";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import type { FileAction } from "./snapshot.js";
import { changedMeanwhile, checkTargets, type Target } from "./check-targets.js";
import { publish, systemCode } from "./file-system.js";
import {
  backupFile,
  committedFile,
  hashOf,
  type Journal,
  type JournalEntry,
  journalFile,
  stagedFile,
} from "./journal.js";
import { type Machine, thisMachine } from "./machine.js";
import { stateFolder } from "./project-state.js";
import { recover, removeBackups, removeFolder, rollBack } from "./recover.js";

/**
 * Applies the actions below `root`, and creates `root` if it does not exist.
 *
 * @throws TsopError `files/changed-meanwhile`, `files/write-failed` or `files/busy`; every file is as it was then
 */
export function commit(root: string, actions: readonly FileAction[], machine: Machine = thisMachine): void {
  if (actions.length === 0) return;
  recover(root, machine);
  const made = translate(root, () => makeFolders(root, machine));
  try {
    translate(root, () => write(machine.fs.realpath(root), actions, machine));
  } catch (error) {
    for (const folder of made.toReversed()) removeFolder(folder, machine);
    throw error;
  }
}

function write(root: string, actions: readonly FileAction[], machine: Machine): void {
  const steps = checkTargets(root, actions, machine.fs).map(toStep);
  const journal: Journal = {
    pid: machine.pid,
    start: machine.identify(machine.pid) ?? "",
    host: machine.host,
    token: machine.token(),
    entries: steps.map(({ entry }) => entry),
    folders: missingFolders(root, steps, machine),
  };
  begin(root, journal, machine);
  try {
    for (const folder of journal.folders) machine.fs.mkdir(path.join(root, folder));
    for (const step of steps) stage(root, journal, step, machine);
    for (const step of steps) place(root, journal, step, machine);
    machine.fs.rename(journalFile(root), committedFile(root, journal.token));
  } catch (error) {
    undo(root, journal, machine);
    throw error;
  }
  clean(root, journal, machine);
}

/** A target with its journal entry. */
interface Step extends Target {
  readonly entry: JournalEntry;
}

function toStep(target: Target): Step {
  const { action, path } = target;
  const hash = action.kind === "delete" ? "" : hashOf(action.content);
  return { ...target, entry: { kind: action.kind, path, hash } };
}

/** Takes the lock by writing the journal: a link appears completely or not at all, and never replaces another journal. */
function begin(root: string, journal: Journal, machine: Machine): void {
  const folder = path.join(root, stateFolder);
  if (machine.fs.lstat(folder) === undefined) machine.fs.mkdir(folder);
  const draft = path.join(folder, `journal-${machine.pid}.draft`);
  const text = JSON.stringify(journal);
  try {
    machine.fs.writeNew(draft, text, { sync: true });
    // Without links, a killed command can leave a partial journal. It counts as missing, and nothing has changed yet.
    publish(machine.fs, draft, { file: journalFile(root), text }, { sync: true });
    machine.fs.unlink(draft);
  } catch (error) {
    // Nothing is staged yet, so this command's own journal is not needed.
    abandon(root, journal, draft, machine);
    if (systemCode(error) !== "EEXIST") throw error;
    throw new TsopError("files/busy", "another tsop command is writing here", {
      at: { file: journalFile(root) },
      hint: "Wait until it ends, then repeat the command.",
      cause: error,
    });
  }
}

function abandon(root: string, journal: Journal, draft: string, machine: Machine): void {
  ignoreFailure(() => machine.fs.unlink(draft));
  ignoreFailure(() => {
    const file = journalFile(root);
    if (machine.fs.readFile(file).toString("utf8") === JSON.stringify(journal)) machine.fs.unlink(file);
  });
  ignoreFailure(() => removeFolder(path.join(root, stateFolder), machine));
}

function stage(root: string, { token }: Journal, { action, mode, entry }: Step, machine: Machine): void {
  if (action.kind === "delete") return;
  const staged = stagedFile(root, token, entry);
  machine.fs.writeNew(staged, action.content, action.kind === "create" ? defined({ mode: action.mode }) : {});
  if (mode !== undefined) machine.fs.chmod(staged, mode);
}

function place(root: string, { token }: Journal, { action, entry }: Step, machine: Machine): void {
  const target = path.join(root, entry.path);
  if (action.kind === "create") {
    if (machine.fs.lstat(target) !== undefined) throw changedMeanwhile(action.path);
  } else {
    const backup = backupFile(root, token, entry);
    machine.fs.rename(target, backup);
    // From here on, no process can change the file unnoticed.
    if (machine.fs.readFile(backup).toString("utf8") !== action.before) throw changedMeanwhile(action.path);
  }
  if (action.kind !== "delete") machine.fs.rename(stagedFile(root, token, entry), target);
}

/**
 * Undoes the changes. If that fails, too (for example, the disk is lost), the journal remains, and the next command
 * tries again.
 */
function undo(root: string, journal: Journal, machine: Machine): void {
  ignoreFailure(() => {
    rollBack(root, journal, machine);
    machine.fs.unlink(journalFile(root));
    removeFolder(path.join(root, stateFolder), machine);
  });
}

/** Deletes the remaining files after a complete commit. If that fails, the next command deletes them. */
function clean(root: string, journal: Journal, machine: Machine): void {
  ignoreFailure(() => {
    removeBackups(root, journal, machine);
    removeFolder(path.join(root, stateFolder), machine);
  });
}

function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** Creates the root and its parent folders. Returns the created folders, outermost first. */
function makeFolders(root: string, machine: Machine): string[] {
  const missing: string[] = [];
  for (let folder = path.resolve(root); machine.fs.lstat(folder) === undefined; folder = path.dirname(folder)) {
    missing.unshift(folder);
  }
  for (const [index, folder] of missing.entries()) {
    try {
      machine.fs.mkdir(folder);
    } catch (error) {
      for (const made of missing.slice(0, index).toReversed()) removeFolder(made, machine);
      throw error;
    }
  }
  return missing;
}

function missingFolders(root: string, targets: readonly Target[], machine: Machine): string[] {
  const missing = new Set<string>();
  for (const { path: file } of targets) {
    const parts = path.dirname(file).split(path.sep);
    for (let length = 1; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join(path.sep);
      if (!missing.has(folder) && machine.fs.lstat(path.join(root, folder)) === undefined) missing.add(folder);
    }
  }
  return [...missing];
}

function translate<T>(root: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const code = systemCode(error);
    if (error instanceof TsopError || code === undefined || !(error instanceof Error)) throw error;
    const named = "path" in error && typeof error.path === "string" ? path.relative(root, error.path) : undefined;
    throw new TsopError("files/write-failed", `cannot write${named ? ` ${named}` : ""}: ${error.message}`, {
      cause: error,
      hint: `${advice(code)} Nothing was changed.`,
    });
  }
}

function advice(code: string): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "Free space on the disk and repeat the command.";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "Get write access to the folder, or work in another folder.";
    default:
      return "Correct the cause and repeat the command.";
  }
}
