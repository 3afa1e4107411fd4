import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import { compileProject } from "../support/compile-project.js";
import { editProject, objectsOf, refusal, run } from "../support/edit-project.js";
import { recordingContext } from "../support/recording-context.js";
import type { Files } from "../support/scaffolds.js";
import { filesOf, modeOf, snapshot, tempFolder } from "../support/temp-folder.js";

const bar = { group: "foo", version: "v1", kind: "Bar" };

let project: Files;
beforeAll(async () => {
  const root = tempFolder(await editProject());
  await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, recordingContext({ cwd: root }));
  await manifests({}, recordingContext({ cwd: root }));
  project = filesOf(root);
});

/** Returns the result of `tsop manifests --check`. */
async function check(root: string): Promise<{ readonly exitCode: number | undefined; readonly text: string }> {
  const { exitCode, text } = await manifests({ check: true }, recordingContext({ cwd: root }));
  return { exitCode, text };
}

describe("a change of the layout", () => {
  test("keeps all generated files and deployed objects, compiles, and leaves no empty folder", async () => {
    const root = tempFolder(project);
    const objects = objectsOf(root);
    await run(root, { multigroup: true });
    expect(await check(root)).toMatchObject({ exitCode: 0 });
    expect(objectsOf(root)).toEqual(objects);
    expect(compileProject(filesOf(root))).toEqual([]);
    expect(Object.keys(snapshot(root))).toContain("api/foo/v1/bar_types.ts");
    expect(Object.keys(snapshot(root))).not.toContain("api/v1/");
    const back = await run(root, { multigroup: false });
    expect(back.json["left"]).toBeUndefined();
    expect(filesOf(root)).toEqual(project);
    expect(Object.keys(snapshot(root))).not.toContain("api/foo/");
  });

  test("can be looked at first, and goes with a mode", async () => {
    const root = tempFolder(project);
    const { text, json } = await run(root, { multigroup: true, namespaced: true, dryRun: true });
    expect(text).toContain("controllers/foo/bar_controller.ts");
    expect(json).toMatchObject({ dryRun: true });
    expect(filesOf(root)).toEqual(project);
    await run(root, { multigroup: true, namespaced: true });
    expect(await check(root)).toMatchObject({ exitCode: 0 });
    expect(filesOf(root)["controllers/foo/bar_controller.test.ts"]).toContain("namespaces: [key.namespace]");
  });

  test("keeps bytes and the right to execute", async () => {
    const root = tempFolder({ ...project, "api/v1/tools/run.sh": "#!/bin/sh\n" });
    const bytes = Buffer.from([0, 255, 128, 10]);
    writeFileSync(path.join(root, "api/v1/tools/data.bin"), bytes);
    chmodSync(path.join(root, "api/v1/tools/run.sh"), 0o755);
    await run(root, { multigroup: true });
    expect(readFileSync(path.join(root, "api/foo/v1/tools/data.bin"))).toEqual(bytes);
    expect(modeOf(path.join(root, "api/foo/v1/tools/run.sh"))).toBe(0o755);
  });

  test("lists the places that it does not change", async () => {
    const root = tempFolder({ ...project, "NOTES.md": "see\napi/v1/bar_types.ts\n" });
    const { text, json } = await run(root, { multigroup: true });
    expect(text).toContain("check NOTES.md:2: it still says api/v1/bar_types.ts");
    expect(json["left"]).toEqual([{ at: { file: "NOTES.md", line: 2 }, text: "api/v1/bar_types.ts" }]);
  });

  test("is rejected for a kind whose types are missing, unless another file declares it", async () => {
    const types = "api/v1/bar_types.ts";
    const { [types]: text = "", ...files } = project;
    const root = tempFolder(files);
    expect(await refusal(root, { multigroup: true })).toContain(
      `project/types-missing: PROJECT lists foo.abc.com/v1 Bar, but ${types} does not exist`,
    );
    expect(filesOf(root)).toEqual(files);
    const moved = tempFolder({ ...files, "api/v1/all.ts": text });
    await expect(run(moved, { multigroup: true, dryRun: true })).resolves.toMatchObject({ json: { dryRun: true } });
  });

  test("is rejected for a symbolic link, and changes nothing", async () => {
    const root = tempFolder(project);
    symlinkSync("../../main.ts", path.join(root, "api/v1/link.ts"));
    expect(await refusal(root, { multigroup: true })).toMatch(/api\/v1\/link\.ts is a symbolic link/);
  });
});
