import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadCached } from "../../src/source/code-cache.js";
import { modeOf, tempFolder, writeFiles } from "../support/temp-folder.js";

const code = `const path = require("node:path");
const near = require("./near.cjs");
exports.base = () => path.basename(__filename) + near + (this === module.exports) + path.basename(__dirname);
`;

function setUp() {
  const root = tempFolder({ "lib/module.cjs": code, "lib/near.cjs": 'module.exports = "-near-";' });
  const folder = path.join(root, "cache/tsop");
  const load = () => loadCached(path.join(root, "lib/module.cjs"), { folder });
  /** Returns the output of the module, which shows whether it was loaded like require() would. */
  const said = ({ exports }: ReturnType<typeof load>): string => (exports as { base: () => string }).base();
  const cached = (): string => path.join(folder, readdirSync(folder)[0] ?? "");
  return { root, folder, load, said, cached };
}

const expected = "module.cjs-near-truelib";

test("a module is loaded as require loads it, at first and from the cache", () => {
  const { load, said } = setUp();
  const first = load();
  expect([said(first), first.isFromCache]).toEqual([expected, false]);
  first.keep();
  const second = load();
  expect([said(second), second.isFromCache]).toEqual([expected, true]);
});

test("the cache is the user's alone, grows with some runs, and is not written again after that", () => {
  const { folder, load, cached } = setUp();
  load().keep();
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(cached())).toBe(0o600);
  load().keep();
  load().keep();
  const before = readFileSync(cached());
  const past = new Date("2001-02-03T04:05:06Z");
  utimesSync(cached(), past, past);
  load().keep();
  expect(statSync(cached()).mtime).toEqual(past);
  expect(readFileSync(cached())).toEqual(before);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("a run stores its cache once, and again when it has used more of the module", () => {
  const { load, cached } = setUp();
  const module = load();
  module.keep();
  const past = new Date("2001-02-03T04:05:06Z");
  const isStoredBy = (keep: () => void): boolean => {
    utimesSync(cached(), past, past);
    keep();
    return statSync(cached()).mtimeMs !== past.getTime();
  };
  expect(isStoredBy(() => module.keep())).toBe(false);
  expect(isStoredBy(() => module.keep(1))).toBe(true);
  expect(isStoredBy(() => module.keep(0))).toBe(false);
  expect(isStoredBy(() => load().keep(1))).toBe(true); // the next run
});

test("a grown cache is replaced when more of the module has been used, and not by less", () => {
  const { load, cached } = setUp();
  for (let run = 0; run < 4; run++) load().keep();
  const before = readFileSync(cached());
  load().keep(1);
  const after = readFileSync(cached());
  expect(after).not.toEqual(before);
  for (let run = 0; run < 4; run++) load().keep(1);
  const grown = readFileSync(cached());
  load().keep(0);
  expect(readFileSync(cached())).toEqual(grown);
});

test("a module gets the require that it is given, and can import", async () => {
  const { root, folder } = setUp();
  writeFiles(root, {
    "lib/asks.cjs": 'module.exports = async () => require("given") + (await import("./later.mjs")).default;',
    "lib/later.mjs": "export default import.meta.url.slice(-9);",
  });
  const require = (name: string): string => `<${name}>`;
  const load = () => loadCached(path.join(root, "lib/asks.cjs"), { folder, require });
  load().keep();
  const { exports, isFromCache } = load();
  expect(isFromCache).toBe(true);
  expect(await (exports as () => Promise<string>)()).toBe("<given>later.mjs");
});

test.each<[string, (bytes: Buffer) => Uint8Array]>([
  ["cut short", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["empty", () => Buffer.alloc(0)],
  ["a bit different", (bytes) => bytes.map((byte, index) => (index === bytes.length - 9 ? byte ^ 1 : byte))],
  ["something else", () => Buffer.from("not a cache at all")],
])("a cache that is %s is not used, and replaced", (_what, damage) => {
  const { load, said, cached } = setUp();
  load().keep();
  writeFileSync(cached(), damage(readFileSync(cached())));
  const again = load();
  expect([said(again), again.isFromCache]).toEqual([expected, false]);
  again.keep();
  expect(load().isFromCache).toBe(true);
});

test("a module that has changed is not taken for the one before, although it is as long", () => {
  const { root, load, said } = setUp();
  load().keep();
  writeFiles(root, { "lib/module.cjs": code.replace("basename(__dirname)", "basename('/b/lob')//") });
  const changed = load();
  expect([said(changed), changed.isFromCache]).toEqual([expected.replace("lib", "lob"), false]);
});

test("Node's switch turns it off", () => {
  const { root, load, said } = setUp();
  vi.stubEnv("NODE_DISABLE_COMPILE_CACHE", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const loaded = load();
  loaded.keep();
  expect(said(loaded)).toBe(expected);
  expect(readdirSync(root)).toEqual(["lib"]);
});

test("a folder that cannot be made is no failure", () => {
  const { root, load, said } = setUp();
  writeFiles(root, { cache: "a file" });
  const loaded = load();
  loaded.keep();
  expect(said(loaded)).toBe(expected);
});

test("a home that does not exist is not made", () => {
  const { root } = setUp();
  const loaded = loadCached(path.join(root, "lib/module.cjs"), { folder: path.join(root, "home/.cache/tsop") });
  loaded.keep();
  expect(readdirSync(root)).toEqual(["lib"]);
});

test("a folder that may not be written to is no failure", () => {
  const { folder, load, said } = setUp();
  load().keep();
  for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), "");
  chmodSync(folder, 0o500);
  const loaded = load();
  loaded.keep();
  expect(said(loaded)).toBe(expected);
  chmodSync(folder, 0o700);
});

test("only the newest caches are kept, and files of others are left alone", () => {
  const { folder, load } = setUp();
  writeFiles(folder, { "notes.txt": "mine" });
  for (let age = 1; age <= 65; age++) {
    const name = path.join(folder, `old-${age}.bin`);
    writeFileSync(name, "x");
    const at = new Date(Date.UTC(2020, 0, 80 - age));
    utimesSync(name, at, at);
  }
  load().keep();
  const left = readdirSync(folder);
  expect(left).toHaveLength(1 + 60);
  expect(left).toEqual(expect.arrayContaining(["notes.txt", "old-1.bin", "old-59.bin"]));
});

// On Windows, the system protects the folder of each user.
test.skipIf(process.platform === "win32")("code that another user could have written there is not run", () => {
  const { folder, load, cached } = setUp();
  load().keep();
  expect(load().isFromCache).toBe(true);
  chmodSync(cached(), 0o666);
  expect(load().isFromCache).toBe(false);
  chmodSync(cached(), 0o600);
  chmodSync(folder, 0o777);
  expect(load().isFromCache).toBe(false);
  chmodSync(folder, 0o700);
  expect(load().isFromCache).toBe(true);
});
