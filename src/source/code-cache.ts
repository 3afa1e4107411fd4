/**
 * Loads a large CommonJS module like `require` does, but from V8's code cache if an earlier run stored one: compiling
 * TypeScript takes longer than everything that tsop does with it. Node 20 has no built-in equivalent. The bundle of the
 * command line also loads its own large parts this way (scripts/bundle-cli.mjs).
 */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { constants, Script } from "node:vm";
import { crc32 } from "node:zlib";

/** The wrapper that `require` puts around a module. */
const wrapperStart = "(function (exports, require, module, __filename, __dirname) { ";

export interface LoadedModule {
  readonly exports: unknown;
  /** Whether a cache existed and V8 accepted it. */
  readonly isFromCache: boolean;
  /**
   * Stores a cache for the next run, with all functions called so far, unless a fully grown one exists or this run has
   * already stored one. Failing to write it is not an error.
   *
   * @param extent - the used extent of the module, from 0. The call replaces a cache of a smaller extent. Default 0.
   */
  keep(extent?: number): void;
}

export interface LoadOptions {
  /** The folder of the caches. Default: the user's cache folder. */
  readonly folder?: string;
  /** The `require` function of the module. Default: the same as for a module at its location. */
  readonly require?: (name: string) => unknown;
}

/** @param file - the module, absolute */
export function loadCached(
  file: string,
  { folder = userCacheFolder(), require = createRequire(file) }: LoadOptions = {},
): LoadedModule {
  const bytes = readFileSync(file);
  const cacheFile = path.join(folder, cacheName(file, bytes));
  // Node's own switch for its own compile cache.
  const isDisabled = process.env["NODE_DISABLE_COMPILE_CACHE"] !== undefined;
  const cache = isDisabled ? undefined : readCache(cacheFile);
  const script = new Script(`${wrapperStart}${bytes.toString("utf8")}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cache === undefined ? {} : { cachedData: cache.data }),
  });
  const isFromCache = cache !== undefined && script.cachedDataRejected !== true;
  let kept = -1; // the extent of the cache that this run has stored
  return {
    exports: run(script, file, require),
    isFromCache,
    keep: (extent = 0) => {
      const known = isFromCache && cache.extent >= extent ? cache : { generation: 0, extent };
      if (isDisabled || known.generation >= grown || kept >= extent) return;
      kept = extent;
      writeCache(cacheFile, { ...known, data: script.createCachedData(), generation: known.generation + 1 });
    },
  };
}

/** Runs a script like `require` does. */
function run(script: Script, file: string, require: (name: string) => unknown): unknown {
  const module: { exports: unknown } = { exports: {} };
  // The script is the function expression of the wrapper.
  const wrapper = script.runInThisContext() as (...values: readonly unknown[]) => void;
  wrapper.call(module.exports, module.exports, require, module, file, path.dirname(file));
  return module.exports;
}

/** Returns the user's own folder: in a shared folder, another user could place a file, and tsop runs the code in it. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, "tsop");
  if (process.platform === "win32" && local !== undefined) return path.join(local, "tsop", "Cache");
  return path.join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache", "tsop");
}

/**
 * Returns the name of a cache file with a checksum of the module, because V8 itself only compares the module's length. V8's
 * tag represents its version, flags and the processor.
 */
function cacheName(file: string, bytes: Buffer): string {
  const identity = [cacheFormat, cachedDataVersionTag(), crc32(bytes)].map((part) => part.toString(36)).join("-");
  return `${path.basename(file)}-${process.version}-${process.arch}-${identity}.bin`;
}

interface Cache {
  readonly data: Buffer;
  /** The number of runs that added the functions that they called. */
  readonly generation: number;
  readonly extent: number;
}

/** The first run may have failed early, so the cache grows in some further runs. */
const grown = 3;

const cacheFormat = 2;

/** A checksum of the rest, because a release build of V8 does not detect a damaged cache; generation and extent. */
const headerLength = 6;

function readCache(file: string): Cache | undefined {
  try {
    if (!isOwn(path.dirname(file)) || !isOwn(file)) return undefined;
    const bytes = readFileSync(file);
    if (bytes.length <= headerLength || bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return undefined;
    return { data: bytes.subarray(headerLength), generation: bytes.readUInt8(4), extent: bytes.readUInt8(5) };
  } catch {
    return undefined;
  }
}

/**
 * Returns whether only the user can have written it: V8 runs the code in a cache. Windows protects the user's own folder
 * itself.
 */
function isOwn(file: string): boolean {
  const { uid, mode } = lstatSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** The number of files to keep: TypeScript, and the parts of tsop (about 15), for some versions of each. */
const keptFiles = 60;

function writeCache(file: string, { data, generation, extent }: Cache): void {
  const bytes = Buffer.concat([Buffer.alloc(headerLength), data]);
  bytes.writeUInt8(generation, 4);
  bytes.writeUInt8(extent, 5);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  const folder = path.dirname(file);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  // If the home is read-only, full or missing, store nothing; the next run compiles again.
  ignoreFailure(() => {
    makeFolder(folder);
    writeFileSync(draft, bytes, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
    removeOldest(folder);
  });
  ignoreFailure(() => rmSync(draft, { force: true }));
}

/** Creates the folder and its parent, such as ~/.cache. Creates nothing if there is no home. */
function makeFolder(folder: string): void {
  for (const each of [path.dirname(folder), folder]) {
    if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  }
}

function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch {
    // The caller reports the failure.
  }
}

/** Removes the oldest files, because each version of Node and of the module has its own file. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.bin(?:\.[0-9a-f]+)?$/.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { file } of files.slice(keptFiles)) rmSync(file, { force: true });
}
