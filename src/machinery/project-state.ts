/**
 * The only access to `.tsop/`, where tsop stores data of this folder on this machine. A cloned or unpacked repository
 * can contain its own `.tsop`, so tsop uses only data that it has written here itself. It rejects a folder that git
 * tracks, or that contains links. It uses records only with the mark that tsop has written to the folder.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { readJson } from "../core/json-fields.js";
import { systemCode } from "./file-system.js";
import { trackedPath } from "./git-index.js";

export const stateFolder = ".tsop";

/** The folder of a command, and its environment. */
export interface StatePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The records that one command keeps for the next. If a record is lost, the user only has to provide the data again. */
const records = ["image.json", "clusters.json", "manifests.json", "update.json"] as const;
export type RecordName = (typeof records)[number];

/** Caches that tsop regenerates if they may belong to another user. */
const caches = ["cache"] as const;

const markName = "place.json";

/**
 * Returns the state folder of a project, or undefined if it does not exist.
 *
 * @throws TsopError `files/untrusted-state` for a folder that may belong to another user
 */
export function findState(root: string): string | undefined {
  const folder = path.join(root, stateFolder);
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  if (!facts.isDirectory()) {
    throw untrusted(stateFolder, `is ${facts.isSymbolicLink() ? "a symbolic link" : "not a folder"}`);
  }
  const tracked = trackedPath(root, stateFolder);
  if (tracked !== undefined) {
    throw new TsopError(
      "files/untrusted-state",
      `git tracks ${tracked}, so ${stateFolder} does not belong to this machine`,
      {
        at: { file: stateFolder },
        hint:
          `tsop stores data of one user on one machine there. Remove it from the repository:\n` +
          `git rm -r --cached ${stateFolder} && rm -r ${stateFolder} && echo ${stateFolder}/ >> .gitignore`,
      },
    );
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) refuseSpecial(`${stateFolder}/${entry.name}`, entry);
  }
  return folder;
}

/** @throws TsopError as {@link findState}, and `files/write-failed` */
function makeState(root: string): string {
  const found = findState(root);
  if (found !== undefined) return found;
  const folder = path.join(root, stateFolder);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw writeFailed(stateFolder, error);
    return findState(root) ?? folder; // another command has created it
  }
  return folder;
}

/**
 * Returns the absolute path of an entry in the state folder, which need not exist. Creates the folders on the way.
 *
 * @param name - relative, with forward slashes
 * @throws TsopError `files/untrusted-state` where a link is on the way, and `files/write-failed`
 */
export function statePath(root: string, name: string): string {
  const parts = name.split("/");
  if (parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) throw new Error(`no name of state: ${name}`);
  let file = makeState(root);
  for (const [index, part] of parts.entries()) {
    file = path.join(file, part);
    const facts = lstatSync(file, { throwIfNoEntry: false });
    const isLast = index === parts.length - 1;
    const shown = [stateFolder, ...parts.slice(0, index + 1)].join("/");
    if (facts !== undefined && !facts.isDirectory() && !(isLast && facts.isFile())) refuseSpecial(shown, facts);
    if (facts === undefined && !isLast) makeFolder(file, shown);
  }
  return file;
}

/** Creates a folder for files that a program writes, if it does not exist. */
export function makeStateFolder(root: string, name: string): void {
  statePath(root, `${name}/file`);
}

/** Writes a file that only its owner can read. The file appears completely and replaces an existing file. */
export function writeState(root: string, name: string, text: string): string {
  const file = statePath(root, name);
  replaceFile(file, text, `${stateFolder}/${name}`);
  return file;
}

/** Deletes a file or a folder, if it exists. */
export function removeState(root: string, name: string): void {
  if (findState(root) === undefined) return;
  try {
    rmSync(statePath(root, name), { recursive: true, force: true });
  } catch (error) {
    throw writeFailed(`${stateFolder}/${name}`, error);
  }
}

/**
 * Reads a record; the caller must validate it. Returns undefined if nothing was recorded here: a copy or a clone of the
 * folder has no records, and CI does not use them.
 *
 * @throws TsopError as {@link findState}
 */
