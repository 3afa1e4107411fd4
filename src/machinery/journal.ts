/**
 * What a commit is about to do, written down before it does it, so that the next command can undo it after a kill.
 *
 * `.tsop/journal.json` stands for a commit that has not reached its end: it is to be rolled back. It is at the same time
 * the lock. `.tsop/committed-<token>.json` stands for one that has, and only left its backups behind.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { systemCode } from "./file-system.js";
import type { Machine } from "./machine.js";

export interface Journal {
  readonly pid: number;
  readonly start: string;
  readonly host: string;
  readonly token: string;
  readonly entries: readonly JournalEntry[];
  /** Folders that the commit makes, outermost first. Relative to the root. */
  readonly folders: readonly string[];
}

export interface JournalEntry {
  readonly kind: "create" | "overwrite" | "delete";
  /** Relative to the root, links resolved. */
  readonly path: string;
  /** Of the new content; empty for a deletion. Says whether somebody changed the file after a kill. */
  readonly hash: string;
}

export const stateFolder = ".tsop";

export function journalFile(root: string): string {
  return path.join(root, stateFolder, "journal.json");
}

export function committedFile(root: string, token: string): string {
  return path.join(root, stateFolder, `committed-${token}.json`);
}

export function stagedFile(root: string, token: string, entry: JournalEntry): string {
  return beside(root, entry, `tsop-new-${token}`);
}

export function backupFile(root: string, token: string, entry: JournalEntry): string {
  return beside(root, entry, `tsop-old-${token}`);
}

function beside(root: string, entry: JournalEntry, ending: string): string {
  return path.join(root, path.dirname(entry.path), `.${path.basename(entry.path)}.${ending}`);
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The journal in a file; undefined when there is none, or one that was cut short, before which nothing was done. */
export function readJournal(file: string, machine: Machine): Journal | undefined {
  try {
    // Written by `commit` alone, in one piece; anything else fails to parse.
    return JSON.parse(machine.fs.readFile(file).toString("utf8")) as Journal;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** How long a commit of another machine, whose processes cannot be seen, counts as running. It takes milliseconds. */
const abandonedAfterMs = 60_000;

/** Whether the process that wrote the journal may still be at work. */
export function isOwnerAlive(journal: Journal, modifiedAt: number, machine: Machine): boolean {
  if (journal.host !== machine.host) return machine.now() - modifiedAt < abandonedAfterMs;
  if (journal.pid === machine.pid) return false; // commits are synchronous, so this one is of an earlier life
  return machine.identify(journal.pid) === journal.start;
}
