/** Programs that read stdin and print to stdout, within limits. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runFilter } from "../../src/cli/run-filter.js";
import { isAlive } from "../../src/machinery/machine.js";
import { eventually } from "../support/eventually.js";
import { tempFolder } from "../support/temp-folder.js";

function program(script: string): { file: string; folder: string } {
  const folder = tempFolder({ program: `#!/bin/sh\n${script}\n` });
  const file = path.join(folder, "program");
  chmodSync(file, 0o755);
  return { file, folder };
}

function filter(script: string, more: Partial<Parameters<typeof runFilter>[1]> = {}) {
  const { file, folder } = program(script);
  const { signal } = new AbortController();
  const options = {
    cwd: folder,
    env: { PATH: process.env["PATH"] },
    input: "",
    limitMs: 20_000,
    mostBytes: 1000,
    signal,
  };
  return { folder, result: runFilter(file, { ...options, ...more }) };
}

test.each([
  ["reads its input", "cat", { input: "a\nb" }, { end: { kind: "exit", code: 0 }, stdout: "a\nb", stderr: "" }],
  [
    "reads nothing of much input",
    "echo done",
    { input: "x".repeat(1_000_000) },
    { end: { kind: "exit", code: 0 }, stdout: "done\n" },
  ],
  ["fails", "echo why >&2; exit 3", {}, { end: { kind: "exit", code: 3 }, stderr: "why\n" }],
  ["ends itself", "kill -TERM $$", {}, { end: { kind: "signal", signal: "SIGTERM" } }],
  ["prints without end", "yes", {}, { end: { kind: "too-large" } }],
  ["prints errors without end", "yes >&2", {}, { end: { kind: "too-large" } }],
])("a program that %s", async (_, script, more, expected) => {
  await expect(filter(script, more).result).resolves.toMatchObject(expected);
});

test("a program that gives no response is killed at the limit, with the processes that it started", async () => {
  const { folder, result } = filter("sleep 1000 & echo $! > child; wait", { limitMs: 500 });
  await expect(result).resolves.toMatchObject({ end: { kind: "late" } });
  const child = Number(readFileSync(path.join(folder, "child"), "utf8"));
  await eventually(() => {
    expect(isRunning(child)).toBe(false);
  });
});

test("an aborted signal kills a program, and is the outcome", async () => {
  const controller = new AbortController();
  const { folder, result } = filter("echo $$ > own; sleep 1000", { signal: controller.signal });
  await eventually(() => {
    expect(existsSync(path.join(folder, "own"))).toBe(true);
  });
  controller.abort(new Error("stopped"));
  await expect(result).rejects.toThrow("stopped");
});

test("a file that cannot run is a result", async () => {
  const { signal } = new AbortController();
  const options = { cwd: tempFolder(), env: {}, input: "", limitMs: 1000, mostBytes: 10, signal };
  await expect(runFilter("/does/not/exist", options)).resolves.toMatchObject({ end: { kind: "not-started" } });
});

/** A killed process whose parent has ended may remain as a zombie, which does not run. */
function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
}
