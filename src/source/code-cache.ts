/**
 * Loads a large CommonJS module as `require` does, but from V8's code cache where an earlier run left one: compiling
 * TypeScript takes longer than all that tsop does with it. Node 20 has nothing of the kind built in. The bundle of the
 * command line loads its own large parts by it too (scripts/bundle-cli.mjs).
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

/** What `require` puts around a module. */
const wrapperStart = "(function (exports, require, module, __filename, __dirname) { ";

export interface LoadedModule {
  readonly exports: unknown;
  /** Whether a cache was there and V8 took it. */
  readonly isFromCache: boolean;
  /**
   * Leaves a cache for the next run, with all functions that have been called by now, unless there is a grown one. That
   * none can be written is no failure.
   *
   * @param extent - how much of the module has been used, from 0; a cache of less is replaced. Default 0.
   */
  keep(extent?: number): void;
}

export interface LoadOptions {
  /** Where the caches lie. Default: the user's folder for such things. */
  readonly folder?: string;
  /** What the module gets as `require`. Default: as of a module in its place. */
  readonly require?: (name: string) => unknown;
}

/** @param file - the module, absolute */
export function loadCached(
  file: string,
  { folder = userCacheFolder(), require = createRequire(file) }: LoadOptions = {},
): LoadedModule {
  const bytes = readFileSync(file);
  const cacheFile = path.join(folder, cacheName(file, bytes));
  // Node's own switch for its own cache of the kind.
  const isDisabled = process.env["NODE_DISABLE_COMPILE_CACHE"] !== undefined;
  const cache = isDisabled ? undefined : readCache(cacheFile);
  const script = new Script(`${wrapperStart}${bytes.toString("utf8")}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cache === undefined ? {} : { cachedData: cache.data }),
  });
  const isFromCache = cache !== undefined && script.cachedDataRejected !== true;
  return {
    exports: run(script, file, require),
    isFromCache,
    keep: (extent = 0) => {
      const known = isFromCache && cache.extent >= extent ? cache : { generation: 0, extent };
      if (isDisabled || known.generation >= grown) return;
      writeCache(cacheFile, { ...known, data: script.createCachedData(), generation: known.generation + 1 });
    },
  };
}

/** As `require` runs it. */
function run(script: Script, file: string, require: (name: string) => unknown): unknown {
  const module: { exports: unknown } = { exports: {} };
  // The script is that function expression.
  const wrapper = script.runInThisContext() as (...values: readonly unknown[]) => void;
  wrapper.call(module.exports, module.exports, require, module, file, path.dirname(file));
  return module.exports;
}

/** The user's own folder: what lies in a shared one, somebody else may have put there, and it is code that we run. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, "tsop");
  if (process.platform === "win32" && local !== undefined) return path.join(local, "tsop", "Cache");
  return path.join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache", "tsop");
}

/** V8 itself compares no more of the module than its length. Its tag stands for its version, flags and the processor. */
function cacheName(file: string, bytes: Buffer): string {
  const identity = [cacheFormat, cachedDataVersionTag(), crc32(bytes)].map((part) => part.toString(36)).join("-");
  return `${path.basename(file)}-${process.version}-${process.arch}-${identity}.bin`;
}

interface Cache {
  readonly data: Buffer;
  /** How many runs have added the functions that they called. */
  readonly generation: number;
  readonly extent: number;
}

/** The first run may have been one that soon failed, so the cache grows with some more. */
const grown = 3;

const cacheFormat = 2;

/** A checksum of the rest, because a release build of V8 does not notice that a cache is damaged; generation and extent. */
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

/** Whether nobody else can have put it there: V8 runs what is in a cache. Windows keeps the user's own folder itself. */
function isOwn(file: string): boolean {
  const { uid, mode } = lstatSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** TypeScript, and the parts of tsop, for some versions of each. */
const keptFiles = 20;

function writeCache(file: string, { data, generation, extent }: Cache): void {
  const bytes = Buffer.concat([Buffer.alloc(headerLength), data]);
  bytes.writeUInt8(generation, 4);
  bytes.writeUInt8(extent, 5);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  const folder = path.dirname(file);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  // In a home that is read-only, full or not there, nothing is kept, and the next run compiles again.
  ignoreFailure(() => {
    makeFolder(folder);
    writeFileSync(draft, bytes, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
    removeOldest(folder);
  });
  ignoreFailure(() => rmSync(draft, { force: true }));
}

/** With the one above it, such as ~/.cache. Where there is no home, none is made. */
function makeFolder(folder: string): void {
  for (const each of [path.dirname(folder), folder]) {
    if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  }
}

function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch {
    // Said by the caller.
  }
}

/** Each version of Node and of the module has a file of its own. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.bin(?:\.[0-9a-f]+)?$/.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { file } of files.slice(keptFiles)) rmSync(file, { force: true });
}
