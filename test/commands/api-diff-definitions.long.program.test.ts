/** `tsop api diff` with the kinds of the extension API server, whose definitions are modules. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { create } from "tar";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { apiDiff } from "../../src/commands/api-diff.js";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import type { ApiDiffOptions } from "../../src/commands/declared/api.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { manifests } from "../../src/commands/manifests.js";
import { failureOf } from "../support/failure-of.js";
import { git } from "../support/git.js";
import { recordingContext } from "../support/recording-context.js";
import { renameField } from "../support/served-versions.js";
import { scaffold } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";

const project = await scaffold({ isGenerated: true });
const reading = { group: "metrics", version: "v1", kind: "Reading", storage: "file" } as const;
const load = { group: "metrics", version: "v1", kind: "Load", storage: "virtual", namespaced: false } as const;
const definition = "apiserver/definitions/metrics.abc.com_readings.ts";
const types = "api/v1/reading_types.ts";

function contextIn(cwd: string) {
  return { ...recordingContext({ cwd, env: process.env }), exec };
}

/** A project whose last commit contains a stored kind and a computed one. */
async function createRepository(): Promise<string> {
  const root = tempFolder(project);
  for (const kind of [reading, load]) await createApiserver(kind, contextIn(root));
  git(root, "init", "--quiet");
  commit(root);
  return root;
}

function commit(root: string): void {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", "state");
}

function change(root: string, file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path.join(root, file), "utf8");
  expect(text).toMatch(from);
  writeFileSync(path.join(root, file), text.replace(from, to));
}

async function diff(cwd: string, options: Partial<ApiDiffOptions> = {}) {
  const context = contextIn(cwd);
  const result = await apiDiff({ failOn: "breaking", ...options }, context);
  return { ...result, warnings: context.recording.warnings.join("\n") };
}

