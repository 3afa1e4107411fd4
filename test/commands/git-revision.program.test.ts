import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { gitRevision } from "../../src/commands/images/git-revision.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

function repository(files: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ "a.txt": "a", ...files });
  const git = (...args: string[]): string => execFileSync("git", args, { cwd, encoding: "utf8", stdio: "pipe" }).trim();
  git("init");
  git("add", "--all");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-m", "first");
  const revision = () => gitRevision({ ...recordingContext({ cwd, env: process.env }), exec });
  return { cwd, git, revision };
}

test("the revision is that of a working tree without changes", async () => {
  const { cwd, git, revision } = repository();
  expect(await revision()).toBe(git("rev-parse", "HEAD"));
  writeFileSync(path.join(cwd, "a.txt"), "b");
  expect(await revision()).toBeUndefined();
});

test.each([
  ["a monitor of files", "core.fsmonitor"],
  ["a filter", "filter.evil.clean"],
  ["a filter that works on", "filter.evil.process"],
])("%s that the repository brings is not run", async (_, setting) => {
  const { cwd, git, revision } = repository({ ".gitattributes": "*.txt filter=evil\n" });
  git("config", setting, `touch ${path.join(cwd, "..", `${path.basename(cwd)}-ran`)}; cat`);
  // It would be asked about a file that is as long, and was written later.
  writeFileSync(path.join(cwd, "a.txt"), "b");
  await revision();
  expect(existsSync(path.join(cwd, "..", `${path.basename(cwd)}-ran`))).toBe(false);
});

test("settings in another file are not followed", async () => {
  const { cwd, git, revision } = repository({ ".gitattributes": "*.txt filter=evil\n" });
  const ran = path.join(cwd, "..", `${path.basename(cwd)}-ran`);
  writeFiles(cwd, { ".git/more": `[filter "evil"]\n\tclean = "touch ${ran}; cat"\n` });
  git("config", "include.path", "more");
  writeFileSync(path.join(cwd, "a.txt"), "b");
  expect(await revision()).toBeUndefined();
  expect(existsSync(ran)).toBe(false);
});

test("a hook is not run", async () => {
  const { cwd, revision } = repository();
  const ran = path.join(cwd, "..", `${path.basename(cwd)}-ran`);
  for (const name of ["post-index-change", "fsmonitor-watchman"]) {
    writeFiles(cwd, { [`.git/hooks/${name}`]: `#!/bin/sh\ntouch ${ran}\n` });
    chmodSync(path.join(cwd, ".git/hooks", name), 0o755);
  }
  await revision();
  expect(existsSync(ran)).toBe(false);
});
