import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { FileAction } from "../../src/machinery/snapshot.js";
import { commit } from "../../src/machinery/commit.js";
import { type FileSystem, nodeFileSystem } from "../../src/machinery/file-system.js";
import { type Machine, thisMachine } from "../../src/machinery/machine.js";
import { recover } from "../../src/machinery/recover.js";
import { modeOf, snapshot, tempFolder } from "../support/temp-folder.js";
import { after, before, plan, refusal, faulty } from "./commit-plan.js";

describe("commit", () => {
  test("carries out every action and leaves nothing else behind", () => {
    const root = tempFolder(before);
    commit(root, plan);
    expect(snapshot(root)).toEqual(after);
  });

  test("does nothing at all for an empty plan", () => {
    const root = path.join(tempFolder(), "not-made");
    commit(root, []);
    expect(existsSync(root)).toBe(false);
  });

  test("makes the root and what leads to it, and removes them again when it fails", () => {
    const root = path.join(tempFolder(), "a", "b");
    commit(root, [{ kind: "create", path: "x", content: "" }]);
    expect(snapshot(root)).toEqual({ x: "" });
    const other = path.join(root, "c", "d");
    refusal(() => commit(other, [{ kind: "overwrite", path: "x", content: "", before: "?" }]));
    expect(snapshot(root)).toEqual({ x: "" });
  });

  test("deletes the folders that its deletions empty, and no other folder", () => {
    const root = tempFolder({ "a/b/c/x": "1", "a/b/y": "2", "d/x": "3", "d/y": "4" });
    mkdirSync(path.join(root, "empty"));
    const deletions = ["a/b/c/x", "a/b/y", "d/x"].map((file) => ({ kind: "delete", path: file }) as const);
    commit(
      root,
      deletions.map((each) => ({ ...each, before: readFileSync(path.join(root, each.path), "utf8") })),
    );
    expect(snapshot(root)).toEqual({ "d/": "", "d/y": "4", "empty/": "" });
  });

  test("keeps other files of .tsop", () => {
    const root = tempFolder({ ".tsop/confirmed.json": "{}" });
    commit(root, [{ kind: "create", path: "x", content: "" }]);
    expect(snapshot(root)).toEqual({ ".tsop/": "", ".tsop/confirmed.json": "{}", x: "" });
  });

  test("keeps the permission bits of a file and gives a new one those it asks for", () => {
    const root = tempFolder({ run: "a" });
    chmodSync(path.join(root, "run"), 0o751);
    commit(root, [
      { kind: "overwrite", path: "run", content: "b", before: "a" },
      { kind: "create", path: "new", content: "", mode: 0o755 },
    ]);
    expect(modeOf(path.join(root, "run"))).toBe(0o751);
    expect(modeOf(path.join(root, "new")) & 0o700).toBe(0o700);
  });

  test("writes bytes as they are", () => {
    const root = tempFolder();
    commit(root, [{ kind: "create", path: "bytes", content: new Uint8Array([0, 255, 128]) }]);
    expect([...readFileSync(path.join(root, "bytes"))]).toEqual([0, 255, 128]);
  });

  test("writes through a link that stays in the project", () => {
    const root = tempFolder({ "real/main.ts": "old" });
    symlinkSync("real/main.ts", path.join(root, "main.ts"));
    commit(root, [{ kind: "overwrite", path: "main.ts", content: "new", before: "old" }]);
    expect(snapshot(root)).toEqual({ "main.ts": "(link)", "real/": "", "real/main.ts": "new" });
  });
});

