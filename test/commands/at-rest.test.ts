import { describe, expect, test } from "vitest";
import { readAtRest } from "../../src/commands/at-rest.js";
import type { RecordingHost } from "../../src/commands/last-manifests.js";

/** A project in which another command writes: each pause ends with the next of these states. */
function projectOf(...states: Record<string, string>[]) {
  let at = 0;
  const now = (): Record<string, string> => states[Math.min(at, states.length - 1)]!;
  const disk = { files: () => Object.keys(now()), read: (file: string) => now()[file] };
  const pauses = (): number => at;
  const pause = (): Promise<void> => {
    at += 1;
    return Promise.resolve();
  };
  return { disk, pause, pauses };
}

/** Wants every kind to have its controller. */
function read(host: RecordingHost): { text: string; outcome: { warnings: [] } } {
  const texts = host.files().map((file) => host.read(file));
  if (!texts.includes("controller")) throw new Error("tag/misplaced");
  return { text: texts.join(" "), outcome: { warnings: [] } };
}

describe("a project that is read while another command writes", () => {
  test("is read again until it is at rest, where something seems wrong", async () => {
    const { disk, pause } = projectOf({ a: "types" }, { a: "types", b: "half" }, { a: "types", b: "controller" });
    expect((await readAtRest(disk, read, pause)).result.text).toBe("types controller");
  });

  test("that is at rest is read once: what is wrong is wrong", async () => {
    const { disk, pause, pauses } = projectOf({ a: "types" });
    await expect(readAtRest(disk, read, pause)).rejects.toThrow("tag/misplaced");
    expect(pauses()).toBe(1);
  });

  test("in which all is well is read once, without a pause", async () => {
    const { disk, pause, pauses } = projectOf({ a: "controller" }, { a: "x" });
    await readAtRest(disk, read, pause);
    expect(pauses()).toBe(0);
  });

  test("that never comes to rest is given up", async () => {
    let count = 0;
    const disk = { files: () => ["a"], read: () => String((count += 1)) };
    await expect(readAtRest(disk, read, () => Promise.resolve())).rejects.toThrow("tag/misplaced");
  });
});
