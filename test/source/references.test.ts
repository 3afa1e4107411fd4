import { expect, test } from "vitest";
import { findReferences } from "../../src/source/references.js";
import { type FileMap, memoryHost } from "../support/manifest-cases.js";

const bar = "api/v1/bar_types.ts";

/** Returns the uses of `bar` in the files that stay, as `file:line name`. */
function usesOf(files: FileMap, changed: readonly string[] = []): string[] {
  const host = memoryHost(files);
  const sources = { ...host, files: () => host.files().filter((file) => !file.endsWith(".d.ts")) };
  return findReferences({ root: "/nowhere", host: sources, gone: new Set([bar]), changed: new Set(changed) }).map(
    ({ at, name = "(import)" }) => `${at.file}:${at.line} ${name}`,
  );
}

test.each<[string, FileMap, string[]]>([
  [
    "the import, and each name that other code gives away",
    {
      [bar]: "export interface Bar { size: number }",
      "src/a.ts": 'import { type Bar } from "../api/v1/bar_types.js";\nexport const bar: Bar = { size: 1 };',
      "src/b.ts": 'import { bar } from "./a.js";\nexport const size = bar.size;',
    },
    ["src/a.ts:1 (import)", "src/a.ts:2 Bar", "src/b.ts:2 size"],
  ],
  [
    "names that come through a file of declarations",
    {
      [bar]: "export interface Bar { size: number }",
      "src/a.d.ts": 'import { type Bar } from "../api/v1/bar_types.js";\nexport declare const bar: Bar;',
      "src/b.ts": 'import { bar } from "./a.js";\nexport const size = bar.size;',
    },
    ["src/b.ts:2 size"],
  ],
  [
    "global names, which nothing imports",
    {
      [bar]: "export {};\ndeclare global {\n  interface Size { count: number }\n}",
      "src/a.ts": "export const size: Size = { count: 1 };",
    },
    ["src/a.ts:1 Size"],
  ],
  [
    "names of a script",
    { [bar]: "interface Size { count: number }", "src/a.ts": "export const size: Size = { count: 1 };" },
    ["src/a.ts:1 Size"],
  ],
  [
    "nothing, if no file leads to it",
    {
      [bar]: 'import { baz } from "./baz_types.js";\nexport const bar = baz;',
      "api/v1/baz_types.ts": "export const baz = 1;",
      "src/a.ts": 'import { baz } from "../api/v1/baz_types.js";\nexport const bar = baz;',
    },
    [],
  ],
])("the uses of a deleted file are %s", (_what, files, expected) => {
  expect(usesOf(files)).toEqual(expected);
});

test("a name that a changed file no longer exports is a use of that file", () => {
  const files = {
    [bar]: "export interface Bar {}",
    "main.ts": "export const kept = 1;",
    "src/a.ts": 'import { kept, setUpBar } from "../main.js";\nsetUpBar(kept);',
  };
  expect([usesOf(files), usesOf(files, ["main.ts"])]).toEqual([[], ["src/a.ts:1 setUpBar"]]);
});
