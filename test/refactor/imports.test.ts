import { describe, expect, test } from "vitest";
import { addImports, type ImportedName, importedAs, isNameTaken } from "../../src/refactor/imports.js";
import { edited } from "./edited.js";

const type = (name: string): ImportedName => ({ name, isType: true });
const add = (text: string, module: string, ...names: ImportedName[]): string =>
  edited(text, (source) => addImports(source, module, names));

describe("a name that is imported", () => {
  test.each<[string, string, ImportedName[], string]>([
    [
      "goes among the others, in their order",
      'import { Alpha, Gamma } from "tsop";\n',
      [{ name: "Beta" }],
      'import { Alpha, Beta, Gamma } from "tsop";\n',
    ],
    [
      "goes last where they have none",
      'import { Gamma, Alpha } from "tsop";\n',
      [{ name: "Beta" }],
      'import { Gamma, Alpha, Beta } from "tsop";\n',
    ],
    [
      "goes to the import of types where it is one",
      'import { Alpha } from "tsop";\nimport type { Gamma } from "tsop";\n',
      [type("Beta")],
      'import { Alpha } from "tsop";\nimport type { Beta, Gamma } from "tsop";\n',
    ],
    [
      "is marked as a type among values",
      "import { Alpha } from 'tsop'\n",
      [type("Beta")],
      "import { Alpha, type Beta } from 'tsop'\n",
    ],
    [
      "is a value beside an import of types",
      'import type { Alpha } from "tsop";\nconst x = 1;\n',
      [{ name: "Beta" }],
      'import type { Alpha } from "tsop";\nimport { Beta } from "tsop";\nconst x = 1;\n',
    ],
    [
      "is imported once, whatever it is called",
      'import { Alpha as A, type Beta } from "tsop";\n',
      [{ name: "Alpha", as: "A" }, type("Beta")],
      'import { Alpha as A, type Beta } from "tsop";\n',
    ],
    [
      "is imported as a value where it is imported as a type",
      'import { type Alpha } from "tsop";\n',
      [{ name: "Alpha" }],
      'import { Alpha } from "tsop";\n',
    ],
    [
      "leaves the import of types for one of values",
      'import type { Alpha, Beta } from "tsop";\n',
      [{ name: "Alpha" }],
      'import type { Beta } from "tsop";\nimport { Alpha } from "tsop";\n',
    ],
    [
      "turns an import of types into one of values",
      'import type { Alpha } from "tsop";\n',
      [{ name: "Alpha" }],
      'import { Alpha } from "tsop";\n',
    ],
    [
      "keeps comments where they are",
      'import { type Manager, // wires it\n  type Reconciler } from "tsop";\n',
      [type("AdmissionContext"), type("Validator")],
      'import { type AdmissionContext, type Manager, // wires it\n  type Reconciler,\n  type Validator } from "tsop";\n',
    ],
    [
      "keeps a comment above its name",
      'import {\n  Alpha,\n  // the last one\n  Gamma, // of three\n} from "tsop";\n',
      [{ name: "Beta" }, { name: "Zeta" }],
      'import {\n  Alpha,\n  Beta,\n  // the last one\n  Gamma, // of three\n  Zeta,\n} from "tsop";\n',
    ],
    [
      "has a line of its own where the others have, with tabs, without a last comma, with CRLF",
      'import {\r\n\tAlpha,\r\n\tBeta // b\r\n} from "tsop";\r\n',
      [{ name: "Gamma" }],
      'import {\r\n\tAlpha,\r\n\tBeta, // b\r\n\tGamma\r\n} from "tsop";\r\n',
    ],
    [
      "follows the others behind the default import",
      'import tsop, { Alpha } from "tsop";\n',
      [{ name: "Beta" }],
      'import tsop, { Alpha, Beta } from "tsop";\n',
    ],
    [
      "gets an import of its own beside a namespace",
      'import * as tsop from "tsop"; // all\nimport "./x.js";\n\ntsop.run();\n',
      [{ name: "Beta" }],
      'import * as tsop from "tsop"; // all\nimport "./x.js";\nimport { Beta } from "tsop";\n\ntsop.run();\n',
    ],
    ["fills empty braces", 'import {} from "tsop";\n', [{ name: "Beta" }], 'import { Beta } from "tsop";\n'],
    [
      "comes first where there is no import, behind comments and directives",
      '#!/usr/bin/env node\n/* Copyright */\n"use strict";\nconst x = 1;\n',
      [{ name: "Beta", as: "B" }],
      '#!/usr/bin/env node\n/* Copyright */\n"use strict";\nimport { Beta as B } from "tsop";\n\nconst x = 1;\n',
    ],
    ["is all that an empty file has", "", [{ name: "Beta" }], 'import { Beta } from "tsop";\n'],
    [
      "is inserted at the marker if it exists",
      "\uFEFFimport x from './x'\n// +tsop:scaffold:imports\n\nimport y from './y'\n",
      [{ name: "Beta" }],
      "\uFEFFimport x from './x'\nimport { Beta } from 'tsop'\n// +tsop:scaffold:imports\n\nimport y from './y'\n",
    ],
    [
      "preserves a second byte order mark, as two joined files have it",
      "\uFEFF\uFEFFimport x from './x'\n",
      [{ name: "Beta" }],
      "\uFEFF\uFEFFimport x from './x'\nimport { Beta } from 'tsop'\n",
    ],
    [
      "is not inserted at an invalid marker",
      'const text = `\n// +tsop:scaffold:imports\n`;\nimport x from "./x.js"; // +tsop:scaffold:imports\n',
      [{ name: "Beta" }],
      'const text = `\n// +tsop:scaffold:imports\n`;\nimport x from "./x.js"; // +tsop:scaffold:imports\nimport { Beta } from "tsop";\n',
    ],
  ])("%s", (_, before, names, after) => {
    expect(add(before, "tsop", ...names)).toBe(after);
    expect(add(after, "tsop", ...names), "a second time").toBe(after);
  });

  test("breaks a line that has become too long, as formatters do", () => {
    const names = ["AdmissionContext", "Defaulter", "Manager", "Reconciler", "RequestContext", "ReconcileResult"];
    const before = `import type { ${names.join(", ")} } from "tsop";\n`;
    expect(add(before, "tsop", type("Validator"), type("ValidationResult"), type("Webhook"))).toBe(
      `import type {\n${names.map((name) => `  ${name},\n`).join("")}  Validator,\n  ValidationResult,\n  Webhook,\n} from "tsop";\n`,
    );
  });

  test("is known by what the file calls it", () => {
    edited('import { Alpha as A, type Beta } from "./x.js";\nconst c = A;\n', (source) => {
      expect(importedAs(source, "./x.js", "Alpha")).toBe("A");
      expect(importedAs(source, "./x.js", "Beta")).toBe("Beta");
      expect(importedAs(source, "./y.js", "Beta")).toBeUndefined();
      expect(["A", "c", "d"].map((name) => isNameTaken(source, name))).toEqual([true, true, false]);
    });
  });
});
