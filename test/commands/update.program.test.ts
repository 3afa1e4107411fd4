import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecResult } from "../../src/commands/context.js";
import type { UpdateOptions } from "../../src/commands/declared/update.js";
import { unfinishedUpdate } from "../../src/commands/update/unfinished.js";
import { update } from "../../src/commands/update/update.js";
import { packageVersion } from "../../src/commands/version.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";
import { oldProject, readOldScaffold } from "../support/update/old-scaffolds.js";
import { contextOf, type Npm, refusedUpdate as refusal, runUpdate as run } from "../support/update/run-update.js";

const now = packageVersion();

/** A project of an earlier commit, whose Dockerfile contains a change in the lines that the scaffold changes, too. */
async function conflicting(): Promise<{ readonly root: string; readonly before: Record<string, string> }> {
  const { root, files } = await oldProject(readOldScaffold("c58e2e72"));
  const [first = ""] = files["Dockerfile"]!.split("\n");
  writeFiles(root, { Dockerfile: files["Dockerfile"]!.replace(first, "# our own comment") });
  return { root, before: filesOf(root) };
}

describe("conflicts", () => {
  test("are markers, which --continue wants to be gone", async () => {
    const { root, before } = await conflicting();
    const { exitCode, text, json, recording } = await run(root);
    expect({ exitCode, conflicts: json["conflicts"] }).toEqual({
      exitCode: 1,
      conflicts: [{ file: "Dockerfile", line: 1, message: expect.any(String) as string, beside: undefined }],
    });
    expect(text).toContain("npx tsop update --continue");
    expect(recording.executed.filter(({ file }) => file === "npm")).toEqual([]);
    expect(filesOf(root)["Dockerfile"]).toMatch(/^<<<<<<< yours\n# our own comment\n/);

    expect(await refusal(root, { continue: true })).toContain("update/unfinished");
    expect(await refusal(root)).toContain(`the update to tsop ${now} has conflicts`);
    expect(unfinishedUpdate("manifests", contextOf(root))?.message).toContain("Dockerfile");
    expect(unfinishedUpdate("version", contextOf(root))).toBeUndefined();

    writeFiles(root, { Dockerfile: before["Dockerfile"]! });
    const ended = await run(root, { continue: true });
    expect(ended.text).toContain(`The project has the scaffold of tsop ${now}.`);
    expect(ended.recording.executed).toMatchObject([{ file: "npm", args: expect.arrayContaining(["install"]) as [] }]);
    expect(unfinishedUpdate("manifests", contextOf(root))).toBeUndefined();
    expect(await refusal(root, { continue: true })).toContain("update/none");

    await run(root, { abort: true });
    expect(filesOf(root)).toEqual(before);
    expect(await refusal(root, { abort: true })).toContain("update/none");
  });

  test("are files, which --continue deletes and --abort undoes", async () => {
    const { root, before } = await conflicting();
    await run(root, { conflicts: "files" });
    expect(filesOf(root)["Dockerfile"]).toContain("# our own comment");
    expect(filesOf(root)["Dockerfile.rej"]).toContain("+++ Dockerfile");
    await run(root, { abort: true });
    expect(filesOf(root)).toEqual(before);
    await run(root, { conflicts: "files" });
    await run(root, { continue: true });
    expect(existsSync(path.join(root, "Dockerfile.rej"))).toBe(false);
  });
});

describe("versions", () => {
  const ended = (exitCode: number, stdout: string, stderr = ""): ExecResult => ({
    exitCode,
    terminatedBy: undefined,
    stdout,
    stderr,
  });

  async function project(cliVersion: string | undefined): Promise<string> {
    const files = await scaffold();
    const line = cliVersion === undefined ? "" : `cliVersion: ${cliVersion}\n`;
    return tempFolder({ ...files, PROJECT: files["PROJECT"]!.replace(/^cliVersion: .*\n/m, line) });
  }

  test("the project of today is up to date", async () => {
    const root = await project(now);
    expect((await run(root)).text).toBe(`up to date: the project has the scaffold of tsop ${now}`);
    expect(await run(root, { check: true })).toMatchObject({ json: { available: false } });
  });

  test("--check reports an update, and writes nothing", async () => {
    const root = await project("0.0.1");
    const before = filesOf(root);
    expect(await run(root, { check: true })).toMatchObject({
      exitCode: 3,
      json: { from: "0.0.1", to: now, available: true },
      diagnostics: [{ code: "update/available", at: { file: "PROJECT" } }],
    });
    expect(filesOf(root)).toEqual(before);
  });

  test("an old version that neither the project nor the registry has", async () => {
    const missing: Npm = () => ended(1, "", "npm error code ETARGET\nnpm error notarget No matching version found");
    const asked = await refusal(await project("0.0.1"), {}, missing);
    expect(asked).toContain('update/unknown-version: the registry has no version "0.0.1" of tsop');
  });

  test("a registry that is not reachable", async () => {
    const away: Npm = () =>
      ended(1, "", "npm error code ECONNREFUSED\nnpm error connect to http://me:secret@localhost/");
    const text = await refusal(await project("0.0.1"), {}, away);
    expect(text).toContain("update/registry-failed: npm cannot get tsop 0.0.1:");
    expect(text).not.toContain("secret");
  });

  test.each<[string, string | undefined, Partial<UpdateOptions>, string]>([
    ["is newer than this tsop", "99.0.0", {}, "update/newer-project: the project has the scaffold of tsop 99.0.0"],
    ["names no tsop", undefined, {}, "update/unknown-base: PROJECT does not name the tsop"],
    ["names no version", "main", {}, 'update/unknown-base: cliVersion in PROJECT is "main"'],
    ["gets another --from", now, { from: "x" }, 'usage/invalid-argument: --from is "x"'],
    ["gets no version as --to", now, { to: "a b" }, 'usage/invalid-argument: --to "a b" is not a version'],
  ])("a project that %s", async (_, cliVersion, options, expected) => {
    expect(await refusal(await project(cliVersion), options)).toContain(expected);
  });

  test("--from replaces a missing cliVersion", async () => {
    expect((await run(await project(undefined), { from: now, dryRun: true })).text).toMatch(/^up to date/);
  });

  test("a tag that the registry does not know", async () => {
    const missing: Npm = () => ended(1, '{ "error": { "code": "E404" } }', "npm error code E404");
    expect(await refusal(await project(now), { to: "next" }, missing)).toContain("update/unknown-version");
  });

  test("another version than this tsop does the update itself", async () => {
    const root = await project(now);
    const other = "console.log('ran ' + process.argv.slice(2).join(' '))";
    const world = {
      npm: (args: readonly string[]): ExecResult => {
        if (args[0] === "view") return ended(0, '"99.0.0"');
        return ended(0, "");
      },
    };
    const context = contextOf(root, world);
    const { exec: run99 } = context;
    const result = await update(
      { to: "next", conflicts: "files" },
      {
        ...context,
        exec: async (file, args, options) => {
          if (file === "npm" && args[0] === "install") {
            writeFiles(options.cwd, { "node_modules/tsop/bin/tsop.js": other });
          }
          return run99(file, args, options);
        },
      },
    );
    expect(result.text).toBe("ran update --to=99.0.0 --conflicts=files --output text");
  });
});
