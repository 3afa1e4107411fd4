/** Runs fbc-verify, which checks a catalog with the code of `opm validate` (operator-registry), as a second opinion. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export type Verdict = "valid" | "invalid";

/** The program, if the machine has it. */
export const fbcVerify =
  process.env["TSOP_JUDGES"] === undefined ? undefined : path.join(process.env["TSOP_JUDGES"], "fbc-verify");

export function runFbcVerify(folder: string): { readonly verdict: Verdict; readonly message: string } {
  const { status, stderr, stdout } = spawnSync(fbcVerify ?? "", [folder], { encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`fbc-verify ended with ${String(status)}: ${stderr}`);
  return { verdict: status === 0 ? "valid" : "invalid", message: status === 0 ? stdout : stderr };
}

/** Writes files into a temporary folder for the time of a function, or until its promise settles. */
export function withFolder<Value>(files: Readonly<Record<string, string>>, use: (folder: string) => Value): Value {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-catalog-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return use(folder);
}
