import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../bin/tsop.js", import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** Runs a program to its end and returns the milliseconds it took. A failure of the program is an error. */
export function timed(file: string, args: readonly string[], cwd: string, env: Variables = {}): number {
  const start = performance.now();
  const result = spawnSync(file, args, {
    cwd,
    env: { ...process.env, ...env },
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
  /** Flags of Node itself. */
  readonly node?: readonly string[];
}

/** The built command line of this checkout. */
export function tsop(args: readonly string[], cwd: string, { env = {}, node = [] }: TsopOptions = {}): number {
  return timed(process.execPath, [...node, bin, ...args], cwd, env);
}

/** The least that any Node program takes. */
export function bareNode(cwd: string): number {
  return timed(process.execPath, ["-e", "0"], cwd);
}
