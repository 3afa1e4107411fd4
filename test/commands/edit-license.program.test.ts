import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/core/json-fields.js";
import { refusal, run } from "../support/edit-project.js";
import { bar, type Files, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const apache = await scaffold({ init: { license: "apache2", owner: "First Ltd" }, apis: [bar] });
const mit = await scaffold({ init: { license: "mit", owner: "First Ltd" }, apis: [bar] });
const none = await scaffold({ init: { license: "none" }, apis: [bar] });

/** The files of a project after `tsop edit`, without the version of npm's lock. */
async function after(files: Files, ...args: Parameters<typeof run> extends [string, ...infer Rest] ? Rest : never) {
  const root = tempFolder(files);
  const result = await run(root, ...args);
  return { files: filesOf(root), ...result };
}

describe("tsop edit --license", () => {
  test("makes the project that init makes with this licence, and back", async () => {
    const { files } = await after(apache, { license: "mit" });
    expect(files).toEqual(mit);
    expect((await after(files, { license: "apache2" })).files).toEqual(apache);
  });

  test("removes all headers, and adds them", async () => {
    const { files } = await after(mit, { license: "none" });
    // The owner remains in the header.
    expect(files["main.ts"]).toMatch(/^\/\*\nCopyright \d{4} First Ltd\n\*\/\n\nimport /);
    expect(files["LICENSE"]).toBeUndefined();
    expect(readJson(files["package.json"]!)).not.toHaveProperty("license");
    expect((await after(none, { license: "mit", owner: "First Ltd" })).files).toEqual(mit);
  });

  test("changes the owner, and keeps the year", async () => {
    const year = /Copyright (\d{4})/.exec(apache["main.ts"]!)?.[1] ?? "";
    const old = Object.fromEntries(
      Object.entries(apache).map(([file, text]) => [file, text.replaceAll(`Copyright ${year}`, "Copyright 2019")]),
    );
    const { files } = await after(old, { owner: "Second\n Ltd" });
    expect(files["main.ts"]).toMatch(/^\/\*\nCopyright 2019 Second Ltd\n\nLicensed under the Apache License/);
    expect(files["LICENSE"]).toContain("Copyright 2019 Second Ltd");
    expect(files["package.json"]).toContain('"author": "Second Ltd"');
  });

  test("takes the header from a file", async () => {
    const { files } = await after({ ...apache, "header.txt": "All rights reserved.\n" }, { licenseFile: "header.txt" });
    expect(files["hack/boilerplate.ts.txt"]).toBe("/*\nAll rights reserved.\n*/\n");
    expect(files["api/v1/bar_types.ts"]).toMatch(/^\/\*\nAll rights reserved\.\n\*\/\n\nimport /);
    expect(files["LICENSE"]).toBe(apache["LICENSE"]);
    const again = await after(files, { license: "apache2", owner: "First Ltd" });
    expect(again.files["main.ts"]).toBe(apache["main.ts"]);
  });

  test("keeps line endings, and code that its author has edited", async () => {
    const edited = apache["main.ts"]!.replace('manager.log.info("starting"', 'manager.log.info("begins"');
    const { files } = await after({ ...apache, "main.ts": edited.replaceAll("\n", "\r\n") }, { license: "mit" });
    expect(files["main.ts"]).toBe(
      mit["main.ts"]!.replace('manager.log.info("starting"', 'manager.log.info("begins"').replaceAll("\n", "\r\n"),
    );
  });

  test("lists the sources with another header, and changes them with --force", async () => {
    const other = "// Copyright 1999 Somebody\n// SPDX-License-Identifier: MIT\n\nexport const a = 1;\n";
    const files = { ...apache, "src/other.ts": other, "src/plain.ts": "/** Adds. */\nexport const b = 1;\n" };
    const kept = await after(files, { license: "mit" });
    expect(kept.files["src/other.ts"]).toBe(other);
    expect(kept.json["otherHeaders"]).toEqual(["src/other.ts", "src/plain.ts"]);
    expect(kept.text).toContain("with --force");
    const header = mit["main.ts"]!.slice(0, mit["main.ts"]!.indexOf("import "));
    const forced = await after(files, { license: "mit", force: true });
    expect(forced.files["src/other.ts"]).toBe(`${header}export const a = 1;\n`);
    expect(forced.files["src/plain.ts"]).toBe(`${header}/** Adds. */\nexport const b = 1;\n`);
    expect(forced.json).not.toHaveProperty("otherHeaders");
  });

  test("keeps a LICENSE, a licence and an author that its author has written", async () => {
    const own = {
      ...apache,
      LICENSE: "mine",
      "package.json": apache["package.json"]!.replace('"Apache-2.0"', '"ISC"').replace('"First Ltd"', '"me"'),
    };
    const { files, text } = await after(own, { license: "mit", owner: "Second Ltd" });
    expect([files["LICENSE"], files["package.json"]]).toEqual(["mine", own["package.json"]]);
    expect(text).toContain("LICENSE");
    expect((await after(own, { license: "mit", force: true })).files["LICENSE"]).toBe(mit["LICENSE"]);
  });

  test("writes nothing with --dry-run, and nothing a second time", async () => {
    expect((await after(apache, { license: "mit", dryRun: true })).files).toEqual(apache);
    expect((await after(mit, { license: "mit" })).json["changes"]).toEqual([]);
  });

  test("works without a boilerplate, a LICENSE and a package.json", async () => {
    const root = tempFolder(apache);
    for (const file of ["hack/boilerplate.ts.txt", "LICENSE", "package.json"]) rmSync(path.join(root, file));
    await run(root, { license: "mit", owner: "First Ltd" });
    expect(filesOf(root)["hack/boilerplate.ts.txt"]).toBe(mit["hack/boilerplate.ts.txt"]);
    expect(filesOf(root)["LICENSE"]).toBe(mit["LICENSE"]);
  });
});

describe("tsop edit --license refuses", () => {
  test("an unknown licence, a file that does not exist, and --force alone", async () => {
    const root = tempFolder(apache);
    expect(await refusal(root, { license: "mti" })).toContain("unknown license");
    expect(await refusal(root, { licenseFile: "none.txt" })).toContain("cannot read the license file");
    expect(await refusal(root, { force: true })).toContain("--force without --license");
  });

  test("an owner for a header that a user has written", async () => {
    const root = tempFolder({ ...apache, "hack/boilerplate.ts.txt": "// ours\n" });
    expect(await refusal(root, { owner: "Second Ltd" })).toContain("hack/boilerplate.ts.txt scaffold/collision");
  });
});
