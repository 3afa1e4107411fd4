/**
 * Records the scaffolds of earlier commits for the tests of `tsop update`: `node scripts/run.mjs scripts/old-scaffolds.ts`.
 * Bundles the command line of each commit with the installed packages, and runs it.
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
import { checkout } from "./demo-project.js";

for (const commit of oldCommits) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "old-scaffold-"));
  writeOldScaffold({ commit, steps: record(commit, folder) });
  rmSync(folder, { recursive: true });
}

function record(commit: OldCommit, folder: string): RecordedStep[] {
  const archive = execFileSync("git", ["archive", commit], { cwd: checkout, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  symlinkSync(path.join(checkout, "node_modules"), path.join(folder, "node_modules"), "junction");
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
