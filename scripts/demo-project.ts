/** A demo project that runs the tsop of this checkout. */
import { spawnSync, type StdioOptions } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const checkout = fileURLToPath(new URL("..", import.meta.url));
export const bin = path.join(checkout, "bin/tsop.js");

/** @throws Error if the command fails */
export function runTsop(args: readonly string[], stdio: StdioOptions): void {
  const { status } = spawnSync(process.execPath, [bin, ...args], { stdio });
  if (status !== 0) throw new Error(`tsop ${args.join(" ")} ended with ${status ?? "a signal"}`);
}

/** Makes this checkout the tsop of a project, instead of installing the package. */
export function linkCheckout(project: string): void {
  mkdirSync(path.join(project, "node_modules"));
  symlinkSync(checkout, path.join(project, "node_modules/tsop"), "junction");
}
