import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findInIndex, trackedPath } from "../../src/machinery/git-index.js";
import {
  findState,
  readRecord,
  removeState,
  statePath,
  takeOver,
  writeRecord,
  writeState,
} from "../../src/machinery/project-state.js";
import { seeded } from "../support/seeded.js";
import { modeOf, tempFolder } from "../support/temp-folder.js";

const untrusted = expect.objectContaining({ code: "files/untrusted-state" }) as Error;
const at = (cwd: string, env = {}) => ({ cwd, env });

describe("a record", () => {
  test("is read back, and only its owner may read it", () => {
    const cwd = tempFolder();
    expect(readRecord(at(cwd), "image.json")).toBeUndefined();
    writeRecord(cwd, "image.json", { image: "a" });
    writeRecord(cwd, "image.json", { image: "b" });
    expect(readRecord(at(cwd), "image.json")).toEqual({ image: "b" });
    expect(modeOf(path.join(cwd, ".tsop/image.json"))).toBe(0o600);
    expect(readdirSync(path.join(cwd, ".tsop")).toSorted()).toEqual(["image.json", "place.json"]);
  });

  test.each(["true", "1", "TRUE", "woodpecker"])("counts for nothing where CI is %s", (CI) => {
    const cwd = tempFolder();
    writeRecord(cwd, "image.json", { image: "a" });
    expect(readRecord(at(cwd, { CI }), "image.json")).toBeUndefined();
  });

  test.each(["", "0", "false", undefined])("counts where CI is %s", (CI) => {
    const cwd = tempFolder();
    writeRecord(cwd, "image.json", { image: "a" });
    expect(readRecord(at(cwd, { CI }), "image.json")).toEqual({ image: "a" });
  });

  test.each(["{", "", "[", "\0"])("that is damaged (%j) is none", (text) => {
    const cwd = tempFolder();
    takeOver(cwd);
    writeFileSync(path.join(cwd, ".tsop/image.json"), text);
    expect(readRecord(at(cwd), "image.json")).toBeUndefined();
  });

  test.each(["{}", "[]", "null", '{"root":1,"inode":2,"born":3}', '{"root":"/","inode":"1","born":"0"}'])(
    "with the mark %s of another machine is not used, and is deleted when tsop writes its own state",
    (mark) => {
      const cwd = tempFolder({
        ".tsop/place.json": mark,
        ".tsop/image.json": '{"image":"evil"}',
        ".tsop/cache/x": "code",
      });
      expect(readRecord(at(cwd), "image.json")).toBeUndefined();
      writeRecord(cwd, "clusters.json", []);
      expect(readRecord(at(cwd), "image.json")).toBeUndefined();
      expect(existsSync(path.join(cwd, ".tsop/cache"))).toBe(false);
    },
  );

  test("that is a pipe or a folder is refused or none, and does not block", () => {
    const cwd = tempFolder();
    takeOver(cwd);
    mkdirSync(path.join(cwd, ".tsop/image.json"));
    expect(readRecord(at(cwd), "image.json")).toBeUndefined();
    execFileSync("mkfifo", [path.join(cwd, ".tsop/clusters.json")]);
    expect(() => readRecord(at(cwd), "clusters.json")).toThrow(untrusted);
  });

  test("in a folder that cannot be written is not remembered, and no failure", () => {
    const cwd = path.join(tempFolder(), "nowhere");
    writeRecord(cwd, "image.json", {});
    expect(existsSync(cwd)).toBe(false);
  });
});

describe("a file of the state", () => {
  test("replaces what has its name, and only its owner may read it", () => {
    const cwd = tempFolder({ ".tsop/certs/tls.key": "old, for all to read" });
    writeState(cwd, "certs/tls.key", "new");
    expect(readFileSync(path.join(cwd, ".tsop/certs/tls.key"), "utf8")).toBe("new");
    expect(modeOf(path.join(cwd, ".tsop/certs/tls.key"))).toBe(0o600);
    removeState(cwd, "certs");
    expect(readdirSync(path.join(cwd, ".tsop"))).toEqual([]);
    removeState(tempFolder(), "certs");
  });

  test("is not written through a link, wherever that is", () => {
    const outside = tempFolder({ "tls.key": "precious" });
    const cwd = tempFolder({ ".tsop/certs/x": "" });
    symlinkSync(path.join(outside, "tls.key"), path.join(cwd, ".tsop/certs/tls.key"));
    expect(() => writeState(cwd, "certs/tls.key", "new")).toThrow(untrusted);
    symlinkSync(outside, path.join(cwd, ".tsop/other"));
    expect(() => writeState(cwd, "other/tls.key", "new")).toThrow(untrusted);
    expect(() => removeState(cwd, "other/tls.key")).toThrow(untrusted);
    expect(readFileSync(path.join(outside, "tls.key"), "utf8")).toBe("precious");
  });

  test("below a file is refused", () => {
    const cwd = tempFolder({ ".tsop/certs": "a file" });
    expect(() => writeState(cwd, "certs/tls.key", "new")).toThrow(untrusted);
  });

  test.each(["..", "../x", "a/../../x", "/x", "", "a//b", ".", "a\0"])("is never named %j", (name) => {
    expect(() => statePath(tempFolder(), name)).toThrow("no name of state");
  });
});

