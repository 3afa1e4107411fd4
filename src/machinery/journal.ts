/**
 * What a commit is about to do, written down before it does it, so that the next command can undo it after a kill.
 *
 * `.tsop/journal.json` stands for a commit that has not reached its end: it is to be rolled back. It is at the same time
 * the lock. `.tsop/committed-<token>.json` stands for one that has, and only left its backups behind.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { field } from "../core/json-fields.js";
import { systemCode } from "./file-system.js";
import { type Machine, thisMachine } from "./machine.js";
import { stateFolder, untrusted } from "./project-state.js";

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

/**
 * The journal in a file; undefined when there is none, or one that was cut short, before which nothing was done.
 *
 * @throws TsopError `files/untrusted-state` for one that `commit` cannot have written: it could lead anywhere
 */
export function readJournal(file: string, machine: Machine): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(machine.fs.readFile(file).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  if (isJournal(value)) return value;
  throw untrusted(`${stateFolder}/${path.basename(file)}`, "is no journal that tsop writes");
}

function isJournal(value: unknown): value is Journal {
  const [pid, token, entries, folders] = ["pid", "token", "entries", "folders"].map((name) => field(value, name));
  return (
    typeof pid === "number" &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    typeof field(value, "start") === "string" &&
    typeof field(value, "host") === "string" &&
    typeof token === "string" &&
    /^\w{1,64}$/.test(token) &&
    Array.isArray(entries) &&
    entries.every(isEntry) &&
    Array.isArray(folders) &&
    folders.every(isInProject)
  );
}

function isEntry(value: unknown): value is JournalEntry {
  const [kind, hash] = [field(value, "kind"), field(value, "hash")];
  return (
    (kind === "create" || kind === "overwrite" || kind === "delete") &&
    isInProject(field(value, "path")) &&
    typeof hash === "string" &&
    /^(?:[0-9a-f]{64})?$/.test(hash)
  );
}

/** Whether it is a path below the root that a commit writes: never one of git, nor of tsop's own state. */
function isInProject(file: unknown): boolean {
  if (typeof file !== "string" || path.parse(file).root !== "" || file.includes("\0")) return false;
  const parts = file.split(path.sep);
  return !parts.some((part) => ["", ".", ".."].includes(part)) && !isOffLimits(parts);
}

/** The folder of git anywhere, and that of tsop at the top. Some disks do not tell capitals from small letters. */
export function isOffLimits(parts: readonly string[]): boolean {
  return parts.some((part) => part.toLowerCase() === ".git") || parts[0]?.toLowerCase() === stateFolder;
}

/**
 * A journal names files with all links resolved, so that a link on the way to one was not there when it was written.
 *
 * @throws TsopError `files/untrusted-state`
 */
export function checkPlaces(root: string, { entries, folders }: Journal, { fs }: Machine): void {
  const ways = [...entries.map((entry) => path.dirname(entry.path)), ...folders];
  for (const way of new Set(ways)) {
    let folder = root;
    for (const part of way.split(path.sep)) {
      folder = path.join(folder, part);
      const kind = fs.lstat(folder)?.kind;
      if (kind !== undefined && kind !== "folder") {
        throw untrusted(
          `${stateFolder}/journal.json`,
          `leads through ${path.relative(root, folder)}, which is no folder`,
        );
      }
    }
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

/** Whether another command is between the beginning and the end of a commit. A journal that says nothing is being written itself. */
export function isBeingWritten(root: string, machine: Machine = thisMachine): boolean {
  const file = journalFile(root);
  const facts = machine.fs.lstat(file);
  if (facts === undefined) return false;
  try {
    const journal = readJournal(file, machine);
    return journal === undefined || isOwnerAlive(journal, facts.modifiedAt, machine);
  } catch (error) {
    if (error instanceof TsopError) return false; // none that tsop writes
    throw error;
  }
}
