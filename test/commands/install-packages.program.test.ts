import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../src/commands/context.js";
import { init } from "../../src/commands/init.js";
import { installPackages } from "../../src/commands/install-packages.js";
import type { TsopError } from "../../src/core/errors.js";
import { FakeClock } from "../support/fake-clock.js";
import { recordingContext } from "../support/recording-context.js";
import { failureOf, projectFor, registry } from "../support/faulty-registry.js";
import { tempFolder } from "../support/temp-folder.js";

// Other registries: install-packages.sweep.test.ts.
describe("with a registry that", () => {
  test("accepts and never answers, npm is stopped after a while, with what to type", async () => {
    const root = projectFor(await registry(() => undefined), "user:s3cret@");
    const { error, notes } = await failureOf(root, { silenceMs: 3_000 });
    expect(error.message).toContain("npm install was stopped: the registry sent nothing for 3 s");
    expect(error.hint).toContain(
      "Settings: registry=(an address with a password, in .npmrc), HTTPS_PROXY=http://***@127.0.0.1:1.",
    );
    expect(error.hint).toContain("set HTTPS_PROXY");
    expect(error.hint).toContain("tsop init --no-install");
    expect(notes[0]).toBe("installing packages with npm");
  });

  test("answers 500, what npm says and the settings are told", async () => {
    const port = await registry((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"));
    });
    const { error } = await failureOf(projectFor(port));
    expect(error.message).toMatch(/npm install exited with status 1:\n[^]*E500/);
    expect(error.hint).toContain(`Settings: registry=http://127.0.0.1:${port}/`);
  });
});

describe("while packages are installed", () => {
  test("it says for how long, how many requests are answered, and which fail; each line is a sign of life", async () => {
    const clock = new FakeClock();
    const context = recordingContext({ cwd: tempFolder() });
    let say: (line: string) => void = () => undefined;
    const quiet: Context = {
      ...context,
      exec: (file, args, { signal, onLine }) =>
        new Promise((resolve) => {
          if (args[0] === "config") resolve({ exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" });
          say = (line) => onLine?.(line);
          const stderr = "npm http fetch GET 200 http://r/a";
          signal.addEventListener("abort", () =>
            resolve({ exitCode: undefined, terminatedBy: "SIGTERM", stdout: "", stderr }),
          );
        }),
    };
    const installing = installPackages(context.cwd, quiet, { clock }).catch((error: unknown) => error);
    await clock.advance(10_000);
    say("npm http fetch GET 200 https://registry.example.com/a 12ms (cache miss)");
    await clock.advance(110_000);
    say("npm http fetch GET https://u:p@registry.example.com/b attempt 1 failed with ECONNRESET");
    await clock.advance(110_000);
    const error = (await Promise.race([installing, clock.advance(20_000).then(() => installing)])) as TsopError;
    expect(error.message).toBe("npm install was stopped: the registry sent nothing for 120 s");
    const { notes } = context.recording;
    expect(notes.slice(0, 3)).toEqual([
      "installing packages with npm",
      "installing packages with npm: 10 s",
      "installing packages with npm: 20 s, 1 responses from the registry",
    ]);
    expect(notes).toContain(
      "installing packages with npm: 130 s, 1 responses from the registry; attempt 1 failed with ECONNRESET (https://registry.example.com)",
    );
    expect(clock.timers).toBe(0);
  });
});

describe("init in a folder that has a PROJECT", () => {
  const base = { domain: "abc.com", projectName: "demo", tsop: "^0.1.0", install: false };
  const hintOf = async (cwd: string, dir?: string): Promise<string> => {
    const error: unknown = await init(
      { ...base, ...(dir === undefined ? {} : { dir }) },
      recordingContext({ cwd }),
    ).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "project/already-initialized" });
    return (error as TsopError).hint ?? "";
  };

  test("says that packages are missing after an interrupted installation, and what installs them", async () => {
    const cwd = tempFolder();
    await init({ ...base, dir: "p" }, recordingContext({ cwd }));
    expect(await hintOf(cwd, "p")).toContain('Packages are missing (@types/node): cd "p" && npm install');

    const root = path.join(cwd, "p");
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(root, "package.json"), "utf8"),
    ) as Record<string, Record<string, string>>;
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      mkdirSync(path.join(root, "node_modules", name), { recursive: true });
      writeFileSync(path.join(root, "node_modules", name, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
    }
    expect(await hintOf(root)).toContain("Packages are missing (node_modules/.package-lock.json): npm install");
    writeFileSync(path.join(root, "node_modules/.package-lock.json"), "{}");
    expect(await hintOf(root)).not.toContain("npm install");
  });
});
