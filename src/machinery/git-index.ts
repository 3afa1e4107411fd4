/**
 * Whether git tracks a path, read from the index itself: running `git` in a folder that somebody else has made would run what
 * that folder's configuration names.
 */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** Larger ones are not read: no repository that people work in has one. */
const maxIndexBytes = 512 * 1024 * 1024;

/**
 * The first path that git tracks at or below `name` in a folder; undefined where it tracks none, and outside of a repository.
 * Upper and lower case count as the same, as they do on many disks.
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
    return undefined; // what cannot be read tells nothing
  }
}

function findRepository(from: string): { readonly root: string; readonly gitFolder: string } | undefined {
  for (let root = from; ; root = path.dirname(root)) {
    const file = path.join(root, ".git");
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts?.isDirectory() === true) return { root, gitFolder: file };
    if (facts?.isFile() === true) {
      // Of a worktree or a submodule.
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
  /** The file has the form that was assumed. */
  readonly isWhole: boolean;
}

const statLength = 40;
/** No system has longer paths, and a file that had them would take long to read. */
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
    // Up to version 3, an entry is filled up with one to eight zeros to a multiple of eight.
    at = version === 4 ? end + 1 : start + Math.floor((end - start + 8) / 8) * 8;
  }
  return { path: undefined, isWhole: true };
}

function isAtOrBelow(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}/`);
}

/** The number with which a version 4 entry begins. */
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
