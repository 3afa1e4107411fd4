/**
 * The planned changes of a commit, which it records before it starts, so that the next command can undo them after a
 * kill.
 *
 * `.tsop/journal.json` belongs to an incomplete commit, which must be rolled back. It is also the lock.
 * `.tsop/committed-<token>.json` belongs to a complete commit that has only left its backups.
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
  /** The folders that the commit creates, outermost first. Relative to the root. */
  readonly folders: readonly string[];
}

export interface JournalEntry {
  readonly kind: "create" | "overwrite" | "delete";
  /** The path relative to the root, with links resolved. */
  readonly path: string;
  /** The hash of the new content; empty for a deletion. It shows whether the file was changed after a kill. */
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
 * Reads the journal in a file. Returns undefined if the file is missing or incomplete; in both cases, nothing has
 * changed yet.
 *
 * @throws TsopError `files/untrusted-state` for a journal that `commit` cannot have written: its paths could lead
 * anywhere
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
  throw untrusted(`${stateFolder}/${path.basename(file)}`, "is not a journal of tsop");
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

/** Returns whether a path is a file below the root that a commit can write: not a file of git or of tsop's own state. */
function isInProject(file: unknown): boolean {
  if (typeof file !== "string" || path.parse(file).root !== "" || file.includes("\0")) return false;
  const parts = file.split(path.sep);
  return !parts.some((part) => ["", ".", ".."].includes(part)) && !isOffLimits(parts);
}

/**
 * Returns whether a path is in git's folder at any level, or in tsop's folder at the top. Ignores case, because some
 * disks do.
 */
export function isOffLimits(parts: readonly string[]): boolean {
  return parts.some((part) => part.toLowerCase() === ".git") || parts[0]?.toLowerCase() === stateFolder;
}

/**
 * Checks the paths of a journal. Its paths have all links resolved, so a link on one of them did not exist when the
 * journal was written.
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
          `leads through ${path.relative(root, folder)}, which is not a folder`,
        );
      }
    }
  }
}

/** How long a commit of another machine counts as running, because its processes are not visible. A commit takes milliseconds. */
const abandonedAfterMs = 60_000;

/** Returns whether the process that wrote the journal may still be running. */
export function isOwnerAlive(journal: Journal, modifiedAt: number, machine: Machine): boolean {
  if (journal.host !== machine.host) return machine.now() - modifiedAt < abandonedAfterMs;
  if (journal.pid === machine.pid) return false; // commits are synchronous, so an earlier process with this PID wrote it
  return machine.identify(journal.pid) === journal.start;
}

/** Returns whether another command is currently committing. An incomplete journal is still being written. */
export function isBeingWritten(root: string, machine: Machine = thisMachine): boolean {
  const file = journalFile(root);
  const facts = machine.fs.lstat(file);
  if (facts === undefined) return false;
  try {
    const journal = readJournal(file, machine);
    return journal === undefined || isOwnerAlive(journal, facts.modifiedAt, machine);
  } catch (error) {
    if (error instanceof TsopError) return false; // tsop did not write it
    throw error;
  }
}
