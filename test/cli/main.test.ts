import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { barProject } from "../support/bar-project.js";
import { eventually, run, Running } from "../support/shell.js";
import { tempFolder } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The built command line, as a program of its own. */
function tsop(args: readonly string[], cwd: string) {
  return run(process.execPath, [path.join(root, "bin/tsop.js"), ...args], { cwd });
}

describe("the exit status", () => {
  test.each<[number, string[], RegExp]>([
    [0, ["--help"], /^$/],
    [0, ["version"], /^$/],
    [0, ["manifests"], /^$/],
    [3, ["manifests", "--check"], /^$/],
    [2, ["manifests", "--chek"], /error usage\/invalid-argument: unknown option '--chek'\n {2}Did you mean --check\?/],
    [2, ["frobnicate"], /error usage\/unknown-command: there is no command "frobnicate"/],
    [1, ["-C", "nowhere", "manifests"], /error project\/not-found: .*\n {2}/],
    [1, ["install-crds"], /error cluster\/no-crds/],
    [1, ["start", "--kubeconfig", "missing"], /error cluster\/no-kubeconfig: --kubeconfig names .*missing/],
  ])("is %d for %j, with one message and no stack trace", async (status, args, message) => {
    const result = await tsop(args, tempFolder(barProject));
    expect(result.code).toBe(status);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });
});

describe("--output json", () => {
  test("prints the result as one document", async () => {
    const { stdout, stderr } = await tsop(["manifests", "--output", "json"], tempFolder(barProject));
    expect(JSON.parse(stdout)).toMatchObject({ upToDate: 0, changes: [{ kind: "create" }, {}, {}] });
    expect(stderr).toBe("");
  });

  test.each([
    [["manifests", "--output=json", "--chek"], 2, "usage/invalid-argument"],
    [["--output", "json", "manifest"], 2, "usage/unknown-command"],
    [["--output", "json", "-C", "/", "manifests"], 1, "project/not-found"],
  ])("prints the error of %j as one document too", async (args, status, code) => {
    const { stdout, code: exitCode } = await tsop(args, tempFolder());
    expect(exitCode).toBe(status);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code, hint: expect.any(String) as string } });
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s while packages are installed leaves a whole project, and says how to go on", async (signal, status) => {
  const cwd = tempFolder({ "bin/npm": "#!/bin/sh\necho > ../npm-has-started\nexec sleep 60\n" });
  chmodSync(path.join(cwd, "bin/npm"), 0o755);
  const env = { PATH: `${path.join(cwd, "bin")}:${process.env["PATH"] ?? ""}` };
  const args = [path.join(root, "bin/tsop.js"), "init", "demo", "--domain", "abc.com", "--tsop", "0.1.0"];
  const running = new Running(process.execPath, args, { cwd, env });
  await running.said(/installing packages/);
  await eventually(() => expect(existsSync(path.join(cwd, "npm-has-started"))).toBe(true));
  expect(await running.end(signal)).toBe(status);
  expect(running.output).toContain("error scaffold/install-failed: npm install was interrupted");
  expect(running.output).toContain('The project is complete. To go on: cd "demo" && npm install');
  expect(existsSync(path.join(cwd, "demo/PROJECT"))).toBe(true);
});

test("a reader that closes the pipe early is no error", async () => {
  const script = `"${process.execPath}" "${path.join(root, "bin/tsop.js")}" init --help | head -1; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await run("bash", ["-c", script], { cwd: tempFolder() });
  expect(stdout).toBe("Usage: tsop init [options] [dir]\nstatus 0\n");
  expect(stderr).toBe("");
});

test("it runs from a path with spaces and other letters", async () => {
  const folder = path.join(tempFolder(), "a path wïth ünicode");
  mkdirSync(folder);
  for (const name of ["bin", "dist", "templates", "package.json", "node_modules"]) {
    symlinkSync(path.join(root, name), path.join(folder, name));
  }
  const { code, stdout } = await run(
    process.execPath,
    ["--preserve-symlinks-main", path.join(folder, "bin/tsop.js"), "version"],
    {
      cwd: folder,
    },
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^tsop \d/);
});
