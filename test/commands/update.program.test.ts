import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import type { CommandResult, ExecResult } from "../../src/commands/context.js";
import type { UpdateOptions } from "../../src/commands/declared/update.js";
import { unfinishedUpdate } from "../../src/commands/update/unfinished.js";
import { update } from "../../src/commands/update/update.js";
import { writeUpdateState } from "../../src/commands/update/update-state.js";
import { packageVersion } from "../../src/commands/version.js";
import { type Recording, recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";
import { oldProject, readOldScaffold } from "../support/update/old-scaffolds.js";

const now = packageVersion();
type Npm = (args: readonly string[]) => ExecResult;

function contextOf(root: string, { npm, env = {} }: { npm?: Npm; env?: Record<string, string> } = {}) {
  const recording = recordingContext({ cwd: root, env });
  return {
    ...recording,
    exec: (async (file, args, options) => {
      recording.recording.executed.push({ file, args, cwd: options.cwd });
      if (file === "npm") return npm?.(args) ?? { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" };
      return exec(file, args, options);
    }) satisfies typeof exec,
  };
}

async function run(
  root: string,
  options: Partial<UpdateOptions> = {},
  world: Parameters<typeof contextOf>[1] = {},
): Promise<CommandResult & { readonly recording: Recording }> {
  const context = contextOf(root, world);
  return { ...(await update({ conflicts: "markers", ...options }, context)), recording: context.recording };
}

async function refusal(root: string, options: Partial<UpdateOptions> = {}, npm?: Npm): Promise<string> {
  const world = npm === undefined ? {} : { npm };
  return printProblems(await refusalIn(root, () => run(root, options, world)));
}

/** A project of an earlier commit, whose Dockerfile contains a change in the lines that the scaffold changes, too. */
async function conflicting(): Promise<{ readonly root: string; readonly before: Record<string, string> }> {
  const { root, files } = await oldProject(readOldScaffold("c58e2e72"));
  const [first = ""] = files["Dockerfile"]!.split("\n");
  writeFiles(root, { Dockerfile: files["Dockerfile"]!.replace(first, "# our own comment") });
  return { root, before: filesOf(root) };
}

describe("conflicts", () => {
  test("are markers, which --continue wants to be gone", { timeout: 60_000 }, async () => {
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

  test("are files, which --continue deletes and --abort undoes", { timeout: 60_000 }, async () => {
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

describe("an update of a project", () => {
  let root: string;
  let before: Record<string, string>;
  beforeAll(async () => {
    ({ root } = await oldProject(readOldScaffold("b380e59f")));
    before = filesOf(root);
  });

  test("shows itself and writes nothing with --dry-run and --diff", { timeout: 60_000 }, async () => {
    const { text, json } = await run(root, { dryRun: true });
    expect(text).toContain("overwrite  Dockerfile");
    expect(json).toMatchObject({ from: "0.1.0", to: now, dryRun: true });
    expect((await run(root, { diff: true })).text).toContain("+++ b/Dockerfile");
    expect(filesOf(root)).toEqual(before);
  });

  test("warns of changes that are in no commit, and can be undone", { timeout: 60_000 }, async () => {
    const git = (...args: string[]) => exec("git", args, { cwd: root, signal: new AbortController().signal });
    await git("init", "-q");
    const { recording } = await run(root);
    expect(recording.warnings.join("\n")).toContain("project/uncommitted");
    expect(recording.executed.at(-1)).toMatchObject({ file: "npm" });
    rmSync(path.join(root, ".git"), { recursive: true });
    await run(root, { abort: true });
    expect(filesOf(root)).toEqual(before);
  });

  test("fails if the old tsop rejects a step, and names the step", { timeout: 60_000 }, async () => {
    const { PROJECT = "" } = before;
    writeFiles(root, { PROJECT: PROJECT.replaceAll("kind: Bar", "kind: Baz") });
    expect(await refusal(root)).toContain(
      "update/replay-failed: tsop 0.1.0 cannot create this project's scaffold again: " +
        "tsop create api --group=foo --version=v1 --kind=Baz",
    );
    writeFiles(root, { PROJECT });
  });

  test("is not undone over later changes, unless forced", { timeout: 60_000 }, async () => {
    await run(root);
    writeFiles(root, { Dockerfile: "FROM scratch\n" });
    expect(await refusal(root, { abort: true })).toContain("update/changed-since: the file has changed");
    await run(root, { abort: true, force: true });
    expect(filesOf(root)).toEqual(before);
  });

  test("that a kill stopped before its first write leaves no record that counts", async () => {
    const files = [{ path: "Dockerfile", before: before["Dockerfile"], after: "0" }];
    const conflicts = [{ file: "Dockerfile", beside: undefined }];
    writeUpdateState(root, { from: "0.0.1", to: now, isUnfinished: true, files, conflicts });
    expect(unfinishedUpdate("manifests", contextOf(root))).toBeUndefined();
    expect(await refusal(root, { continue: true })).toContain("update/none");
    writeFiles(root, { Dockerfile: "half" });
    expect(unfinishedUpdate("manifests", contextOf(root))?.code).toBe("update/unfinished");
    writeFiles(root, { Dockerfile: before["Dockerfile"]! });
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
