import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import { barProject, types } from "../support/bar-project.js";
import { type Finished, run, Running } from "../support/shell.js";
import { eventually } from "../support/eventually.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The built command line, as a program of its own. */
function tsop(args: readonly string[], cwd: string): Promise<Finished> {
  return run(process.execPath, [path.join(root, "bin/tsop.js"), ...args], { cwd });
}

/** The same in this process, which makes ten of them in the time that one takes to start. */
async function inProcess(args: readonly string[], cwd: string): Promise<Finished> {
  const before = process.cwd();
  const streams = ["stdout", "stderr"] as const;
  const listeners = streams.map((name) => process[name].listeners("error"));
  const written = { stdout: "", stderr: "" };
  const spies = streams.map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  process.chdir(cwd);
  try {
    return { code: await main(args), ...written };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
    for (const [index, name] of streams.entries()) {
      const added = process[name].listeners("error").filter((each) => !listeners[index]?.includes(each));
      for (const each of added) process[name].off("error", each as () => void);
    }
  }
}

describe("the exit status", () => {
  test.each<[number, string[], RegExp, typeof tsop]>([
    [0, ["version"], /^$/, tsop],
    [0, ["--version"], /^$/, inProcess],
    [0, ["-v", "--output", "json"], /^$/, inProcess],
    [2, ["manifests", "--version"], /error usage\/invalid-argument: unknown option '--version'/, inProcess],
    [3, ["manifests", "--check"], /^$/, tsop],
    [2, ["frobnicate"], /error usage\/unknown-command: there is no command "frobnicate"/, tsop],
    [1, ["-C", "nowhere", "manifests"], /error project\/not-found: .*\n {2}/, tsop],
    [0, ["--help"], /^$/, inProcess],
    [0, ["manifests"], /^$/, inProcess],
    [
      2,
      ["manifests", "--chek"],
      /error usage\/invalid-argument: unknown option '--chek'\n {2}Did you mean --check\?/,
      inProcess,
    ],
    [1, ["install-crds"], /error cluster\/no-crds/, inProcess],
    [1, ["start", "--kubeconfig", "missing"], /error cluster\/no-kubeconfig: --kubeconfig names .*missing/, inProcess],
  ])("is %d for %j, with one message and no stack trace", async (status, args, message, start) => {
    const result = await start(args, tempFolder(barProject));
    expect(result.code).toBe(status);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });
});

describe("--output json", () => {
  test("prints the result as one document", async () => {
    const { stdout, stderr } = await tsop(["manifests", "--output", "json"], tempFolder(barProject));
    expect(JSON.parse(stdout)).toMatchObject({ upToDate: 0, changes: [{ kind: "create" }, {}, {}, {}, {}] });
    expect(stderr).toBe("");
  });

  test.each([
    [["manifests", "--output=json", "--chek"], 2, "usage/invalid-argument"],
    [["--output", "json", "manifest"], 2, "usage/unknown-command"],
    [["--output", "json", "-C", "/", "manifests"], 1, "project/not-found"],
  ])("prints the error of %j as one document too", async (args, status, code) => {
    const { stdout, code: exitCode } = await inProcess(args, tempFolder());
    expect(exitCode).toBe(status);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code, hint: expect.any(String) as string } });
  });
});

