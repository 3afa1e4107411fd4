/**
 * Records the scaffolds of earlier commits for the tests of `tsop update`: `node scripts/run.mjs scripts/old-scaffolds.ts`.
 * Bundles the command line of each commit with the installed packages, and runs it. Also records the history of versions, made
 * of earlier commits.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  commandLines,
  header,
  type OldCommit,
  oldCommits,
  oldProjects,
  type RecordedStep,
  writeOldScaffold,
} from "../test/support/update/old-scaffolds.js";
import { packHistory, type PastScaffold } from "../src/commands/update/history.js";
import { pastVersions, pastVersionsFile } from "../test/support/update/past-versions.js";
import { checkout } from "./demo-project.js";
import { pastScaffoldOf } from "./scaffold-history/past-scaffold.js";

for (const commit of oldCommits) {
  const steps = await inCheckout(commit, (folder) => record(commit, folder));
  writeOldScaffold({ commit, steps });
}
const past: PastScaffold[] = [];
for (const [version, commit] of Object.entries(pastVersions)) {
  past.push(await inCheckout(commit, (folder) => pastScaffoldOf(folder, version)));
}
writeFileSync(pastVersionsFile, packHistory(past));

/** Runs a function in a temporary checkout of a commit, with the installed packages. */
async function inCheckout<T>(commit: string, run: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "old-scaffold-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: checkout, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["x", "-C", folder], { input: archive });
    symlinkSync(path.join(checkout, "node_modules"), path.join(folder, "node_modules"), "junction");
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function record(commit: OldCommit, folder: string): RecordedStep[] {
  execFileSync(process.execPath, ["scripts/bundle-cli.mjs"], { cwd: folder, stdio: "inherit" });
  const project = path.join(folder, "project");
  mkdirSync(project);
  writeFileSync(path.join(folder, "header.txt"), header);
  let known: Readonly<Record<string, string>> = {};
  return commandLines(oldProjects[commit], path.join(folder, "header.txt")).map(({ args, key }) => {
    execFileSync(process.execPath, [path.join(folder, "bin/tsop.js"), ...args], { cwd: project, stdio: "inherit" });
    const files = filesBelow(project);
    const changed = Object.entries(files).filter(([file, text]) => known[file] !== text);
    known = files;
    return { key, files: Object.fromEntries(changed) };
  });
}

function filesBelow(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith(".tsop"));
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(path.join(root, name), "utf8")]));
}
