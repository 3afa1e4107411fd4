import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { printActions, printDiff } from "../../src/machinery/print-actions.js";
import { createRenderer } from "../../src/machinery/render.js";
import { tempFolder } from "../support/temp-folder.js";

interface Views {
  "a.hbs": { name: string };
  "b.raw": object;
}

describe("a renderer", () => {
  test("escapes nothing, and copies raw files as they are", async () => {
    const folder = pathToFileURL(`${tempFolder({ "a.hbs": "<{{name}}>", "b.raw": "{{ .Values.x }}" })}/`);
    const renderer = await createRenderer<Views>(folder);
    expect(renderer.render("a.hbs", { name: `Map<"x">&'` })).toBe(`<Map<"x">&'>`);
    expect(renderer.render("b.raw", {})).toBe("{{ .Values.x }}");
  });

  test.each(["{{nam}}", "{{name.first.x}}", "{{upper name}}"])("does not accept %s", async (template) => {
    const renderer = await createRenderer<Views>(pathToFileURL(`${tempFolder({ "a.hbs": template })}/`));
    expect(() => renderer.render("a.hbs", { name: "x" })).toThrow();
  });
});

describe("a plan", () => {
  const actions = [
    { kind: "create", path: "new", content: "a\n" },
    { kind: "overwrite", path: "old", content: "b\n", before: "a\n" },
    { kind: "delete", path: "gone", before: "x\n" },
    { kind: "create", path: "bytes", content: new Uint8Array(3) },
  ] as const;

  test("is listed line by line", () => {
    expect(printActions(actions)).toBe("create     new\noverwrite  old\ndelete     gone\ncreate     bytes");
  });

  test("is shown as a diff", async () => {
    expect(await printDiff(actions)).toBe(`--- /dev/null
+++ b/new
@@ -0,0 +1,1 @@
+a
--- a/old
+++ b/old
@@ -1,1 +1,1 @@
-a
+b
--- a/gone
+++ /dev/null
@@ -1,1 +0,0 @@
-x
Binary file b/bytes (3 bytes)`);
  });
});
