import { describe, expect, test } from "vitest";
import { printDiff } from "../../src/machinery/print-actions.js";
import type { FileAction } from "../../src/machinery/snapshot.js";

const lines = (count: number, text = "x"): string =>
  Array.from({ length: count }, (_, index) => `${text}${index}\n`).join("");
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
const overwrite = (path: string, before: string, content: string): FileAction => ({
  kind: "overwrite",
  path,
  before,
  content,
});

describe("a difference", () => {
  test("of line endings alone is one line for all files, with the way out", async () => {
    const text = lines(10_000);
    const shown = await printDiff([overwrite("a.yaml", crlf(text), text), overwrite("b.yaml", crlf(text), text)]);
    expect(shown).toMatch(
      /^a\.yaml and 1 more differ only in line endings: CRLF here, LF as generated\. .*\.gitattributes/,
    );
    expect(shown.split("\n")).toHaveLength(1);
  });

  test("of a file with CRLF shows what else differs, and nothing more", async () => {
    const text = lines(100);
    const shown = await printDiff([overwrite("a.yaml", crlf(text), text.replace("x50\n", "y50\n"))]);
    expect(shown).toContain("-x50\n+y50\n");
    expect(shown.split("\n").length).toBeLessThan(20);
  });

  test("has at most as many lines as are wanted, and says how many are left out", async () => {
    const shown = await printDiff([overwrite("a.yaml", lines(1000, "a"), lines(1000, "b"))], 50);
    expect(shown.split("\n")).toHaveLength(51);
    expect(shown).toMatch(/\n… 19\d\d more lines$/);
  });
});
