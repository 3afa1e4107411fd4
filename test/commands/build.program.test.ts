import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/commands/build.js";
import { TsopError } from "../../src/core/errors.js";
import { project } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

function operator(main: string, more: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ PROJECT: project, "main.ts": main, ...more });
  return { cwd, context: recordingContext({ cwd }) };
}

describe("tsop build", () => {
  test("makes a bundle that runs by itself, elsewhere, with top-level await and CommonJS inside", async () => {
    const { cwd, context } = operator(
      `import { answer } from "./answer.cjs";
       import os from "node:os";
       const { later } = await import("./later.ts");
       console.log(answer, later, typeof os.cpus, import.meta.url.endsWith("main.js"));`,
      {
        "answer.cjs": `const path = require("node:path"); exports.answer = path.basename("/a/42");`,
        "later.ts": "export const later: string = 'later';",
      },
    );
    await build({}, context);
    const elsewhere = tempFolder();
    for (const [name, text] of Object.entries(snapshot(path.join(cwd, "dist")))) {
      writeFileSync(path.join(elsewhere, name), text);
    }
    expect(execFileSync(process.execPath, ["main.js"], { cwd: elsewhere, encoding: "utf8" })).toBe(
      "42 later function true\n",
    );
  });

  test("writes source maps unless told not to, and removes the chunks of the bundle before", async () => {
    const { cwd, context } = operator("await import('./a.ts');", { "a.ts": "export const a = 1;" });
    await build({}, context);
    const first = readdirSync(path.join(cwd, "dist"));
    expect(first).toContain("main.js.map");
    writeFiles(cwd, { "a.ts": "export const a = 2; console.log(a);", "dist/mine.txt": "kept" });
    await build({ sourcemap: false }, context);
    const second = readdirSync(path.join(cwd, "dist"));
    expect(second.filter((name) => name.endsWith(".map"))).toEqual([]);
    expect(second).toContain("mine.txt");
    expect(second.filter((name) => name.startsWith("a-") || name.startsWith("chunk-"))).toHaveLength(1);
  });

  test("writes and removes nothing where a link leads", async () => {
    const elsewhere = tempFolder({ "main.js": "precious", "chunk-ABC.js": "precious" });
    const { cwd, context } = operator("console.log(1);");
    symlinkSync(elsewhere, path.join(cwd, "dist"));
    await expect(build({}, context)).rejects.toMatchObject({
      code: "files/write-failed",
      message: expect.stringContaining("it is a symbolic link") as string,
    });
    rmSync(path.join(cwd, "dist"));
    mkdirSync(path.join(cwd, "dist"));
    symlinkSync(path.join(elsewhere, "main.js"), path.join(cwd, "dist/main.js"));
    await build({}, context);
    expect(readFileSync(path.join(cwd, "dist/main.js"), "utf8")).toContain("console.log(1)");
    expect(snapshot(elsewhere)).toEqual({ "main.js": "precious", "chunk-ABC.js": "precious" });
  });

  test("shows each error with its place, and leaves the bundle of before", async () => {
    const { cwd, context } = operator("console.log(1);");
    await build({}, context);
    const before = snapshot(path.join(cwd, "dist"));
    writeFiles(cwd, { "main.ts": "import { x } from './missing.ts';\nconst = 1;\n" });
    const error: unknown = await build({}, context).catch((thrown: unknown) => thrown);
    if (!(error instanceof TsopError)) throw new Error("it was built");
    expect(error.diagnostics).toMatchObject([{ code: "build/failed", at: { file: "main.ts", line: 2 } }]);
    expect(snapshot(path.join(cwd, "dist"))).toEqual(before);
  });

  test("without main.ts says what makes one", async () => {
    const cwd = tempFolder({ PROJECT: project });
    await expect(build({}, recordingContext({ cwd }))).rejects.toMatchObject({ code: "build/failed" });
    expect(existsSync(path.join(cwd, "dist"))).toBe(false);
  });
});
