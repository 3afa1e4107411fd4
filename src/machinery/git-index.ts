/**
 * Checks whether git tracks a path. Reads the index itself, because `git` in a folder from another user would run the
 * programs in that folder's configuration.
 */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** The size limit of an index. No real repository has a larger index. */
const maxIndexBytes = 512 * 1024 * 1024;

/**
 * Returns the first path that git tracks at or below `name` in a folder. Returns undefined if git tracks none, and
 * outside a repository. Ignores case, as many disks do.
 */
export function trackedPath(root: string, name: string): string | undefined {
  try {
    const real = realpathSync(root);
    const repository = findRepository(real);
    if (repository === undefined) return undefined;
    const index = readRegular(path.join(repository.gitFolder, "index"));
    if (index === undefined) return undefined;
    const prefix = path.relative(repository.root, real).split(path.sep).join("/");
    return findInIndex(index, prefix === "" ? name : `${prefix}/${name}`);
  } catch {
    return undefined; // an unreadable index gives no information
  }
}

function findRepository(from: string): { readonly root: string; readonly gitFolder: string } | undefined {
  for (let root = from; ; root = path.dirname(root)) {
    const file = path.join(root, ".git");
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts?.isDirectory() === true) return { root, gitFolder: file };
    if (facts?.isFile() === true) {
      // The file of a worktree or a submodule.
      const folder = /^gitdir: (.+)$/m.exec(readRegular(file)?.toString("utf8") ?? "")?.[1];
      return folder === undefined ? undefined : { root, gitFolder: path.resolve(root, folder) };
    }
    if (root === path.dirname(root)) return undefined;
  }
}

function readRegular(file: string): Buffer | undefined {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size <= maxIndexBytes ? readFileSync(file) : undefined;
}

/** @param index - a file of gitformat-index(5), versions 2 to 4, with names of objects of either length */
export function findInIndex(index: Buffer, wanted: string): string | undefined {
  for (const hashLength of [20, 32]) {
    const found = scan(index, wanted.toLowerCase(), hashLength);
    if (found.isWhole) return found.path;
  }
  return undefined;
}

interface Scan {
  readonly path: string | undefined;
  /** Whether the file has the assumed format. */
  readonly isWhole: boolean;
}

const statLength = 40;
/** The length limit of a path. No system has longer paths, and they would take long to read. */
const maxNameBytes = 0x10000;
const damaged: Scan = { path: undefined, isWhole: false };

function scan(index: Buffer, wanted: string, hashLength: number): Scan {
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return damaged;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return damaged;
  let at = 12;
  let last: Buffer = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const start = at;
    at += statLength + hashLength;
    if (at + 2 > index.length) return damaged;
    const flags = index.readUInt16BE(at);
    at += version >= 3 && (flags & 0x4000) !== 0 ? 4 : 2;
    let kept = 0;
    if (version === 4) {
      const strip = readOffset(index, at);
      if (strip === undefined || strip.value > last.length) return damaged;
      kept = last.length - strip.value;
      at = strip.next;
    }
    const end = index.indexOf(0, at);
    if (end < 0 || end - at + kept > maxNameBytes) return damaged;
    const name: Buffer = Buffer.concat([last.subarray(0, kept), index.subarray(at, end)]);
    const length = flags & 0xfff;
    if (length === 0xfff ? name.length < 0xfff : name.length !== length) return damaged;
    const text = name.toString("utf8");
    if (isAtOrBelow(text.toLowerCase(), wanted)) return { path: text, isWhole: true };
    last = name;
    // Up to version 3, one to eight zeros pad an entry to a multiple of eight bytes.
    at = version === 4 ? end + 1 : start + Math.floor((end - start + 8) / 8) * 8;
  }
  return { path: undefined, isWhole: true };
}

function isAtOrBelow(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}/`);
}

/** Reads the number at the start of a version 4 entry. */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0;
  for (let at = from; at < Math.min(from + 5, index.length); at++) {
    const byte = index.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
    value += 1;
  }
  return undefined;
}
