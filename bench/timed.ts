import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { NodeProgram } from "./harness/nodes.js";

export const tsopProgram = fileURLToPath(new URL("../bin/tsop.js", import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** Runs a program to its end and returns the duration in milliseconds. Throws if the program fails. */
export function timed(file: string, args: readonly string[], cwd: string, env: Variables = {}): number {
  const start = performance.now();
  const result = spawnSync(file, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: "", ...env },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const took = performance.now() - start;
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`${file} ${args.join(" ")}: ${result.stderr}`);
  return took;
}

export interface TsopOptions {
  readonly env?: Variables;
  /** The flags of Node itself. */
  readonly flags?: readonly string[];
}

/** Runs the built command line of this checkout. */
export function tsop(
  node: NodeProgram,
  args: readonly string[],
  cwd: string,
  { env = {}, flags = [] }: TsopOptions = {},
): number {
  return timed(node.file, [...flags, tsopProgram, ...args], cwd, env);
}

/** The Node that runs this program, for preparation that is not measured. */
export const thisNode: NodeProgram = { file: process.execPath, version: process.version };

/** Measures the minimum duration of any program for Node. */
export function bareNode(node: NodeProgram, cwd: string): number {
  return timed(node.file, ["-e", "0"], cwd);
}
