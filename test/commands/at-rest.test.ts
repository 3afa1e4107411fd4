import { describe, expect, test } from "vitest";
import { readAtRest } from "../../src/commands/at-rest.js";
import { isBeingWritten } from "../../src/machinery/journal.js";
import { thisMachine } from "../../src/machinery/machine.js";
import type { RecordingHost } from "../../src/commands/last-manifests.js";
import { tempFolder } from "../support/temp-folder.js";

/**
 * A project in which another command writes: the states follow each other during reads and waits. It holds its
 * journal until the last one.
 */
function projectOf(...states: Record<string, string>[]) {
  let at = 0;
  let pauses = 0;
  const now = (): Record<string, string> => states[Math.min(at, states.length - 1)]!;
  const disk = { files: () => Object.keys(now()), read: (file: string) => now()[file] };
  const pause = (): Promise<void> => {
    at += 1;
    pauses += 1;
    return Promise.resolve();
  };
  return {
    disk,
    waiting: { isWriting: () => at < states.length - 1, pause },
    pauses: () => pauses,
    /** The command goes on by itself. */
    goOn: () => void (at += 1),
  };
}

/** Wants every kind to have its controller. */
function read(host: RecordingHost): { text: string; outcome: { warnings: [] } } {
  const texts = host.files().map((file) => host.read(file));
  if (!texts.includes("controller")) throw new Error("tag/misplaced");
  return { text: texts.join(" "), outcome: { warnings: [] } };
}

describe("a project that is read while another command writes", () => {
  test("is read again until it is at rest, where something seems wrong", async () => {
    const { disk, waiting, pauses } = projectOf(
      { a: "types" },
      { a: "types", b: "half" },
      { a: "types", b: "controller" },
    );
    expect((await readAtRest(disk, read, waiting)).result.text).toBe("types controller");
    expect(pauses()).toBe(2);
  });

  test("is read again at once where the other command has ended meanwhile", async () => {
    const { disk, waiting, pauses, goOn } = projectOf({ a: "types" }, { a: "types", b: "controller" });
    const readAndGoOn = (host: RecordingHost): ReturnType<typeof read> => {
      try {
        return read(host);
      } finally {
        goOn();
      }
    };
    expect((await readAtRest(disk, readAndGoOn, waiting)).result.text).toBe("types controller");
    expect(pauses()).toBe(0);
  });

  test("that is at rest is read once, without a pause: its errors are final", async () => {
    const { disk, waiting, pauses } = projectOf({ a: "types" });
    let readings = 0;
    const counted = (host: RecordingHost): ReturnType<typeof read> => {
      readings += 1;
      return read(host);
    };
    await expect(readAtRest(disk, counted, waiting)).rejects.toThrow("tag/misplaced");
    expect([readings, pauses()]).toEqual([1, 0]);
  });

  test("in which all is well is read once, without a pause", async () => {
    const { disk, waiting, pauses } = projectOf({ a: "controller" }, { a: "x" });
    await readAtRest(disk, read, waiting);
    expect(pauses()).toBe(0);
  });

  test.each([true, false])("that never comes to rest is given up (it is being written: %s)", async (isWriting) => {
    let count = 0;
    const disk = { files: () => ["a"], read: () => String((count += 1)) };
    const waiting = { isWriting: () => isWriting, pause: () => Promise.resolve() };
    await expect(readAtRest(disk, read, waiting)).rejects.toThrow("tag/misplaced");
  });
});

describe("whether a command is writing", () => {
  const machine = {
    ...thisMachine,
    pid: 1,
    host: "here",
    now: () => 1000,
    identify: (pid: number) => (pid === 7 ? "start" : undefined),
  };
  const journal = { pid: 7, start: "start", host: "here", token: "t", entries: [], folders: [] };

  test.each([
    ["no journal", undefined, false],
    ["the journal of one that lives", journal, true],
    ["the journal of one that was killed", { ...journal, pid: 8 }, false],
    ["the journal of another process with its number", { ...journal, start: "other" }, false],
    ["a journal that is only begun", "", true],
    ["a journal that is none", { pid: 7 }, false],
  ])("with %s", (_, content, isWriting) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const root = tempFolder(content === undefined ? {} : { ".tsop/journal.json": text });
    expect(isBeingWritten(root, machine)).toBe(isWriting);
  });
});
