import { expect, test } from "vitest";
import type { FileAction, Snapshot } from "../../src/machinery/snapshot.js";
import { type MergeInput, mergeScaffold, type ScaffoldFiles } from "../../src/update/merge-scaffold.js";

type Files = Readonly<Record<string, string>>;

function scaffoldOf(texts: Files, kinds: Files = {}): ScaffoldFiles {
  return { texts: new Map(Object.entries(texts)), kinds: new Map(Object.entries(kinds)) };
}

function snapshotOf(files: Files): Snapshot {
  return { read: (file) => files[file], exists: (file) => file in files, list: () => Object.keys(files) };
}

function merge(base: Files, mine: Files, next: Files, more: Partial<MergeInput> = {}) {
  return mergeScaffold({
    files: snapshotOf(mine),
    base: scaffoldOf(base),
    next: scaffoldOf(next),
    style: "markers",
    label: "tsop 2.0.0",
    ...more,
  });
}

function show(actions: readonly FileAction[]): string[] {
  return actions.map(
    (action) => `${action.kind} ${action.path} ${action.kind === "delete" ? "" : action.content.toString()}`,
  );
}

test.each<[string, string | undefined, string | undefined, string | undefined, readonly string[]]>([
  ["new in the scaffold", undefined, undefined, "b", ["create f b"]],
  ["changed in the scaffold only", "a", "a", "b", ["overwrite f b"]],
  ["changed by the user only", "a", "mine", "a", []],
  ["changed by both in the same way", "a", "b", "b", []],
  ["deleted by the user", "a", undefined, "b", []],
  ["deleted by both", "a", undefined, undefined, []],
  ["gone from the scaffold", "a", "a", undefined, ["delete f "]],
  ["gone from the scaffold, but edited", "a", "mine", undefined, []],
  ["the user's own", undefined, "mine", undefined, []],
])("a file %s", (_, old, mine, next, expected) => {
  const files = (text: string | undefined): Files => (text === undefined ? {} : { f: text });
  const { actions, conflicts } = merge(files(old), files(mine), files(next));
  expect({ actions: show(actions), conflicts }).toEqual({ actions: expected, conflicts: [] });
});

test("a new file of the scaffold never replaces the user's file of that name", () => {
  const { actions, conflicts } = merge({}, { f: "mine" }, { f: "next" });
  expect(show(actions)).toEqual(["create f.new next"]);
  expect(conflicts).toEqual([
    { file: "f", line: undefined, message: "the scaffold has a new file with this name", beside: "f.new" },
  ]);
});

test("conflicts are markers in the file, or a file beside it", () => {
  const texts = [{ f: "a\n" }, { f: "mine\n" }, { f: "next\n" }] as const;
  expect(show(merge(...texts).actions)[0]).toContain("<<<<<<< yours\nmine\n=======\nnext\n>>>>>>> tsop 2.0.0\n");
  const { actions, conflicts } = merge(...texts, { style: "files" });
  expect(show(actions)).toEqual(["create f.rej --- f\n+++ f (tsop 2.0.0)\n@@ -1,1 +1,1 @@\n-a\n+next\n"]);
  expect(conflicts).toMatchObject([{ file: "f", line: 1, beside: "f.rej" }]);
});

test("package.json never contains markers, which npm could not read", () => {
  const manifest = (test: string): Files => ({ "package.json": JSON.stringify({ scripts: { test } }) });
  const { actions, conflicts } = merge(manifest("a"), manifest("mine"), manifest("next"));
  expect(actions.map(({ path }) => path)).toEqual(["package.json.rej"]);
  expect(conflicts).toMatchObject([{ file: "package.json", beside: "package.json.rej" }]);
});

test("the files of a kind change together, and only if the user has changed none of them", () => {
  const kinds = { "types.ts": "Bar", "controller.ts": "Bar" };
  const [base, next] = [
    scaffoldOf({ "types.ts": "a", "controller.ts": "a" }, kinds),
    scaffoldOf({ "types.ts": "b", "controller.ts": "b" }, kinds),
  ];
  const untouched = merge({}, { "types.ts": "a", "controller.ts": "a" }, {}, { base, next });
  expect(show(untouched.actions)).toEqual(["overwrite controller.ts b", "overwrite types.ts b"]);
  for (const mine of [{ "types.ts": "mine", "controller.ts": "a" }, { "types.ts": "a" }] as const) {
    const { actions, kept } = merge({}, mine, {}, { base, next });
    expect(actions).toEqual([]);
    expect(kept.map(({ file }) => file)).toEqual(["controller.ts", "types.ts"]);
  }
});

test("a text for people never becomes a conflict", () => {
  const { actions, conflicts, kept } = merge({ "README.md": "a" }, { "README.md": "mine" }, { "README.md": "b" });
  expect({ actions, conflicts, files: kept.map(({ file }) => file) }).toEqual({
    actions: [],
    conflicts: [],
    files: ["README.md"],
  });
});

test("CRLF line endings are no edit, and stay", () => {
  const { actions } = merge({ f: "a\nb\n" }, { f: "a\r\nb\r\n" }, { f: "a\nc\n" });
  expect(show(actions)).toEqual(["overwrite f a\r\nc\r\n"]);
});

test("tsop manifests updates generated files", () => {
  const file = "config/samples/foo_v1_bar.yaml";
  expect(merge({ [file]: "a" }, { [file]: "a" }, { [file]: "b" }).actions).toEqual([]);
});