export function readRecord({ cwd, env }: StatePlace, name: RecordName): unknown {
  if (isContinuousIntegration(env)) return undefined;
  const folder = findState(cwd);
  if (folder === undefined || !isMarked(cwd, folder)) return undefined;
  return readJson(readOwn(path.join(folder, name)));
}

/**
 * Writes a record. First deletes data that another user has left in the folder. Writes nothing in a folder that is not
 * writable.
 *
 * @throws TsopError `files/untrusted-state`
 */
export function writeRecord(root: string, name: RecordName, value: unknown): void {
  try {
    takeOver(root);
    writeState(root, name, `${JSON.stringify(value, undefined, 2)}\n`);
  } catch (error) {
    if (!(error instanceof TsopError) || error.code !== "files/write-failed") throw error;
  }
}

/** Makes the folder tsop's own: from now on, its records and caches are known to be written here. */
export function takeOver(root: string): void {
  const folder = makeState(root);
  if (isMarked(root, folder)) return;
  for (const name of [...records, ...caches]) removeState(root, name);
  writeState(root, markName, `${JSON.stringify(placeOf(root, folder))}\n`);
}

/** Returns whether the command runs in CI. GitHub, GitLab, and other services set CI to `true`. */
export function isContinuousIntegration({ CI = "" }: StatePlace["env"]): boolean {
  return !["", "0", "false"].includes(CI.toLowerCase());
}

interface Place {
  readonly root: string;
  readonly inode: string;
  readonly born: string;
}

/** Returns properties of the folder that the creator of a repository cannot know before it is cloned. */
function placeOf(root: string, folder: string): Place {
  const { ino, birthtimeNs } = lstatSync(folder, { bigint: true });
  return { root: realpathSync(root), inode: String(ino), born: String(birthtimeNs) };
}

function isMarked(root: string, folder: string): boolean {
  const mark = readJson(readOwn(path.join(folder, markName)));
  if (typeof mark !== "object" || mark === null || !("root" in mark && "inode" in mark && "born" in mark)) return false;
  const place = placeOf(root, folder);
  const { ctimeNs } = lstatSync(folder, { bigint: true });
  // Some file systems do not store the time of creation, and return the time of the last change.
  const isBirthKnown = place.born !== "0" && place.born !== String(ctimeNs);
  return mark.root === place.root && mark.inode === place.inode && (!isBirthKnown || mark.born === place.born);
}

const maxRecordBytes = 64 * 1024 * 1024;

/** Returns the text of a regular file without following links, or an empty text for anything else. */
function readOwn(file: string): string {
  // Windows lacks the last two flags; `|` treats undefined as 0.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let descriptor: number;
  try {
    descriptor = openSync(file, flags);
  } catch {
    return "";
  }
  try {
    const facts = fstatSync(descriptor);
    return facts.isFile() && facts.size <= maxRecordBytes ? readFileSync(descriptor, "utf8") : "";
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file without following links: the name gets a new file. */
export function replaceFile(file: string, content: string | Uint8Array, shown: string, mode = 0o600): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, content, { flag: "wx", mode });
    try {
      renameSync(draft, file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  } catch (error) {
    throw writeFailed(shown, error);
  }
}

function makeFolder(folder: string, shown: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw writeFailed(shown, error);
  }
}

function refuseSpecial(shown: string, entry: { isSymbolicLink(): boolean; isFile(): boolean }): never {
  if (entry.isFile()) throw untrusted(shown, "is a file, not a folder");
  throw untrusted(shown, `is ${entry.isSymbolicLink() ? "a symbolic link" : "not a regular file"}`);
}

/** Returns the error for data in the state folder that tsop has not written. */
export function untrusted(shown: string, why: string): TsopError {
  return new TsopError("files/untrusted-state", `${shown} ${why}, and tsop did not create it`, {
    at: { file: shown },
    hint: `Look at it, then delete it: rm -r ${shown}. tsop recreates ${stateFolder} when it needs it.`,
  });
}

function writeFailed(shown: string, cause: unknown): TsopError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TsopError("files/write-failed", `cannot write ${shown}: ${why}`, {
    cause,
    hint: "Get write access to the folder, or work in another folder.",
  });
}