describe("api diff with a commit", () => {
  test("shows a breaking change of a stored kind with its line, in the words of the server", async () => {
    const root = await createRepository();
    expect(await diff(root)).toMatchObject({ text: "the API is the same as in git:HEAD", exitCode: 0, warnings: "" });
    change(root, types, "@maximum 10", "@maximum 9");
    const { text, exitCode, json, warnings } = await diff(root);
    expect([exitCode, warnings]).toEqual([3, ""]);
    expect(text).toMatch(/^api\/v1\/reading_types\.ts:\d+:\d+ {2}breaking: Reading v1 spec\.size: maximum 10 → 9$/m);
    expect(text).toContain("The server accepts updates that leave the value unchanged.");
    expect(text).toMatch(
      /witness: {2}\{.*\} is valid under the old definition\. Under the new definition, the API server rejects/,
    );
    expect(text).toContain(
      "`tsop create apiserver --group metrics --kind Reading --version v2 --changes-since git:HEAD`",
    );
    expect(text).not.toContain("CRD");
    expect(json).toMatchObject({
      semver: { impact: "major" },
      changes: [{ crd: "readings.metrics.abc.com", path: "spec.size", severity: "error", at: { file: types } }],
    });
    expect((await diff(root, { failOn: "never" })).exitCode).toBe(0);
    expect((await diff(root, { semver: true })).text).toBe("0.2.0");
    expect((await diff(root, { changelog: true })).text).toMatch(
      /^### Breaking changes of the API\n\n- `Reading` `v1 spec.size`/,
    );
    expect(await diff(root, { checkVersion: true, failOn: "never" })).toMatchObject({ exitCode: 3 });
    // Nothing is written.
    expect(readFileSync(path.join(root, definition), "utf8")).toContain('"maximum": 10');
  });

  test("fewer values of a computed kind break no client, and a field less breaks its readers only", async () => {
    const root = await createRepository();
    change(root, "api/v1/load_types.ts", "seconds: Int32;", "/** @maximum 9 */ seconds: Int32;");
    expect((await diff(root, { failOn: "some" })).exitCode).toBe(0);
    change(root, "api/v1/load_types.ts", "seconds: Int32;", "elapsed: Int32;");
    const { text, exitCode } = await diff(root);
    expect(exitCode).toBe(3);
    expect(text).toContain("clients:  Clients that read status.seconds do not find it.");
    expect(text).not.toMatch(/objects:|rollback:|witness:/);
  });

  test("new and removed kinds, without a word about CRDs", async () => {
    const root = await createRepository();
    await createApiserver({ ...reading, kind: "Sheet", storage: "sqlite" }, contextIn(root));
    await deleteApi({ group: "metrics", kind: "Reading" }, contextIn(root));
    const { text, exitCode } = await diff(root, { all: true });
    expect(exitCode).toBe(3);
    expect(text).toContain("Sheet: new kind");
    expect(text).toContain("breaking: Reading: kind removed\n  objects:  No server returns the objects any more.");
    expect(text).not.toContain("CRD");
  });

  test("a kind that moves from a CRD to the server, and back: no object moves", async () => {
    const root = tempFolder(project);
    await createApi({ group: "metrics", version: "v1", kind: "Reading" }, contextIn(root));
    await manifests({}, contextIn(root));
    git(root, "init", "--quiet");
    commit(root);
    const crd = readFileSync(path.join(root, "config/crd/bases/metrics.abc.com_readings.yaml"));
    await deleteApi({ group: "metrics", kind: "Reading" }, contextIn(root));
    await createApiserver(reading, contextIn(root));
    const there = await diff(root);
    expect(there.text).toContain("breaking: Reading: CRD → kind of the extension API server (file)");
    expect(there.text).toContain("objects:  No object moves");
    // A file shows that the kind had a CRD.
    writeFileSync(path.join(root, "crd.yaml"), crd);
    const file = await diff(root, { against: "crd.yaml" });
    expect([file.text.includes("No object moves"), file.warnings]).toEqual([true, ""]);
    // A CRD that remains does not define the kind any more.
    mkdirSync(path.join(root, "config/crd/bases"), { recursive: true });
    writeFileSync(path.join(root, "config/crd/bases/metrics.abc.com_readings.yaml"), crd);
    commit(root);
    expect((await diff(root)).text).toBe("the API is the same as in git:HEAD");
    expect((await diff(root, { against: "git:HEAD~1" })).text).toContain("No object moves");
    await deleteApi({ group: "metrics", kind: "Reading" }, contextIn(root));
    await createApi({ group: "metrics", version: "v1", kind: "Reading" }, contextIn(root));
    expect((await diff(root)).text).toContain("Reading: kind of the extension API server (file) → CRD");
  });

  test("versions that the server converts: PROJECT says so, and the definition does not", async () => {
    const root = tempFolder(project);
    await createApiserver(reading, contextIn(root));
    await createApiserver({ ...reading, version: "v2" }, contextIn(root));
    renameField(root);
    await createWebhook(
      { group: "metrics", version: "v2", kind: "Reading", conversion: true, spoke: ["v1"] },
      contextIn(root),
    );
    await manifests({}, contextIn(root));
    git(root, "init", "--quiet");
    commit(root);
    expect((await diff(root)).text).toBe("the API is the same as in git:HEAD");
    const [from, to] = ["api/v1/reading_types.ts", "api/v2/reading_types.ts"];
    change(root, from, / \* @storageVersion\n/, "");
    change(root, to, "/**\n * Reading is", "/**\n * @storageVersion\n * Reading is");
    const { text, exitCode } = await diff(root, { all: true });
    expect([exitCode, text]).toEqual([0, expect.stringContaining("compatible: Reading: storage version v1 → v2")]);
    expect(text).not.toContain("not stored");
  });

  test("manifests --check-compatibility writes no definition that breaks the committed one", async () => {
    const root = await createRepository();
    change(root, types, "@maximum 10", "@maximum 9");
    const { exitCode } = await manifests({ checkCompatibility: true }, contextIn(root));
    expect([exitCode, readFileSync(path.join(root, definition), "utf8").includes('"maximum": 10')]).toEqual([3, true]);
  });
});

