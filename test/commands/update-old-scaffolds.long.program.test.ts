/** `tsop update` in projects that earlier commits of this repository scaffolded, with edits that users make. */
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CommandResult } from "../../src/commands/context.js";
import type { UpdateOptions } from "../../src/commands/declared/update.js";
import { update } from "../../src/commands/update/update.js";
import { exec } from "../../src/cli/exec.js";
import { recordingContext } from "../support/recording-context.js";
import { linkPackages, npmTest } from "../support/update/run-project.js";
import { oldCommits, oldProject, readOldScaffold } from "../support/update/old-scaffolds.js";
import { typicalEdits } from "../support/update/typical-edits.js";
import { filesOf, writeFiles } from "../support/temp-folder.js";

function run(root: string, options: Partial<UpdateOptions> = {}): Promise<CommandResult> {
  const context = { ...recordingContext({ cwd: root }), exec };
  return update({ conflicts: "markers", install: false, ...options }, context);
}

describe.each(oldCommits)("a project of the commit %s", (commit) => {
  test("without edits, gets the scaffold of today, and its tests pass", async () => {
    const { root } = await oldProject(readOldScaffold(commit));
    const { exitCode, json } = await run(root);
    expect({ exitCode, conflicts: json["conflicts"] }).toEqual({ exitCode: 0, conflicts: [] });
    linkPackages(root);
    expect(await npmTest(root)).toMatch(/Tests .*passed/);
    expect((await run(root, { dryRun: true })).text).toMatch(/^up to date/);
  });

  test("keeps each typical edit, and its tests pass", async () => {
    const { root, files } = await oldProject(readOldScaffold(commit));
    const edited = new Map(Object.entries(files));
    for (const { apply } of typicalEdits) apply(edited);
    for (const file of Object.keys(files)) if (!edited.has(file)) rmSync(path.join(root, file));
    writeFiles(root, Object.fromEntries(edited));
    const before = filesOf(root);

    const { json } = await run(root);
    const updated = filesOf(root);
    for (const { verify } of typicalEdits) verify(updated);
    expect(json["conflicts"]).toEqual([]);
    await run(root, { abort: true });
    expect(filesOf(root)).toEqual(before);

    await run(root);
    linkPackages(root);
    expect(await npmTest(root)).toMatch(/Tests .*passed/);
  });
});
