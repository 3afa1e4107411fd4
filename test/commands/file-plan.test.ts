import { expect, test } from "vitest";
import { type FilePlan, finishPlan } from "../../src/commands/file-plan.js";
import { diskSnapshot, type FileAction } from "../../src/machinery/snapshot.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const drift = { code: "graph/out-of-date", wanted: "the picture of the code", command: "make it" } as const;
const create: FileAction = { kind: "create", path: "new.txt", content: "new\n" };
const overwrite: FileAction = { kind: "overwrite", path: "old.txt", content: "two\n", before: "one\n" };
const before = { "old.txt": "one\n" };

function planOf(actions: readonly FileAction[], more: Partial<FilePlan> = {}): FilePlan {
  return { actions, drift, unchanged: ["as before"], notes: ["a note"], done: ["go on"], json: { made: 1 }, ...more };
}

test("a plan is carried out as a whole, and each change is a line", async () => {
  const root = tempFolder(before);
  const result = await finishPlan(root, planOf([create, overwrite]), {});
  expect(snapshot(root)).toEqual({ "new.txt": "new\n", "old.txt": "two\n" });
  expect(result).toEqual({
    text: "create     new.txt\noverwrite  old.txt\na note\ngo on",
    ...{ json: { made: 1 }, diagnostics: [], exitCode: 0 },
  });
});

test("a plan that no longer fits one file changes none", async () => {
  const root = tempFolder({ "old.txt": "somebody's\n" });
  await expect(finishPlan(root, planOf([create, overwrite]), {})).rejects.toMatchObject({
    code: "files/changed-meanwhile",
  });
  expect(snapshot(root)).toEqual({ "old.txt": "somebody's\n" });
});

test.each([{ dryRun: true }, { diff: true }, { check: true }])(
  "with %j, tsop writes nothing, and reports it",
  async (flags) => {
    const root = tempFolder(before);
    const { text, json } = await finishPlan(root, planOf([create, overwrite]), flags);
    expect(snapshot(root)).toEqual(before);
    expect(json).toEqual({ made: 1, dryRun: true });
    expect(text).toContain("new.txt");
    expect(text).not.toContain("go on");
  },
);

test("a caller decides that nothing is written, whatever the flags are", async () => {
  const root = tempFolder(before);
  const { json } = await finishPlan(root, planOf([create]), {}, true);
  expect(snapshot(root)).toEqual(before);
  expect(json).toEqual({ made: 1 });
});

test("--check fails for each file that is not up to date, and names what brings it up to date", async () => {
  const plan = planOf([create, overwrite], { command: "make it all" });
  const { text, diagnostics, exitCode } = await finishPlan(tempFolder(before), plan, { check: true });
  expect(exitCode).toBe(3);
  expect(text).toMatch(/^--- \/dev\/null[^]*-one\n\+two\na note\nNot up to date: run `make it all` and commit\.$/);
  expect(diagnostics).toEqual([
    {
      code: drift.code,
      severity: "error",
      message: "the file is missing",
      at: { file: "new.txt" },
      hint: "Run `make it` and commit.",
    },
    {
      code: drift.code,
      severity: "error",
      message: "the file differs from the picture of the code",
      at: { file: "old.txt" },
      hint: "Run `make it` and commit.",
    },
  ]);
});

test.each([{}, { check: true }])("without changes, %j prints the text for that case, and succeeds", async (flags) => {
  const { text, exitCode } = await finishPlan(tempFolder(before), planOf([]), flags);
  expect(text).toBe("check" in flags ? "as before\na note" : "as before\na note\ngo on");
  expect(exitCode).toBe(0);
});

test("a file that no reader understands is written and not shown, and its drift counts", async () => {
  const root = tempFolder(before);
  const plan = planOf([overwrite], { hidden: "old.txt", notes: [], done: [] });
  expect(await finishPlan(root, plan, { check: true })).toMatchObject({ exitCode: 3 });
  expect((await finishPlan(root, plan, {})).text).toBe("");
  expect(diskSnapshot(root).read("old.txt")).toBe("two\n");
});

test("--force shows the lost lines of overwritten files; --diff shows each of them once", async () => {
  const plan = planOf([create, overwrite], { notes: [], done: [] });
  const forced = await finishPlan(tempFolder(before), plan, { force: true });
  expect(forced.text).toMatch(/^create {5}new\.txt\noverwrite {2}old\.txt\n--- a\/old\.txt/);
  const { text } = await finishPlan(tempFolder(before), plan, { force: true, diff: true });
  expect(text.match(/^--- /gm)).toHaveLength(2);
});
