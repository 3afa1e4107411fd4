/** Commands that change many files, in a git repository with changes that are in no commit. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { edit } from "../../src/commands/edit.js";
import { renameKind } from "../../src/commands/rename.js";
import type { CommandResult, Context } from "../../src/commands/context.js";
import { recordingContext } from "../support/recording-context.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const withBar = await scaffold({ apis: [bar], isGenerated: true });
const controller = "controllers/bar_controller.ts";

async function repository() {
  const cwd = tempFolder(withBar);
  const git = (...args: string[]) =>
    exec("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, signal: new AbortController().signal });
  await git("init", "--quiet");
  await git("add", "--all");
  await git("commit", "--quiet", "--no-verify", "--message", "first");
  const context = { ...recordingContext({ cwd }), exec, env: { PATH: process.env["PATH"] } };
  return { cwd, context, git };
}

const commands: Record<string, (context: Context, force?: boolean) => Promise<CommandResult>> = {
  "delete api": (context, force = false) => deleteApi({ group: "foo", kind: "Bar", force }, context),
  "rename kind": (context) => renameKind({ from: "Bar", to: "Baz" }, context),
  "edit --multigroup": (context) => edit({ multigroup: true }, context),
};

test.each(Object.entries(commands))("%s warns of them, and of nothing in a clean working tree", async (_, run) => {
  const clean = await repository();
  await run(clean.context);
  expect(clean.context.recording.warnings).toEqual([]);
  const dirty = await repository();
  writeFileSync(path.join(dirty.cwd, "notes.txt"), "mine");
  await run(dirty.context);
  expect(dirty.context.recording.warnings.join("\n")).toContain("project/uncommitted");
});

test("delete --force deletes no edit that git could not restore", async () => {
  const { cwd, context, git } = await repository();
  const file = path.join(cwd, controller);
  writeFileSync(file, `${readFileSync(file, "utf8")}// mine\n`);
  const before = filesOf(cwd);
  await expect(deleteApi({ group: "foo", kind: "Bar", force: true }, context)).rejects.toMatchObject({
    code: "project/uncommitted",
    message: `--force would delete changes that are not in a commit: ${controller}`,
  });
  expect(filesOf(cwd)).toEqual(before);
  await git("commit", "--quiet", "--no-verify", "--all", "--message", "second");
  await deleteApi({ group: "foo", kind: "Bar", force: true }, context);
  expect(existsSync(file)).toBe(false);
});
