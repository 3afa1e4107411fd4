import { describe, expect, test } from "vitest";
import type { Codemod } from "../../src/codemods/codemod.js";
import { codemodsBetween, runCodemods } from "../../src/codemods/run-codemods.js";
import { filesOfScaffold, oldCommits, readOldScaffold } from "../support/update/old-scaffolds.js";

const codemod = (version: string, ...changes: Codemod["changes"]): Codemod => ({ version, title: version, changes });

test.each<[string, string, boolean, readonly string[]]>([
  ["0.1.0", "0.3.0", false, ["0.2.0", "0.3.0-rc.1", "0.3.0"]],
  ["0.2.0", "0.2.0", false, []],
  ["0.2.0", "0.2.0", true, ["0.2.0"]],
  ["0.3.0-rc.1", "0.3.0", false, ["0.3.0"]],
  ["0.3.0", "1.0.0", false, []],
])("the codemods from %s to %s", (from, to, isPrerelease, expected) => {
  const all = ["0.1.0", "0.2.0", "0.3.0-rc.1", "0.3.0"].map((version) => codemod(version));
  expect(codemodsBetween(all, { from, to, isPrerelease }).map(({ version }) => version)).toEqual(expected);
});

describe.each(oldCommits)("the sources of %s", (commit) => {
  const sources = Object.entries(filesOfScaffold(readOldScaffold(commit))).filter(([file]) => file.endsWith(".ts"));
  const all = [
    codemod("0.2.0", { kind: "rename-export", module: "tsop", from: "defineKind", to: "declareKind" }),
    codemod("0.3.0", { kind: "rename-export", module: "tsop", from: "declareKind", to: "kindOf" }),
    codemod("0.4.0", { kind: "move-export", name: "runManager", from: "tsop", to: "tsop/manager" }),
  ];

  test("follow several versions at once, and nothing else changes", () => {
    const changed = sources.flatMap(([file, text]) => runCodemods(file, text, all) ?? []);
    const before = new Map(sources);
    expect(changed.map(({ file }) => file)).toEqual(
      sources.filter(([, text]) => /defineKind|runManager/.test(text)).map(([file]) => file),
    );
    for (const { file, text, titles } of changed) {
      const expected = before
        .get(file)!
        .replaceAll("defineKind", "kindOf")
        .replace('import { runManager } from "tsop"', 'import { runManager } from "tsop/manager"');
      expect(text).toBe(expected);
      expect(titles.length).toBeGreaterThan(0);
    }
  });

  test("stay if no name in them has changed", () => {
    const other = codemod("0.2.0", { kind: "rename-export", module: "tsop", from: "defineKinds", to: "kinds" });
    expect(sources.flatMap(([file, text]) => runCodemods(file, text, [other]) ?? [])).toEqual([]);
  });
});

test("a file with a syntax error stays", () => {
  const broken = 'import { Old } from "tsop";\nOld((;\n';
  const rename = codemod("1.0.0", { kind: "rename-export", module: "tsop", from: "Old", to: "New" });
  expect(runCodemods("main.ts", broken, [rename])).toBeUndefined();
});
