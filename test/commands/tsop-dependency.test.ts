import { cpSync, utimesSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Parser } from "tar";
import { describe, expect, test } from "vitest";
import { packSelf } from "../../src/commands/pack-self.js";
import { chooseTsopDependency, isFromRegistry } from "../../src/commands/tsop-dependency.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const packageFiles = {
  "package.json": '{"name":"tsop","version":"1.2.3","files":["bin","dist","CHANGELOG.md"]}',
  "README.md": "readme",
  LICENSE: "licence",
  "CHANGELOG.md": "changes",
  "bin/tsop.js": "#!/usr/bin/env node",
  "dist/a/b.js": "b",
  "src/secret.ts": "not packed",
  ".npmrc": "not packed",
};

async function entriesOf(tarball: Uint8Array): Promise<string[]> {
  const entries: string[] = [];
  const parser = new Parser({
    onReadEntry: (entry) => {
      entries.push(entry.path);
      entry.resume();
    },
  });
  await pipeline(Readable.from([Buffer.from(tarball)]), parser);
  return entries;
}

describe("a packed tsop", () => {
  test("contains the files that package.json names, and those of every package", async () => {
    const { content } = await packSelf(tempFolder(packageFiles));
    expect((await entriesOf(content)).toSorted()).toEqual([
      "package/CHANGELOG.md",
      "package/LICENSE",
      "package/README.md",
      "package/bin/tsop.js",
      "package/dist/a/b.js",
      "package/package.json",
    ]);
  });

  test("is the same, byte for byte, in another folder at another time", async () => {
    const [one, two] = [tempFolder(packageFiles), tempFolder()];
    cpSync(one, two, { recursive: true });
    utimesSync(path.join(two, "README.md"), 1, 1);
    const [first, second] = [await packSelf(one), await packSelf(two)];
    expect(second.file).toBe(first.file);
    expect(Buffer.compare(Buffer.from(first.content), Buffer.from(second.content))).toBe(0);
  });

  test("has its contents in its name", async () => {
    const first = await packSelf(tempFolder(packageFiles));
    const second = await packSelf(tempFolder({ ...packageFiles, "dist/a/b.js": "c" }));
    expect(first.file).toMatch(/^vendor\/tsop-1\.2\.3-[0-9a-f]{8}\.tgz$/);
    expect(second.file).not.toBe(first.file);
  });
});

describe("the dependency of a scaffold", () => {
  test("is what --tsop says", async () => {
    expect(await chooseTsopDependency("file:../tsop")).toEqual({ kind: "named", spec: "file:../tsop" });
  });

  const installed = (entry: object | undefined): string => {
    const lock = JSON.stringify({ packages: entry === undefined ? {} : { "node_modules/tsop": entry } });
    const root = tempFolder({ "node_modules/.package-lock.json": lock });
    writeFiles(path.join(root, "node_modules/tsop"), packageFiles);
    return path.join(root, "node_modules/tsop");
  };

  test.each([
    { version: "1.2.3", resolved: "https://registry.example.com/tsop/-/tsop-1.2.3.tgz", integrity: "sha512-x" },
    { version: "1.2.3", integrity: "sha512-x" },
  ])("is the version where npm installed tsop from a registry: %j", async (entry) => {
    const folder = installed(entry);
    expect(isFromRegistry(folder)).toBe(true);
    const dependency = await chooseTsopDependency(undefined, folder);
    expect(dependency.spec).toMatch(/^\^\d/);
  });

  test.each([
    [{ resolved: "../../tsop", link: true }],
    [{ version: "1.2.3", resolved: "file:tsop-1.2.3.tgz", integrity: "sha512-x" }],
    [{ version: "1.2.3", resolved: "git+ssh://git@example.com/tsop.git#abc" }],
    [{ version: "1.2.3", resolved: "https://example.com/downloads/tsop.tgz", integrity: "sha512-x" }],
    [undefined],
  ])("is a copy where it came from elsewhere: %j", async (entry) => {
    const folder = installed(entry);
    expect(isFromRegistry(folder)).toBe(false);
    const dependency = await chooseTsopDependency(undefined, folder);
    expect(dependency.spec).toMatch(/^file:vendor\/tsop-1\.2\.3-[0-9a-f]{8}\.tgz$/);
  });

  test("is a copy when tsop runs from a checkout", () => {
    expect(isFromRegistry(tempFolder(packageFiles))).toBe(false);
  });
});
