import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { moduleCache } from "./module-cache.js";
import { tempFolder, writeFiles } from "./temp-folder.js";

const repository = {
  "package.json": "{}",
  "tsconfig.json": "{}",
  "test/tsconfig.examples.json": "{}",
  "src/a.ts": "1",
  ...Object.fromEntries(["bench", "examples", "scripts", "site"].map((folder) => [`${folder}/a.ts`, ""])),
};

describe("the folder of the transformed modules", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["another text", { "src/a.ts": "2" }],
    ["a file that no test imports", { "test/golden/a.ts": "", "examples/bar/node_modules/a.js": "", "dist/a.js": "" }],
  ])("stays after %s", (_, change) => {
    const root = tempFolder(repository);
    const before = moduleCache(root);
    writeFiles(root, change);
    expect(moduleCache(root)).toBe(before);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["a new file", { "src/deep/b.ts": "" }],
    ["another setting", { "tsconfig.json": '{ "compilerOptions": { "target": "es2022" } }' }],
  ])("is another one after %s", (_, change) => {
    const root = tempFolder(repository);
    const before = moduleCache(root);
    writeFiles(root, change);
    expect(moduleCache(root)).not.toBe(before);
  });

  test("is another one without a file", () => {
    const root = tempFolder(repository);
    const before = moduleCache(root);
    rmSync(path.join(root, "src/a.ts"));
    expect(moduleCache(root)).not.toBe(before);
  });

  test("is removed when no run has taken it for an hour", () => {
    const root = tempFolder(repository);
    const [old, recent] = ["old", "recent"].map((name) => {
      writeFiles(root, { [`src/${name}.ts`]: "" });
      return moduleCache(root);
    }) as [string, string];
    writeFileSync(path.join(old, "module"), "");
    const before = new Date(Date.now() - 3_700_000);
    utimesSync(old, before, before);
    writeFiles(root, { "src/new.ts": "" });
    moduleCache(root);
    expect([old, recent].map((folder) => existsSync(folder))).toEqual([false, true]);
  });
});