describe("a committed definition", () => {
  test("is read in a formatter's style, beside other modules of the user", async () => {
    const root = await createRepository();
    const text = readFileSync(path.join(root, definition), "utf8").replaceAll("// prettier-ignore\n", "");
    const formatted = await format(text, { parser: "typescript", singleQuote: true, quoteProps: "as-needed" });
    expect(formatted).toContain("apiVersion: 'apiextensions.k8s.io/v1',");
    writeFileSync(path.join(root, definition), formatted);
    writeFileSync(
      path.join(root, "apiserver/definitions/index.ts"),
      'export * from "./metrics.abc.com_readings.js";\n',
    );
    commit(root);
    expect((await diff(root)).text).toBe("the API is the same as in git:HEAD");
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ["is cut off", (text) => text.slice(0, text.length / 2), /line \d+: '}' expected/],
    [
      "contains code",
      (text) => text.replace('"kind": "Reading"', '"kind": kindOf("Reading")'),
      /line \d+: expected a value of JSON, found "kindOf/,
    ],
    [
      "is of another kind",
      (text) => text.replace('"CustomResourceDefinition"', '"ConfigMap"'),
      /it is a ConfigMap, and not a CustomResourceDefinition/,
    ],
    ["is not valid", (text) => text.replace('"group": "metrics.abc.com",', ""), /spec\.group: expected a text/],
    ["is empty", () => "", /it exports no constant/],
  ])("that %s is one error with its file and its source", async (_, edit, message) => {
    const root = await createRepository();
    writeFileSync(path.join(root, definition), edit(readFileSync(path.join(root, definition), "utf8")));
    commit(root);
    const error = await failureOf(diff(root));
    expect(error).toMatchObject({ code: "api/unreadable", message: expect.stringMatching(message) as string });
    expect(String(error)).toContain(`${definition} of git:HEAD contains no definition that tsop can read: `);
  });
});

describe("api diff with a package", () => {
  function withPackage(root: string, files: readonly string[]) {
    const packed = tempFolder(
      Object.fromEntries(files.map((file) => [`package/${file}`, readFileSync(path.join(root, file), "utf8")])),
    );
    const context = recordingContext({
      cwd: root,
      onExec: async (_file, args) => {
        const target = args.at(-1) ?? "";
        mkdirSync(target, { recursive: true });
        await create({ file: path.join(target, "demo.tgz"), gzip: true, cwd: packed }, ["package"]);
        return { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" };
      },
    });
    return { context, run: () => apiDiff({ failOn: "breaking", against: "npm:1.0.0" }, context) };
  }

  test("compares with the definitions in it", async () => {
    const root = await createRepository();
    const { run, context } = withPackage(root, [definition, "package.json"]);
    change(root, types, "@maximum 10", "@maximum 9");
    const { text } = await run();
    expect(text).toContain("Reading v1 spec.size: maximum 10 → 9");
    expect(text).not.toContain("→ kind");
    expect(context.recording.warnings).toEqual([]);
  });

  test("leaves the kinds out if it contains none, and says why", async () => {
    const root = await createRepository();
    await createApi({ group: "metrics", version: "v1alpha1", kind: "Bar" }, contextIn(root));
    await manifests({}, contextIn(root));
    const { run, context } = withPackage(root, ["config/crd/bases/metrics.abc.com_bars.yaml"]);
    expect((await run()).text).toBe("the API is the same as in npm:1.0.0");
    expect(context.recording.warnings.join()).toContain(
      "Load, Reading: npm:1.0.0 does not contain apiserver/definitions",
    );
  });

  test("a package with neither CRDs nor definitions is an error", async () => {
    const root = await createRepository();
    const { run } = withPackage(root, ["package.json"]);
    expect(await failureOf(run())).toMatchObject({ code: "api/unreadable", message: "npm:1.0.0 contains no CRD" });
  });
});

test("a typing mistake in the source is one error", async () => {
  const root = await createRepository();
  rmSync(path.join(root, "node_modules"), { force: true, recursive: true });
  expect(await failureOf(diff(root, { against: "git:HAED" }))).toMatchObject({ code: "api/unreadable" });
});
