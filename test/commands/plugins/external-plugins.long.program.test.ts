/** External plugins in kubebuilder's protocol: a real one, and programs that break the rules. */
import { chmodSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { edit } from "../../../src/commands/edit.js";
import type { FilterResult } from "../../../src/commands/context.js";
import { recordingContext } from "../../support/recording-context.js";
import { scaffold } from "../../support/scaffolds.js";
import { run } from "../../support/shell.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";

const bin = fileURLToPath(new URL("../../../bin/tsop.js", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/plugins/external", import.meta.url));
const project = await scaffold();
const key = "prometheus/v1";

function tsop(root: string, ...args: string[]) {
  return run(process.execPath, [bin, ...args], { cwd: root, env: { EXTERNAL_PLUGINS_PATH: fixtures } });
}

describe("a plugin of kubebuilder's protocol", () => {
  test("takes part in edit with its own flag, and is recorded in PROJECT", async () => {
    const root = tempFolder(project);
    const preview = await tsop(root, "edit", "--plugins", key, "--retention-days", "30", "--diff");
    expect(preview).toMatchObject({ code: 0, stderr: "" });
    expect(preview.stdout).toContain("+  retention: 30d");
    expect(filesOf(root)).toEqual(filesOf(tempFolder(project)));
    expect(await tsop(root, "edit", "--plugins", key, "--retention-days", "30")).toMatchObject({ code: 0 });
    const files = filesOf(root);
    expect(files["config/monitoring/prometheus.yaml"]).toContain("retention: 30d");
    expect(files["PROJECT"]).toMatch(/plugins:\n {2}prometheus\/v1:/);
  });

  test("sees the kind that create api adds, and its words on stderr are a note", async () => {
    const root = tempFolder(project);
    const kind = ["--group", "foo", "--version", "v1", "--kind", "Bar"];
    const result = await tsop(root, "create", "api", ...kind, "--plugins", key);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).toContain(`${key}: seen Bar after`);
    expect(filesOf(root)["config/monitoring/kinds.txt"]).toBe("Bar\n");
  });

  test("has its flags and its description in the help", async () => {
    const { stdout } = await tsop(tempFolder(project), "edit", "--plugins", key, "--help");
    expect(stdout).toContain("--retention-days");
    expect(stdout).toContain("Adds Prometheus (--edit).");
  });

  test("reports an error: nothing is written", async () => {
    const root = tempFolder(project);
    const before = filesOf(root);
    const { code, stderr } = await tsop(root, "edit", "--plugins", key, "--retention-days", "0");
    expect(code).toBe(1);
    expect(stderr).toContain(`plugin/refused: ${key}: retention-days is 0: it must be at least 1`);
    expect(filesOf(root)).toEqual(before);
  });

  test("that is not installed, or not executable, is a diagnostic", async () => {
    const root = tempFolder(project);
    const missing = await tsop(root, "edit", "--plugins", "prometheus/v2");
    expect(missing.stderr).toContain("plugin/not-found: the external plugin prometheus/v2 is not installed");
    const folder = tempFolder({ "mine/v1/mine": "#!/bin/sh\n" });
    const args = [bin, "edit", "--plugins", "mine/v1"];
    const plain = await run(process.execPath, args, { cwd: root, env: { EXTERNAL_PLUGINS_PATH: folder } });
    expect(plain.stderr).toContain("the program of the external plugin mine/v1 is not executable");
  });
});

/** Calls `edit` with a plugin that ends in this way. */
async function editWith(result: Partial<FilterResult>, root = tempFolder(project)) {
  const plugins = tempFolder();
  cpSync(fixtures, plugins, { recursive: true });
  const context = recordingContext({ cwd: root, env: { EXTERNAL_PLUGINS_PATH: plugins } });
  const runFilter = () =>
    Promise.resolve({ end: { kind: "exit", code: 0 } as const, stdout: "", stderr: "", ...result });
  return edit({ plugins: [key] }, { ...context, runFilter });
}

const respond = (response: object): Partial<FilterResult> => ({
  stdout: JSON.stringify({ apiVersion: "v1alpha1", error: false, universe: {}, ...response }),
});

test("a file that the response omits stays, and an empty text empties a file, as with kubebuilder", async () => {
  const root = tempFolder(project);
  const before = filesOf(root);
  await editWith(respond({ universe: { "README.md": "" } }), root);
  const { PROJECT: recorded, ...files } = filesOf(root);
  expect(recorded).toContain(key);
  expect({ ...files, PROJECT: before["PROJECT"] }).toEqual({ ...before, "README.md": "" });
});

describe("a program that breaks the rules writes nothing:", () => {
  test.each<[string, Partial<FilterResult>, string, string]>([
    ["no response", {}, "plugin/invalid", "printed no response"],
    ["no JSON", { stdout: "Traceback\u001b[2J" }, "plugin/invalid", "printed no JSON object"],
    ["a list", { stdout: "[]" }, "plugin/invalid", "printed no JSON object"],
    ["deep JSON", { stdout: "[".repeat(100_000) }, "plugin/invalid", "printed no JSON object"],
    [
      "an exit status",
      { end: { kind: "exit", code: 2 }, stderr: "no module" },
      "plugin/failed",
      "ended with exit status 2: no module",
    ],
    ["a signal", { end: { kind: "signal", signal: "SIGSEGV" } }, "plugin/failed", "was ended by SIGSEGV"],
    ["no end", { end: { kind: "late" } }, "plugin/failed", "gave no response within 60 seconds"],
    ["too much", { end: { kind: "too-large" } }, "plugin/failed", "printed more than 32 MiB"],
    [
      "a wrong format",
      { end: { kind: "not-started", reason: "spawn ENOEXEC" } },
      "plugin/failed",
      "cannot run: spawn ENOEXEC",
    ],
    ["an error that is a text", respond({ error: "yes" }), "plugin/invalid", "neither true nor false"],
    ["an error without a message", respond({ error: true }), "plugin/refused", "reports an error without a message"],
    ["a universe that is a list", respond({ universe: [] }), "plugin/invalid", "a universe that is not an object"],
    [
      "a file that is a number",
      respond({ universe: { "a.txt": 1 } }),
      "plugin/invalid",
      '"a.txt", which is not a text',
    ],
    ["a path above the project", respond({ universe: { "../a.txt": "a" } }), "plugin/invalid", "../a.txt"],
    ["a path above the project inside", respond({ universe: { "a/../../b": "a" } }), "plugin/invalid", "a/../../b"],
    ["an absolute path", respond({ universe: { "/tmp/a.txt": "a" } }), "plugin/invalid", "/tmp/a.txt"],
    ["a file of git", respond({ universe: { ".git/hooks/pre-commit": "a" } }), "plugin/invalid", ".git/hooks"],
    ["another PROJECT", respond({ universe: { PROJECT: 'version: "3"\n' } }), "plugin/invalid", "PROJECT"],
  ])("%s", async (_, result, code, message) => {
    const root = tempFolder(project);
    const before = filesOf(root);
    await expect(editWith(result, root)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(filesOf(root)).toEqual(before);
  });

  test("a file behind a link to another folder", async () => {
    const [root, outside] = [tempFolder(project), tempFolder()];
    symlinkSync(outside, path.join(root, "linked"));
    await expect(editWith(respond({ universe: { "linked/a.txt": "a" } }), root)).rejects.toThrow();
    expect(filesOf(outside)).toEqual({});
  });

  test("a program of the project itself is not run: only the user's own folder of plugins counts", async () => {
    const root = tempFolder(project);
    writeFiles(root, { "plugins/prometheus/v1/prometheus": "#!/bin/sh\ntouch ran\n" });
    chmodSync(path.join(root, "plugins/prometheus/v1/prometheus"), 0o755);
    mkdirSync(path.join(root, ".config/kubebuilder/plugins"), { recursive: true });
    const context = recordingContext({ cwd: root, env: { HOME: tempFolder() } });
    await expect(edit({ plugins: [key] }, context)).rejects.toMatchObject({ code: "plugin/not-found" });
    expect(filesOf(root)).not.toHaveProperty("ran");
  });
});