describe("commit refuses and leaves every file as it was", () => {
  test.each<{ name: string; prepare: (root: string) => void; code: string; message: string }>([
    {
      name: "when a file changed since it was read",
      prepare: (root) => writeFileSync(path.join(root, "main.ts"), "edited"),
      code: "files/changed-meanwhile",
      message: "main.ts changed",
    },
    {
      name: "when a file to be changed is gone",
      prepare: (root) => rmSync(path.join(root, "main.ts")),
      code: "files/changed-meanwhile",
      message: "main.ts changed",
    },
    {
      name: "when a new file has appeared",
      prepare: (root) => {
        mkdirSync(path.join(root, "deep/er"), { recursive: true });
        writeFileSync(path.join(root, "deep/er/new.txt"), "somebody's");
      },
      code: "files/changed-meanwhile",
      message: "deep/er/new.txt changed",
    },
    {
      name: "when the target is a folder",
      prepare: (root) => {
        rmSync(path.join(root, "main.ts"));
        mkdirSync(path.join(root, "main.ts"));
      },
      code: "files/write-failed",
      message: "main.ts is a folder",
    },
    {
      name: "when a parent folder is a file",
      prepare: (root) => writeFileSync(path.join(root, "deep"), "file"),
      code: "files/write-failed",
      message: "deep is not a folder",
    },
    {
      name: "when a parent folder is a link out of the project",
      prepare: (root) => symlinkSync("/tmp", path.join(root, "deep")),
      code: "files/write-failed",
      message: "leads outside the project",
    },
    {
      name: "when the target is a link out of the project",
      prepare: (root) => {
        rmSync(path.join(root, "main.ts"));
        symlinkSync("/etc/hostname", path.join(root, "main.ts"));
      },
      code: "files/write-failed",
      message: "leads outside the project",
    },
    {
      name: "when the target is a link to nothing",
      prepare: (root) => symlinkSync("nowhere", path.join(root, "deep")),
      code: "files/write-failed",
      message: "symbolic link to a missing file",
    },
  ])("$name", ({ prepare, code, message }) => {
    const root = tempFolder(before);
    prepare(root);
    const unchanged = snapshot(root);
    const error = refusal(() => commit(root, plan));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.hint).toBeDefined();
    expect(snapshot(root)).toEqual(unchanged);
  });

  test.each([
    ["ENOSPC", "no space left on device", "Free space"],
    ["EACCES", "permission denied", "write access"],
    ["EROFS", "read-only file system", "write access"],
    ["EIO", "i/o error", "Correct the cause"],
  ])("when the disk says %s", (code, text, hint) => {
    const root = tempFolder(before);
    const error = refusal(() => commit(root, plan, faulty({ at: 12, code, text }).machine));
    expect(error).toMatchObject({ code: "files/write-failed", hint: expect.stringContaining(hint) as string });
    expect(error.message).toContain(text);
    expect(snapshot(root)).toEqual(before);
  });

  test("a plan that names a path outside or twice is a bug, not a message", () => {
    const root = tempFolder();
    for (const bad of ["../x", "/x", "a//b", "a/./b", ""]) {
      expect(() => commit(root, [{ kind: "create", path: bad, content: "" }])).toThrow("not a path below the project");
    }
    const twice: FileAction = { kind: "create", path: "x", content: "" };
    expect(() => commit(root, [twice, twice])).toThrow("twice");
    expect(snapshot(root)).toEqual({});
  });
});

describe("another command at work", () => {
  const journal = (changes: object): string =>
    JSON.stringify({ pid: 4711, start: "77", host: "here", token: "t", entries: [], folders: [], ...changes });
  const machine: Machine = {
    ...thisMachine,
    host: "here",
    identify: (pid) => (pid === 4711 ? "77" : thisMachine.identify(pid)),
  };

  test("is waited for while its process is alive", () => {
    const root = tempFolder({ ".tsop/journal.json": journal({}) });
    const error = refusal(() => commit(root, plan, machine));
    expect(error).toMatchObject({ code: "files/busy", message: expect.stringContaining("4711") as string });
  });

  test.each([
    ["has ended", journal({ pid: 4712 })],
    ["has ended, and another has its number", journal({ start: "76" })],
    ["never finished its first step", '{"pid":'],
  ])("is rolled back when its process %s", (_, text) => {
    const root = tempFolder({ ".tsop/journal.json": text });
    const identify = (pid: number): string | undefined => (pid === 4712 ? undefined : machine.identify(pid));
    recover(root, { ...machine, identify });
    expect(snapshot(root)).toEqual({});
  });

  test("on another machine counts as running for a minute", () => {
    const root = tempFolder({ ".tsop/journal.json": journal({ host: "there" }) });
    expect(refusal(() => recover(root, machine)).code).toBe("files/busy");
    recover(root, { ...machine, now: () => Date.now() + 61_000 });
    expect(snapshot(root)).toEqual({});
  });

  test("that wins the race for the journal is reported as busy", () => {
    const root = tempFolder(before);
    const racing: FileSystem = {
      ...nodeFileSystem,
      link: (existing, file) => {
        writeFileSync(file, journal({}));
        nodeFileSystem.link(existing, file);
      },
    };
    expect(refusal(() => commit(root, plan, { ...machine, fs: racing })).code).toBe("files/busy");
    expect(snapshot(root)).toEqual({ ...before, ".tsop/": "", ".tsop/journal.json": journal({}) });
  });
});

describe("a folder that cannot be written", () => {
  const refuse = (): never => {
    throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
  };
  const readOnly: FileSystem = {
    ...nodeFileSystem,
    ...{ writeNew: refuse, link: refuse, rename: refuse, unlink: refuse, chmod: refuse, mkdir: refuse, rmdir: refuse },
  };

  test("is no trouble where nothing was interrupted", () => {
    const root = tempFolder({ ".tsop/image.json": "{}" });
    const nothing = { rolledBack: false, kept: [] };
    expect(recover(root, { ...thisMachine, fs: readOnly })).toEqual(nothing);
  });

  test("with an empty state folder is none either", () => {
    const root = tempFolder();
    mkdirSync(path.join(root, ".tsop"));
    expect(recover(root, { ...thisMachine, fs: readOnly })).toEqual({ rolledBack: false, kept: [] });
  });

  test("is reported if a rollback changed a file", () => {
    const root = tempFolder({ ".tsop/journal.json": "{" });
    expect(refusal(() => recover(root, { ...thisMachine, fs: readOnly }))).toMatchObject({
      code: "files/write-failed",
      message: expect.stringContaining("cannot roll back the changes of an interrupted command") as string,
    });
  });
});
