import { describe, expect, test } from "vitest";
import { runManifests } from "../support/manifest-cases.js";
import { edgeCases, kind } from "./edge-cases.js";

describe("what others let pass", () => {
  test.each(edgeCases)("$mistake is reported at its location", ({ source, code, message, severity = "error" }) => {
    const marked = source.startsWith("import") ? source : kind("", `\n${source}\n`);
    const text = marked.replace("^", "");
    const { diagnostics } = runManifests({ "api/v1/bar_types.ts": text });
    const before = marked.slice(0, marked.indexOf("^")).split("\n");
    const place = { file: "api/v1/bar_types.ts", line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const said = diagnostics.filter((each) => each.severity === severity);
    expect(said[0]).toMatchObject({ code, message: expect.stringMatching(message) as string, at: place });
    expect(said[0]?.hint).not.toBe("");
  });

  test.each([
    [
      "two versions that are both stored",
      ["@storageVersion", "@storageVersion"],
      "a kind has only one storage version",
    ],
    ["two versions of which none is stored", ["", ""], "is the storage version"],
  ])("%s are an error", (_, tags, message) => {
    const files = Object.fromEntries(
      tags.map((tag, index) => [
        `api/v${index + 1}/bar_types.ts`,
        kind(tag, "a: string").replaceAll("foo.abc.com/v1", `foo.abc.com/v${index + 1}`),
      ]),
    );
    expect(runManifests(files).diagnostics.map((each) => each.message)).toEqual([expect.stringContaining(message)]);
  });

  test("one version that two files declare is an error", () => {
    const { diagnostics } = runManifests({
      "api/v1/a.ts": kind("", "a: string"),
      "api/v1/b.ts": kind("", "a: string"),
    });
    expect(diagnostics.map((each) => each.message)).toContain("version v1 of the kind Bar is declared twice");
  });

  test("two kinds with one plural are an error", () => {
    const other = kind("@plural bars", "a: string").replaceAll("Bar", "Baz");
    const { diagnostics } = runManifests({ "api/v1/a.ts": kind("", "a: string"), "api/v1/b.ts": other });
    expect(diagnostics[0]?.message).toBe("Baz and Bar are both called bars.foo.abc.com");
  });
});
