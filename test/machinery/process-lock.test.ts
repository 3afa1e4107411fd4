import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { nodeFileSystem } from "../../src/machinery/file-system.js";
import { type Machine, thisMachine } from "../../src/machinery/machine.js";
import { takeProcessLock } from "../../src/machinery/process-lock.js";
import { tempFolder } from "../support/temp-folder.js";

const both = { 1: "a", 2: "b" };

function machine(pid: number, alive: Readonly<Record<number, string>> = both, fs = nodeFileSystem): Machine {
  return { ...thisMachine, fs, pid, identify: (asked) => alive[asked] };
}

function failing(code: string, times = 1): Machine["fs"] {
  let left = times;
  return {
    ...nodeFileSystem,
    link: (existing, file) => {
      if (left-- > 0) throw Object.assign(new Error(code), { code });
      nodeFileSystem.link(existing, file);
    },
  };
}

describe("a lock of a process", () => {
  test("is had by one at a time, and leaves nothing but itself", () => {
    const folder = tempFolder();
    const file = path.join(folder, "lock");
    const first = takeProcessLock(file, machine(1));
    expect(takeProcessLock(file, machine(2))).toEqual({ kind: "held", pid: 1 });
    expect(readdirSync(folder)).toEqual(["lock"]);
    if (first.kind === "taken") first.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(takeProcessLock(file, machine(2)).kind).toBe("taken");
  });

  test.each([
    ["of a process that is gone", '{"pid":7,"start":"x"}'],
    ["of an earlier process of that number", '{"pid":1,"start":"long ago"}'],
    ["with invalid content", "???"],
    ["that a kill cut short", ""],
    ["of no process", '{"pid":-1,"start":""}'],
    ["of no number", '{"pid":"1","start":"a"}'],
    ["of a path", '{"pid":"../../etc","start":"a"}'],
    ["of half a process", '{"pid":1.5,"start":"a"}'],
    ["of no host", '{"pid":1,"start":"a","host":1}'],
  ])("%s counts for nothing", (_, text) => {
    const folder = tempFolder({ lock: text });
    expect(takeProcessLock(path.join(folder, "lock"), machine(2)).kind).toBe("taken");
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test("of another machine counts, because its process is not visible from this machine", () => {
    const text = '{"pid":1,"start":"a","host":"elsewhere"}';
    const file = path.join(tempFolder({ lock: text }), "lock");
    expect(takeProcessLock(file, machine(2))).toEqual({ kind: "held", pid: 1, host: "elsewhere" });
    expect(takeProcessLock(file, { ...machine(1), host: "elsewhere" })).toEqual({ kind: "held", pid: 1 });
    expect(takeProcessLock(file, { ...machine(2, { 2: "b" }), host: "elsewhere" }).kind).toBe("taken");
  });

  test("that another process took during the removal of a stale lock stays with that process", () => {
    const folder = tempFolder({ lock: '{"pid":7,"start":"x"}' });
    const file = path.join(folder, "lock");
    const late: Machine["fs"] = {
      ...nodeFileSystem,
      rename: (from, to) => {
        expect(takeProcessLock(file, machine(1)).kind).toBe("taken");
        nodeFileSystem.rename(from, to);
      },
    };
    expect(takeProcessLock(file, machine(2, both, late))).toEqual({ kind: "held", pid: 1 });
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test("of another process is not released", () => {
    const file = path.join(tempFolder(), "lock");
    const first = takeProcessLock(file, machine(1));
    writeFileSync(file, '{"pid":2,"start":"b"}');
    if (first.kind === "taken") first.release();
    expect(existsSync(file)).toBe(true);
  });

  test("works on a file system without links", () => {
    const file = path.join(tempFolder(), "lock");
    expect(takeProcessLock(file, machine(1, both, failing("ENOTSUP"))).kind).toBe("taken");
    expect(takeProcessLock(file, machine(2, both, failing("EPERM")))).toEqual({ kind: "held", pid: 1 });
  });

  test("that cannot be written is an error, and leaves no draft", () => {
    const folder = tempFolder();
    expect(() => takeProcessLock(path.join(folder, "lock"), machine(1, both, failing("ENOSPC")))).toThrow("ENOSPC");
    expect(readdirSync(folder)).toEqual([]);
    expect(() => takeProcessLock(path.join(folder, "nowhere/lock"), machine(1))).toThrow("ENOENT");
  });
});