describe("the index of git", () => {
  const repository = (files: Readonly<Record<string, string>>, version: string, format = "sha1"): string => {
    const cwd = tempFolder(files);
    const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "ignore" });
    git("init", `--object-format=${format}`);
    git("add", "--all", "--force");
    git("update-index", "--index-version", version);
    return cwd;
  };
  const many = Object.fromEntries(Array.from({ length: 240 }, (_, n) => [`folder-${n % 7}/${"x".repeat(n)}.ts`, ""]));

  test.each([
    ["2", "sha1"],
    ["3", "sha1"],
    ["4", "sha1"],
    ["2", "sha256"],
    ["4", "sha256"],
  ])("of version %s with %s is read", (version, format) => {
    const cwd = repository({ ...many, ".tsop/image.json": "", ".tsopx": "" }, version, format);
    expect(trackedPath(cwd, ".tsop")).toBe(".tsop/image.json");
    expect(trackedPath(cwd, "nothing")).toBeUndefined();
    expect(trackedPath(path.join(cwd, "folder-1"), ".tsop")).toBeUndefined();
    expect(trackedPath(cwd, "folder-6")).toContain("folder-6/");
  });

  test("finds it in capitals too, which some disks take for the same", () => {
    expect(trackedPath(repository({ ".TSOP/image.json": "" }, "2"), ".tsop")).toBe(".TSOP/image.json");
  });

  test("of a worktree is the index that its .git names", () => {
    const cwd = repository({ ".tsop/x": "" }, "2");
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a", "commit", "-m", "x"], { cwd, stdio: "ignore" });
    const other = path.join(tempFolder(), "w");
    execFileSync("git", ["worktree", "add", other], { cwd, stdio: "ignore" });
    expect(trackedPath(other, ".tsop")).toBe(".tsop/x");
    expect(() => findState(other)).toThrow(untrusted);
  });

  test("runs nothing that the repository's configuration names", () => {
    const cwd = repository({ ".tsop/x": "" }, "2");
    execFileSync("git", ["config", "core.fsmonitor", "touch ran; false"], { cwd });
    expect(() => findState(cwd)).toThrow(untrusted);
    expect(existsSync(path.join(cwd, "ran"))).toBe(false);
  });

  test("that is damaged in any way tells nothing or something, and never throws", () => {
    const index = readFileSync(path.join(repository({ ...many, ".tsop/x": "" }, "4"), ".git/index"));
    const random = seeded(7);
    for (let n = 0; n < 2000; n++) {
      const damaged = Buffer.from(index.subarray(0, Math.floor(random() * index.length)));
      for (let flips = 0; flips < 5 && damaged.length > 0; flips++) {
        damaged[Math.floor(random() * Math.min(damaged.length, 200))] = Math.floor(random() * 256);
      }
      expect(["string", "undefined"]).toContain(typeof findInIndex(damaged, ".tsop"));
    }
    const endless = Buffer.alloc(100);
    endless.write("DIRC");
    endless.writeUInt32BE(4, 4);
    endless.writeUInt32BE(0xffffffff, 8);
    expect(findInIndex(endless, ".tsop")).toBeUndefined();
  });

  test.each([
    ["outside of a repository", {}],
    ["whose .git is no repository", { ".git/HEAD": "" }],
    ["whose .git names no folder", { ".git": "nothing" }],
    ["whose .git names itself", { ".git": "gitdir: .git" }],
  ])("%s tracks nothing", (_, files) => {
    expect(trackedPath(tempFolder(files), ".tsop")).toBeUndefined();
  });
});
