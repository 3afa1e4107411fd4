/** What `tsop update` does to a project of an earlier commit, and how to undo it. */
import { rmSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { unfinishedUpdate } from "../../../src/commands/update/unfinished.js";
import { writeUpdateState } from "../../../src/commands/update/update-state.js";
import { packageVersion } from "../../../src/commands/version.js";
import { filesOf, writeFiles } from "../../support/temp-folder.js";
import { oldProject, readOldScaffold } from "../../support/update/old-scaffolds.js";
import { contextOf, refusedUpdate as refusal, runUpdate as run } from "../../support/update/run-update.js";

const now = packageVersion();

describe("an update of a project", () => {
  let root: string;
  let before: Record<string, string>;
  beforeAll(async () => {
    ({ root } = await oldProject(readOldScaffold("b380e59f")));
    before = filesOf(root);
  });

  test("shows itself and writes nothing with --dry-run and --diff", async () => {
    const { text, json } = await run(root, { dryRun: true });
    expect(text).toContain("overwrite  Dockerfile");
    expect(json).toMatchObject({ from: "0.1.0", to: now, dryRun: true });
    expect((await run(root, { diff: true })).text).toContain("+++ b/Dockerfile");
    expect(filesOf(root)).toEqual(before);
  });

  test("warns of changes that are in no commit, and can be undone", async () => {
    const git = (...args: string[]) => exec("git", args, { cwd: root, signal: new AbortController().signal });
    await git("init", "-q");
    const { recording } = await run(root);
    expect(recording.warnings.join("\n")).toContain("project/uncommitted");
    expect(recording.executed.at(-1)).toMatchObject({ file: "npm" });
    rmSync(path.join(root, ".git"), { recursive: true });
    await run(root, { abort: true });
    expect(filesOf(root)).toEqual(before);
  });

  test("fails if the old tsop rejects a step, and names the step", async () => {
    const { PROJECT = "" } = before;
    writeFiles(root, { PROJECT: PROJECT.replaceAll("kind: Bar", "kind: Baz") });
    expect(await refusal(root)).toContain(
      "update/replay-failed: tsop 0.1.0 cannot create this project's scaffold again: " +
        "tsop create api --group=foo --version=v1 --kind=Baz",
    );
    writeFiles(root, { PROJECT });
  });

  test("is not undone over later changes, unless forced", async () => {
    await run(root);
    writeFiles(root, { Dockerfile: "FROM scratch\n" });
    expect(await refusal(root, { abort: true })).toContain("update/changed-since: the file has changed");
    await run(root, { abort: true, force: true });
    expect(filesOf(root)).toEqual(before);
  });

  test("that a kill stopped before its first write leaves no record that counts", async () => {
    const files = [{ path: "Dockerfile", before: before["Dockerfile"], after: "0" }];
    const conflicts = [{ file: "Dockerfile", beside: undefined }];
    writeUpdateState(root, { from: "0.0.1", to: now, isUnfinished: true, files, conflicts });
    expect(unfinishedUpdate("manifests", contextOf(root))).toBeUndefined();
    expect(await refusal(root, { continue: true })).toContain("update/none");
    writeFiles(root, { Dockerfile: "half" });
    expect(unfinishedUpdate("manifests", contextOf(root))?.code).toBe("update/unfinished");
    writeFiles(root, { Dockerfile: before["Dockerfile"]! });
  });
});
