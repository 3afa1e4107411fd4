import { describe, expect, test } from "vitest";
import { type ExportChange, followExport } from "../../src/refactor/follow-exports.js";
import { edited } from "./edited.js";

function follow(text: string, change: ExportChange): string {
  return edited(text, (source) => void followExport(source, change));
}

describe("a renamed export", () => {
  const change: ExportChange = { kind: "rename-export", module: "tsop", from: "Old", to: "New" };
  const rename = (text: string): string => follow(text, change);

  test.each([
    [
      "a value",
      'import { Old, other } from "tsop";\nOld(other);\n',
      'import { New, other } from "tsop";\nNew(other);\n',
    ],
    [
      "a type",
      'import type { Old } from "tsop";\nlet x: Old<Old>;\n',
      'import type { New } from "tsop";\nlet x: New<New>;\n',
    ],
    [
      "a type among values",
      'import { type Old } from "tsop";\nlet x: Old;\n',
      'import { type New } from "tsop";\nlet x: New;\n',
    ],
    ["an alias", 'import { Old as Mine } from "tsop";\nMine();\n', 'import { New as Mine } from "tsop";\nMine();\n'],
    [
      "a namespace",
      'import * as t from "tsop";\nt.Old();\nlet x: t.Old;\n',
      'import * as t from "tsop";\nt.New();\nlet x: t.New;\n',
    ],
    ["a shorthand", 'import { Old } from "tsop";\nf({ Old });\n', 'import { New } from "tsop";\nf({ Old: New });\n'],
    [
      "an export",
      'import { Old } from "tsop";\nexport { Old };\n',
      'import { New } from "tsop";\nexport { New as Old };\n',
    ],
    ["a re-export", 'export { Old } from "tsop";\n', 'export { New as Old } from "tsop";\n'],
    ["a re-export with a name", 'export { Old as X } from "tsop";\n', 'export { New as X } from "tsop";\n'],
    [
      "a name that is taken",
      'import { Old } from "tsop";\nconst New = Old();\n',
      'import { New as Old } from "tsop";\nconst New = Old();\n',
    ],
    ["single quotes", "import { Old } from 'tsop'\nOld()\n", "import { New } from 'tsop'\nNew()\n"],
  ])("%s", (_, before, after) => {
    expect(rename(before)).toBe(after);
    expect(rename(after)).toBe(after);
  });

  test.each([
    ["of another module", 'import { Old } from "other";\nOld();\n'],
    ["of a module below", 'import { Old } from "tsop/testing";\nOld();\n'],
    ["that is the name of a member", 'import { x } from "tsop";\nx.Old();\nconst y = { Old: 1 };\n'],
    ["that the file declares", "function Old() {}\nOld();\n"],
    ["in a text", 'import { x } from "tsop";\nx("Old");\n'],
  ])("a name %s stays", (_, text) => {
    expect(rename(text)).toBe(text);
  });

  test("a variable of the same name in a function stays", () => {
    const text = 'import { Old } from "tsop";\nfunction f(Old: number) {\n  return Old + Old;\n}\nf(Old.x);\n';
    expect(rename(text)).toBe(text.replace("{ Old }", "{ New }").replace("f(Old.x)", "f(New.x)"));
  });

  test("a member with the name stays", () => {
    const text = 'import { Old } from "tsop";\nthing.Old(Old);\n';
    expect(rename(text)).toBe('import { New } from "tsop";\nthing.Old(New);\n');
  });
});

describe("a moved export", () => {
  const change: ExportChange = { kind: "move-export", name: "Moved", from: "tsop", to: "tsop/testing" };

  test.each([
    ["alone", 'import { Moved } from "tsop";\n', 'import { Moved } from "tsop/testing";\n'],
    [
      "among others",
      'import { Alpha, Moved } from "tsop";\n',
      'import { Alpha } from "tsop";\nimport { Moved } from "tsop/testing";\n',
    ],
    [
      "to an import that exists",
      'import { Alpha, Moved } from "tsop";\nimport { Zulu } from "tsop/testing";\n',
      'import { Alpha } from "tsop";\nimport { Moved, Zulu } from "tsop/testing";\n',
    ],
    [
      "as a type with another name",
      'import { Alpha, type Moved as Mine } from "tsop";\n',
      'import { Alpha } from "tsop";\nimport type { Moved as Mine } from "tsop/testing";\n',
    ],
    ["in a re-export", 'export { Moved } from "tsop";\n', 'export { Moved } from "tsop/testing";\n'],
    [
      "in a re-export of several",
      'export { Alpha, Moved as X } from "tsop";\n',
      'export { Alpha } from "tsop";\nexport { Moved as X } from "tsop/testing";\n',
    ],
    ["of another module", 'import { Moved } from "other";\n', 'import { Moved } from "other";\n'],
  ])("%s", (_, before, after) => {
    expect(follow(before, change)).toBe(after);
    expect(follow(after, change)).toBe(after);
  });
});

describe("a changed call", () => {
  const change: ExportChange = {
    kind: "change-call",
    module: "tsop",
    name: "run",
    change: (args) => (args.length === 2 ? [`{ name: ${args[0]!}, start: ${args[1]!} }`] : args),
  };

  test.each([
    [
      "by name",
      'import { run } from "tsop";\nawait run("a", f);\n',
      'import { run } from "tsop";\nawait run({ name: "a", start: f });\n',
    ],
    [
      "by another name",
      'import { run as go } from "tsop";\ngo(a, b);\n',
      'import { run as go } from "tsop";\ngo({ name: a, start: b });\n',
    ],
    [
      "in a namespace",
      'import * as t from "tsop";\nt.run(a, b);\n',
      'import * as t from "tsop";\nt.run({ name: a, start: b });\n',
    ],
    [
      "of another function",
      'import { run } from "tsop";\nother.run(a, b);\nrun(a);\n',
      'import { run } from "tsop";\nother.run(a, b);\nrun(a);\n',
    ],
  ])("%s", (_, before, after) => {
    expect(follow(before, change)).toBe(after);
  });

  test("gets its first argument", () => {
    const added: ExportChange = { ...change, change: (args) => (args.length === 0 ? ["{}"] : args) };
    expect(follow('import { run } from "tsop";\nrun();\n', added)).toBe('import { run } from "tsop";\nrun({});\n');
  });
});
