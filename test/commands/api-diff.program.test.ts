import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { create } from "tar";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { apiDiff } from "../../src/commands/api-diff.js";
import type { ApiDiffOptions } from "../../src/commands/declared/api.js";
import { manifests } from "../../src/commands/manifests.js";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { barProject, types } from "../support/bar-project.js";
import { failureOf } from "../support/failure-of.js";
import { git } from "../support/git.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const manifest = "config/crd/bases/foo.abc.com_bars.yaml";
const narrower = types.replace("@minimum 1", "@minimum 2");
const packageJson = '{"name":"demo","version":"1.2.3","type":"module"}\n';

/** A project whose CRDs are up to date, and the same as a repository. */
const project = tempFolder({ ...barProject, "package.json": packageJson });
await manifests({}, recordingContext({ cwd: project }));
const repository = copyOf(project);
commit(repository);

function copyOf(folder: string): string {
  const copy = tempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function commit(folder: string): void {
  if (!existsSync(path.join(folder, ".git"))) git(folder, "init", "--quiet");
  git(folder, "add", "--all", "--", ":!.tsop");
  git(folder, "commit", "--quiet", "--message", "state");
}

function write(folder: string, text: string): void {
  writeFileSync(path.join(folder, "api/v1/bar_types.ts"), text);
}

function diff(cwd: string, options: Partial<ApiDiffOptions> = {}) {
  return apiDiff({ failOn: "breaking", ...options }, { ...recordingContext({ cwd, env: process.env }), exec });
}

describe("api diff", () => {
  test("says that nothing changed", async () => {
    const { text, exitCode, json } = await diff(copyOf(repository));
    expect([text, exitCode, json["changes"]]).toEqual(["the API is the same as in git:HEAD", 0, []]);
  });

  test("shows a breaking change with its line, and exits with 3", async () => {
    const folder = copyOf(repository);
    write(folder, narrower);
    const { text, exitCode, diagnostics = [], json } = await diff(folder);
    expect(exitCode).toBe(3);
    expect(text).toContain("api/v1/bar_types.ts:6:9  breaking: Bar v1 spec.replicas: minimum 1 → 2\n");
    expect(text).toContain("compared with git:HEAD: 1 breaking, 0 breaking for some, 0 compatible");
    expect(text).toContain("this is a major change, so the next version after 1.2.3 is 2.0.0");
    expect(diagnostics.map(formatDiagnostic).join("\n")).toContain(
      "api/v1/bar_types.ts:6:9  error api/breaking: Bar v1 spec.replicas:",
    );
    expect(json).toMatchObject({
      against: "git:HEAD",
      semver: { impact: "major", current: "1.2.3", next: "2.0.0" },
      changes: [
        {
          crd: "bars.foo.abc.com",
          version: "v1",
          path: "spec.replicas",
          keyword: "minimum",
          change: { kind: "bound-changed", effect: "narrower" },
          severity: "error",
          verdicts: { objects: { level: "breaking for some" }, rollback: { level: "compatible" } },
          at: { file: "api/v1/bar_types.ts", line: 6 },
        },
      ],
    });
    // Nothing is written.
    expect(readFileSync(path.join(folder, manifest), "utf8")).toContain("minimum: 1");
  });

  test("compares with an earlier commit, and with a commit that had no kind", async () => {
    const folder = copyOf(repository);
    write(folder, narrower);
    await manifests({}, recordingContext({ cwd: folder }));
    commit(folder);
    expect((await diff(folder)).text).toContain("the same as in git:HEAD");
    for (const crdDir of ["config/crd/bases", "config", "."]) {
      expect((await diff(folder, { against: "git:HEAD~1", crdDir })).text).toContain("minimum 1 → 2");
    }
    const { text, exitCode } = await diff(folder, { crdDir: "config/other", all: true });
    expect([text.split("\n")[0], exitCode]).toEqual(["api/v1/bar_types.ts:4:18  compatible: Bar: new kind", 0]);
  });

  test("shows a removed kind", async () => {
    const folder = copyOf(repository);
    write(folder, "export {};\n");
    const { text, exitCode } = await diff(folder);
    expect(text).toContain("breaking: Bar: kind removed\n  objects:  Deleting the CRD deletes all its objects.");
    expect(exitCode).toBe(3);
  });

  test.each<[ApiDiffOptions["failOn"], string, number]>([
    ["breaking", narrower, 3],
    ["never", narrower, 0],
    ["breaking", types.replace("replicas?: Int32", "replicas?: Int32 | null"), 0],
    ["some", types.replace("replicas?: Int32", "replicas?: Int32 | null"), 3],
  ])("--fail-on %s", async (failOn, changed, status) => {
    const folder = copyOf(repository);
    write(folder, changed);
    const { exitCode, diagnostics = [] } = await diff(folder, { failOn });
    expect([exitCode, diagnostics.map(({ code }) => code)]).toEqual([
      status,
      [changed === narrower ? "api/breaking" : "api/breaking-for-some"],
    ]);
  });

  test("prints the next version, or a section of the changelog, and nothing else", async () => {
    const folder = copyOf(repository);
    write(folder, narrower);
    expect(await diff(folder, { semver: true })).toMatchObject({ text: "2.0.0", isDocument: true, exitCode: 0 });
    const { text, exitCode } = await diff(folder, { changelog: true });
    expect([text.split("\n")[0], exitCode]).toEqual(["### Breaking changes of the API", 0]);
    writeFileSync(path.join(folder, "package.json"), "{}");
    expect((await diff(folder, { semver: true })).text).toBe("major");
  });

  test("compares with a file", async () => {
    const folder = copyOf(project);
    write(folder, narrower);
    const { text } = await diff(folder, { against: manifest });
    expect(text).toContain(`compared with ${manifest}: 1 breaking`);
  });

  test("ends at a signal while it searches objects that show a change", async () => {
    const folder = copyOf(project);
    write(folder, narrower);
    const stop = new AbortController();
    setImmediate(() => stop.abort("SIGINT"));
    const context = recordingContext({ cwd: folder, signal: stop.signal });
    await expect(apiDiff({ failOn: "breaking", against: manifest }, context)).rejects.toBe("SIGINT");
  });

  test("compares with a published package, without its other files", async () => {
    const folder = copyOf(project);
    write(folder, narrower);
    const calls: (readonly string[])[] = [];
    const context = recordingContext({
      cwd: folder,
      onExec: async (_file, args) => {
        calls.push(args);
        const packed = tempFolder({
          "package/readme.yaml": "{{ not YAML",
          [`package/${manifest}`]: readFileSync(path.join(folder, manifest), "utf8"),
        });
        const target = args.at(-1) ?? "";
        mkdirSync(target, { recursive: true });
        await create({ file: path.join(target, "demo.tgz"), gzip: true, cwd: packed }, ["package"]);
        return { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" };
      },
    });
    const { text } = await apiDiff({ failOn: "breaking", against: "npm:1.0.0" }, context);
    expect(text).toContain("compared with npm:1.0.0: 1 breaking");
    expect(calls[0]?.slice(0, 5)).toEqual(["pack", "demo@1.0.0", "--ignore-scripts", "--silent", "--pack-destination"]);
    expect(existsSync(calls[0]?.at(-1) ?? "")).toBe(false);
  });
});

describe("api diff names what it cannot read", () => {
  test.each([
    ["git:nothing", "api/unreadable", "the git repository has no commit nothing"],
    ["git:", "usage/invalid-argument", "git: names no commit"],
    ["git:--output=x", "usage/invalid-argument", "git:--output=x names no commit"],
    ["npm:", "usage/invalid-argument", "npm: names no version"],
    ["npm:1.0.0;x", "usage/invalid-argument", "npm:1.0.0;x names no version"],
    ["missing.yaml", "import/unreadable", "cannot read missing.yaml"],
    ["package.json", "api/unreadable", "package.json contains no CRD"],
    ["broken.yaml", "yaml/invalid", ""],
    ["odd.yaml", "api/unreadable", "odd.yaml of odd.yaml contains a CRD that is not valid: apiVersion"],
  ])("%s", async (against, code, message) => {
    const folder = copyOf(repository);
    writeFileSync(path.join(folder, "broken.yaml"), "a: [");
    writeFileSync(path.join(folder, "odd.yaml"), "kind: CustomResourceDefinition\n");
    const error = await failureOf(diff(folder, { against }));
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(message);
  });

  test("a commit whose file git has lost", async () => {
    const folder = copyOf(repository);
    const id = git(folder, "rev-parse", `HEAD:${manifest}`).trim();
    rmSync(path.join(folder, ".git/objects", id.slice(0, 2), id.slice(2)), { force: true });
    expect(await failureOf(diff(folder))).toMatchObject({
      code: "api/unreadable",
      message: `git cannot read ${manifest} of HEAD`,
    });
  });

  test("a folder without git", async () => {
    const error = await failureOf(diff(copyOf(project)));
    expect(error).toMatchObject({ code: "api/unreadable" });
    expect(String(error)).toContain("is not in a git repository");
  });

  test("a package that npm does not have", async () => {
    const onExec = () => ({ exitCode: 1, terminatedBy: undefined, stdout: "", stderr: "npm error code E404" });
    const context = recordingContext({ cwd: copyOf(project), onExec });
    const error = await failureOf(apiDiff({ failOn: "breaking", against: "npm:9.9.9" }, context));
    expect(error).toMatchObject({ message: "npm cannot download demo@9.9.9: npm error code E404" });
  });

  test("a project without a name", async () => {
    const folder = copyOf(project);
    writeFileSync(path.join(folder, "package.json"), '{"name":"--registry=x"}');
    const error = await failureOf(diff(folder, { against: "npm:1.0.0" }));
    expect(error).toMatchObject({ message: "package.json has no valid name" });
  });

  test("types with an error", async () => {
    const folder = copyOf(repository);
    write(folder, types.replace("@minimum 1", "@minimum many"));
    expect(await failureOf(diff(folder))).toMatchObject({ code: "tag/invalid-argument" });
  });
});

describe("manifests --check-compatibility", () => {
  test("writes nothing if the committed API breaks, and writes everything else", async () => {
    const folder = copyOf(repository);
    const context = { ...recordingContext({ cwd: folder, env: process.env }), exec };
    write(folder, narrower);
    const result = await manifests({ checkCompatibility: true }, context);
    expect([result.exitCode, result.text.includes("minimum 1 → 2")]).toEqual([3, true]);
    expect(readFileSync(path.join(folder, manifest), "utf8")).toContain("minimum: 1");
    write(folder, types.replace("replicas?: Int32;", "replicas?: Int32;\n    label?: string;"));
    expect((await manifests({ checkCompatibility: true }, context)).exitCode ?? 0).toBe(0);
    expect(readFileSync(path.join(folder, manifest), "utf8")).toContain("label:");
  });
});

describe("api diff --check-version", () => {
  const setVersion = (folder: string, version: string): void =>
    writeFileSync(path.join(folder, "package.json"), packageJson.replace("1.2.3", version));
  const check = (folder: string, options: Partial<ApiDiffOptions> = {}) =>
    diff(folder, { checkVersion: true, failOn: "never", ...options });

  test.each([
    ["the same version for an unchanged API", types, "1.2.3", 0],
    ["a minor version for a breaking change", narrower, "1.3.0", 3],
    ["a major version for a breaking change", narrower, "2.0.0", 0],
    ["the pre-release of a major version for a breaking change", narrower, "2.0.0-rc.1", 0],
    ["a text that is no version", narrower, "two", 3],
  ])("%s", async (_, text, version, expected) => {
    const folder = copyOf(repository);
    write(folder, text);
    setVersion(folder, version);
    const { exitCode, diagnostics = [] } = await check(folder);
    expect(exitCode).toBe(expected);
    const found = diagnostics.filter(({ code }) => code === "api/version-too-low");
    expect(found).toHaveLength(expected === 0 ? 0 : 1);
    if (expected !== 0) expect(found[0]?.hint).toContain("npm version 2.0.0 --no-git-tag-version");
  });

  test("needs a commit with a version", async () => {
    const folder = copyOf(project);
    await expect(check(folder, { against: "config/crd/bases" })).rejects.toMatchObject({
      code: "usage/invalid-argument",
    });
    rmSync(path.join(folder, "package.json"));
    commit(folder);
    await expect(check(folder)).rejects.toMatchObject({ code: "api/unreadable" });
  });
});
