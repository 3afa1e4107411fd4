import { writeFileSync } from "node:fs";
import { type FileSystem, nodeFileSystem } from "../../src/machinery/file-system.js";
import { type Machine, thisMachine } from "../../src/machinery/machine.js";
import { TsopError } from "../../src/core/errors.js";
import type { FileAction } from "../../src/machinery/snapshot.js";

export const before = { "keep.txt": "keep", "main.ts": "old main", "gone.txt": "gone" };
export const after = {
  "keep.txt": "keep",
  "main.ts": "new main",
  "deep/": "",
  "deep/er/": "",
  "deep/er/new.txt": "new",
};
export const plan: readonly FileAction[] = [
  { kind: "create", path: "deep/er/new.txt", content: "new" },
  { kind: "overwrite", path: "main.ts", content: "new main", before: "old main" },
  { kind: "delete", path: "gone.txt", before: "gone" },
];

export function refusal(run: () => void): TsopError {
  try {
    run();
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

export class Killed extends Error {}

/** A machine whose call number `at` fails once (with `code`), or is the last one (a kill, half way through a write). */
export function faulty(fault: { at: number; code?: string; text?: string }): { machine: Machine; calls: () => number } {
  let count = 0;
  const guard =
    <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
    (...args: A): R => {
      count++;
      if (fault.code === undefined) {
        if (count === fault.at && name === "writeNew") writeFileSync(args[0] as string, String(args[1]).slice(0, 3));
        if (count >= fault.at) throw new Killed();
      } else if (count === fault.at) {
        throw Object.assign(new Error(`${fault.code}: ${fault.text ?? ""}`), { code: fault.code });
      }
      return call(...args);
    };
  const entries = Object.entries(nodeFileSystem).map(([name, call]) => [name, guard(name, call as () => unknown)]);
  return {
    machine: { ...thisMachine, fs: Object.fromEntries(entries) as FileSystem },
    calls: () => count,
  };
}
