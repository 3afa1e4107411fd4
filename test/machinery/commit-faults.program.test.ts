import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import { commit } from "../../src/machinery/commit.js";
import { type FileSystem } from "../../src/machinery/file-system.js";
import { recover } from "../../src/machinery/recover.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";
import { after, before, plan, faulty, Killed } from "./commit-plan.js";

const counting = faulty({ at: Infinity });
commit(tempFolder(before), plan, counting.machine);
/** How many calls the commit makes. */
const allCalls = counting.calls();

function expectOldOrNew(root: string): "old" | "new" {
  const state = snapshot(root);
  const isNew = "deep/er/new.txt" in state;
  expect(state).toEqual(isNew ? after : before);
  return isNew ? "new" : "old";
}

describe("whatever call is the one", () => {
  test("that fails, the state is the old one with an error, or the new one without", () => {
    const seen = new Set<string>();
    for (let at = 1; at <= allCalls; at++) {
      const root = tempFolder(before);
      let refused = false;
      try {
        commit(root, plan, faulty({ at, code: "EIO", text: "broken" }).machine);
      } catch (error) {
        expect(error).toBeInstanceOf(TsopError);
        refused = true;
      }
      recover(root);
      const state = expectOldOrNew(root);
      expect(state).toBe(refused ? "old" : "new");
      seen.add(state);
    }
    expect(seen).toEqual(new Set(["old", "new"]));
  });

  test("that fails with all that follow it, the next command brings the old state back", () => {
    for (let at = 1; at <= allCalls; at++) {
      const root = tempFolder(before);
      const { machine } = faulty({ at: Infinity });
      let count = 0;
      const broken = Object.fromEntries(
        Object.entries(machine.fs).map(([name, call]) => [
          name,
          (...args: unknown[]) => {
            if (++count >= at) throw Object.assign(new Error("EIO: broken"), { code: "EIO" });
            return (call as (...all: unknown[]) => unknown)(...args);
          },
        ]),
      ) as unknown as FileSystem;
      try {
        commit(root, plan, { ...machine, fs: broken });
      } catch (error) {
        expect(error).toBeInstanceOf(TsopError);
      }
      recover(root);
      expectOldOrNew(root);
    }
  });

  test("that a kill cuts short, recovery reaches the old or the new state, even when it is killed itself", () => {
    const seen = new Set<string>();
    for (let at = 1; at <= allCalls; at++) {
      for (let again = 1; ; again++) {
        const root = tempFolder(before);
        expect(() => commit(root, plan, faulty({ at }).machine)).toThrow(Killed);
        const second = faulty({ at: again });
        let finished = true;
        try {
          recover(root, second.machine);
        } catch (error) {
          expect(error).toBeInstanceOf(Killed);
          finished = false;
        }
        recover(root);
        seen.add(expectOldOrNew(root));
        if (finished) break;
      }
    }
    expect(seen).toEqual(new Set(["old", "new"]));
  });
});

test("an edit between a kill and the next command is kept and reported", () => {
  const kept = new Set<string>();
  for (let at = 1; at <= allCalls; at++) {
    const root = tempFolder(before);
    expect(() => commit(root, plan, faulty({ at }).machine)).toThrow(Killed);
    for (const file of ["main.ts", "deep/er/new.txt", "gone.txt"]) {
      if (existsSync(path.join(root, file))) writeFileSync(path.join(root, file), "edited");
    }
    const edited = ["main.ts", "deep/er/new.txt", "gone.txt"].filter((file) => existsSync(path.join(root, file)));
    for (const { path: file } of recover(root).kept) kept.add(file);
    for (const file of edited) expect(readFileSync(path.join(root, file), "utf8")).toBe("edited");
  }
  expect(kept).toEqual(new Set(["main.ts", "deep/er/new.txt"]));
});

test("a process that is killed at any moment leaves a state that the next command repairs", async () => {
  const root = tempFolder();
  const script = path.join(root, "loop.mjs");
  const source = fileURLToPath(new URL("../../src/machinery/commit.ts", import.meta.url));
  await build({
    entryPoints: [source],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: path.join(root, "c.mjs"),
  });
  writeFileSync(
    script,
    `import { commit } from "./c.mjs";
     const files = (n) => Array.from({ length: 30 }, (_, i) => "f/" + i);
     let n = 0;
     commit("work", files().map((path) => ({ kind: "create", path, content: "0" })));
     process.stdout.write("ready");
     for (;;) {
       const before = String(n), content = String(++n);
       commit("work", files().map((path) => ({ kind: "overwrite", path, content, before })));
     }`,
  );
  let rolledBack = 0;
  // On a busy machine a kill may miss the commits; one in time is all that is wanted.
  for (let round = 0; round < 8 || (rolledBack === 0 && round < 60); round++) {
    rmSync(path.join(root, "work"), { recursive: true, force: true });
    const child = spawn(process.execPath, [script], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await new Promise((resolve) => setTimeout(resolve, 3 + (round % 20) * 3)); // the moment is meant to be arbitrary
    child.kill("SIGKILL");
    await ended;
    if (recover(path.join(root, "work")).rolledBack) rolledBack++;
    const state = snapshot(path.join(root, "work"));
    expect(Object.keys(state)).toHaveLength(31);
    expect(new Set(Object.values(state)).size).toBe(2); // the folder's own, and one text for all files
  }
  expect(rolledBack).toBeGreaterThan(0);
});