describe("--output sarif", () => {
  const results = (stdout: string): unknown =>
    (JSON.parse(stdout) as { runs: [{ results: { ruleId: string }[] }] }).runs[0].results.map(({ ruleId }) => ruleId);

  test.each<[number, string[], string[]]>([
    [0, ["manifests"], []],
    [3, ["manifests", "--check"], Array<string>(5).fill("manifests/out-of-date")],
    [2, ["manifests", "--chek"], ["usage/invalid-argument"]],
    [2, ["manifests", "--watch"], ["usage/invalid-argument"]],
    [2, ["manifests", "--stdout"], ["usage/invalid-argument"]],
    [1, ["-C", "nowhere", "manifests"], ["project/not-found"]],
    [0, ["version"], []],
  ])("ends with %i for %j, and the log says why", async (status, args, ids) => {
    const { code, stdout, stderr } = await inProcess([...args, "--output", "sarif"], tempFolder(barProject));
    expect(results(stdout)).toEqual(ids);
    expect(stderr).toBe("");
    expect(code).toBe(status);
  });

  test("names the place in the sources", async () => {
    const cwd = tempFolder({ ...barProject, "api/v1/bar_types.ts": types.replace("@minimum", "@minimun") });
    const { stdout } = await tsop(["--output=sarif", "manifests"], cwd);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: "tag/unknown",
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "api/v1/bar_types.ts", uriBaseId: "%SRCROOT%" },
                    region: { startLine: 6, startColumn: 9 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe("manifests --watch", () => {
  const crd = "config/crd/bases/foo.abc.com_bars.yaml";
  const start = (cwd: string, args: readonly string[] = []): Running =>
    new Running(process.execPath, [path.join(root, "bin/tsop.js"), "manifests", "--watch", ...args], { cwd });
  const minimumIs = (cwd: string, minimum: number): Promise<void> =>
    eventually(() => expect(readFileSync(path.join(cwd, crd), "utf8")).toContain(`minimum: ${minimum}\n`));
  const withMinimum = (minimum: number): string => types.replace("@minimum 1", `@minimum ${minimum}`);

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends it with %i and no other word", async (signal, status) => {
    const cwd = tempFolder(barProject);
    const watching = start(cwd);
    await watching.said(/watching PROJECT, api, .*; press Ctrl-C to stop\n/);
    expect(await watching.end(signal)).toBe(status);
    expect(watching.output.split("\n").slice(5)).toEqual([expect.stringMatching(/^watching/) as string, ""]);
  });

  test("sees files saved in place and by renaming, new folders, deletions, and mends what it generated", async () => {
    const cwd = tempFolder({ PROJECT: barProject["PROJECT"] ?? "" });
    const watching = start(cwd, ["--strict"]);
    await watching.said(/watching/);
    writeFiles(cwd, { "api/v1/bar_types.ts": withMinimum(2) });
    await minimumIs(cwd, 2);
    writeFiles(cwd, { "api/v1/bar_types.ts": withMinimum(3) });
    await minimumIs(cwd, 3);
    writeFiles(cwd, { "api/v1/.bar_types.ts.swp": withMinimum(4) });
    renameSync(path.join(cwd, "api/v1/.bar_types.ts.swp"), path.join(cwd, "api/v1/bar_types.ts"));
    await minimumIs(cwd, 4);
    writeFiles(cwd, { "api/v1/bar_types.ts": "export interface {" });
    await watching.said(/error source\/syntax/);
    writeFiles(cwd, { "api/v1/bar_types.ts": withMinimum(5) });
    await minimumIs(cwd, 5);
    rmSync(path.join(cwd, crd));
    await minimumIs(cwd, 5);
    rmSync(path.join(cwd, "api"), { recursive: true });
    await watching.said(/error crd\/stale/);
    writeFiles(cwd, { "api/v1/bar_types.ts": withMinimum(6) });
    await minimumIs(cwd, 6);
    expect(await watching.end("SIGINT")).toBe(130);
  });

  test("prints one JSON document for each turn", async () => {
    const cwd = tempFolder(barProject);
    const watching = start(cwd, ["--output", "json"]);
    await watching.said(/watching/);
    writeFiles(cwd, { "api/v1/bar_types.ts": "export interface {" });
    await watching.said(/"source\/syntax"[^]*^}$/m);
    await watching.end("SIGINT");
    const documents = watching.output.replace(/^watching.*\n/m, "").split(/(?<=^}\n)/m);
    expect(documents.map((text) => Object.keys(JSON.parse(text) as object)[0])).toEqual(["changes", "error"]);
  });

  test("under npm it ends when its parent is gone", async () => {
    const cwd = tempFolder(barProject);
    const command = `"${process.execPath}" "${path.join(root, "bin/tsop.js")}" manifests --watch & echo "pid $!"; wait`;
    const shell = new Running("bash", ["-c", command], { cwd, env: { npm_lifecycle_event: "manifests" } });
    const [, pid] = await shell.said(/pid (\d+)/);
    await shell.said(/watching/);
    shell.child.kill("SIGKILL");
    await eventually(() => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"));
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
  expect(running.output).toContain('The project files are complete. To install the packages: cd "demo" && npm install');
  expect(existsSync(path.join(cwd, "demo/PROJECT"))).toBe(true);
});

test("a reader that closes the pipe early is no error", async () => {
  const script = `"${process.execPath}" "${path.join(root, "bin/tsop.js")}" init --help | head -1; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await run("bash", ["-c", script], { cwd: tempFolder() });
  expect(stdout).toBe("Usage: tsop init [options] [dir]\nstatus 0\n");
  expect(stderr).toBe("");
});

test.each<[string, (cwd: string) => Record<string, string>]>([
  ["a home that is no folder", (cwd) => ({ HOME: path.join(cwd, "PROJECT"), XDG_CACHE_HOME: "" })],
  ["no cache at all", () => ({ NODE_DISABLE_COMPILE_CACHE: "1" })],
  ["a new cache", (cwd) => ({ XDG_CACHE_HOME: path.join(cwd, "cache") })],
])("it runs with %s", async (_what, env) => {
  const cwd = tempFolder(barProject);
  const { code, stderr } = await run(process.execPath, [path.join(root, "bin/tsop.js"), "manifests"], {
    cwd,
    env: env(cwd),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
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
