import { describe, expect, test } from "vitest";
import { reduceCode } from "../../src/machinery/code-text.js";
import { type Fragment, insertFragments } from "../../src/machinery/insert.js";

const text = `import { createManager } from "tsop";
// +tsop:scaffold:imports

{
  // +tsop:scaffold:builder
}
`;
const fragments: Fragment[] = [
  {
    marker: "imports",
    code: 'import { BarReconciler } from "./controllers/bar_controller.js";\n',
    evidence: /import\{[^}]*\bBarReconciler\b[^}]*\}from"\.\/controllers\/bar_controller\.js"/,
  },
  { marker: "builder", code: "new BarReconciler(manager.client).setupWithManager(manager);\n" },
];
const inserted = insertFragments(text, "main.ts", fragments).text;

describe("fragments", () => {
  test("stand before their markers, indented like them", () => {
    expect(inserted).toBe(`import { createManager } from "tsop";
import { BarReconciler } from "./controllers/bar_controller.js";
// +tsop:scaffold:imports

{
  new BarReconciler(manager.client).setupWithManager(manager);
  // +tsop:scaffold:builder
}
`);
  });

  test.each<[string, (text: string) => string]>([
    ["nothing happened", (code) => code],
    ["a formatter took the semicolons and turned the quotes", (code) => code.replaceAll(";", "").replaceAll('"', "'")],
    [
      "a formatter broke the lines",
      (code) => code.replaceAll("(manager)", "(\n    manager,\n  )").replace("{ Bar", "{\n  Bar"),
    ],
    ["a formatter indented with tabs", (code) => code.replaceAll("  ", "\t")],
    ["an editor changed the line breaks", (code) => code.replaceAll("\n", "\r\n")],
    ["somebody merged the imports", (code) => code.replace("{ BarReconciler }", "{ other, BarReconciler }")],
    ["somebody removed the markers", (code) => code.replaceAll(/.*\+tsop.*\n/g, "")],
  ])("are not inserted again after %s", (_, change) => {
    const changed = change(inserted);
    expect(insertFragments(changed, "main.ts", fragments)).toEqual({ text: changed, diagnostics: [] });
  });

  test("that stand in a comment or a string are not there", () => {
    const commented = `// new BarReconciler(manager.client).setupWithManager(manager);\n${text}`;
    expect(insertFragments(commented, "main.ts", fragments).text).toContain("\n  new BarReconciler");
  });

  test("keep the file's line breaks, and find a marker that a formatter moved", () => {
    const changed = insertFragments("//+tsop:scaffold:imports  \r\n", "main.ts", fragments.slice(0, 1)).text;
    expect(changed).toBe(`${fragments[0]!.code.trimEnd()}\r\n//+tsop:scaffold:imports  \r\n`);
  });

  test("without a marker are reported, each with what to insert by hand", () => {
    const { diagnostics } = insertFragments("", "main.ts", fragments);
    expect(diagnostics.map(({ code }) => code)).toEqual(["scaffold/marker-missing", "scaffold/marker-missing"]);
    expect(diagnostics[0]?.message).toContain('main.ts has no line "// +tsop:scaffold:imports"');
    expect(diagnostics[0]?.hint).toContain(fragments[0]!.code.trimEnd());
  });

  test("are not put at a marker of a longer name, nor at one behind code", () => {
    const decoys = "// +tsop:scaffold:imports2\nconst x = 1; // +tsop:scaffold:imports\n";
    expect(insertFragments(decoys, "main.ts", fragments.slice(0, 1)).diagnostics).toHaveLength(1);
  });
});

describe("reduced code", () => {
  test.each([
    ["const a = 'b'", 'const a = "b";'],
    ["f(a, b,\n)", "f(a,b)"],
    ["a /* x */ b // y", "a b"],
    ["`plain`", "'plain'"],
    ["'it\\'s'", "'it\\'s' ;"],
  ])("of %j and %j is the same", (a, b) => expect(reduceCode(a)).toBe(reduceCode(b)));

  test.each([
    ["returnx", "return x"],
    ["'a b'", "'ab'"],
    ["'// x'", "''"],
    ["`${a}`", "'${a}'"],
  ])("of %j and %j is not", (a, b) => expect(reduceCode(a)).not.toBe(reduceCode(b)));
});
