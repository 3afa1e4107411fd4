/** Installs one package with npm in a folder that is no project, to look at it. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withoutPasswords } from "../core/without-passwords.js";
import type { Context, ExecResult } from "./context.js";

/** npm's limits, so that an unreachable registry is reported within a minute. */
export const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000"];

/** Nothing of a package runs, and npm does not look for the packages that a project provides. */
const harmless = [
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--omit=peer", "--legacy-peer-deps"],
  "--prefer-offline",
];

/** @param wanted - as for `npm install`. @returns the result of npm, also of an npm that failed */
export function installInFolder(wanted: string, folder: string, context: Context): Promise<ExecResult> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const settings = path.join(context.cwd, ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, path.join(folder, ".npmrc"));
  const { env, signal } = context;
  return context.exec("npm", ["install", ...harmless, ...patience, wanted], { cwd: folder, env, signal });
}

/** Returns the lines in which npm says why it failed, below a message: empty, or a line break and the lines. */
export function npmReason(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log|^npm \S+\s*$/.test(line));
  const reason = withoutPasswords(lines.slice(0, 4).join("\n"));
  return reason === "" ? "" : `:\n${reason}`;
}
