/** Runs crdify (sigs.k8s.io/crdify), a program that reports breaking changes of CRDs, as a second opinion. */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import path from "node:path";
import { readFindings } from "./crdify-output.js";
import type { CrdifyFinding } from "./crdify-output.js";

/** The folder of crdify, if the machine has it. */
export const judges = process.env["TSOP_JUDGES"];

/** Returns the errors that crdify reports for two files. */
export function runCrdify(before: string, after: string): CrdifyFinding[] {
  const program = path.join(judges ?? "", "crdify");
  try {
    return readFindings(execFileSync(program, [`file://${before}`, `file://${after}`, "--output", "json"], options));
  } catch (error) {
    // crdify ends with 1 if it reports an error.
    const { stdout } = error as { readonly stdout?: string };
    if (stdout === undefined || !stdout.startsWith("{")) throw error;
    return readFindings(stdout);
  }
}

const options: ExecFileSyncOptionsWithStringEncoding = {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "ignore"],
};
