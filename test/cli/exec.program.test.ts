import { expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { tempFolder } from "../support/temp-folder.js";

const signal = new AbortController().signal;
const node = (script: string, options = {}) =>
  exec(process.execPath, ["-e", script], { cwd: tempFolder(), signal, ...options });

test("a program's output and exit code are results", async () => {
  expect(await node("console.log('out'); console.error('err'); process.exitCode = 3")).toEqual({
    exitCode: 3,
    terminatedBy: undefined,
    stdout: "out",
    stderr: "err",
  });
});

test("arguments reach the program as they are, whatever a shell would make of them", async () => {
  const hostile = "$(touch x); `id` \"quoted\" 'single' *";
  const { stdout } = await exec(process.execPath, ["-p", "process.argv[1]", hostile], { cwd: tempFolder(), signal });
  expect(stdout).toBe(hostile);
});

test("the environment is the one that is given", async () => {
  expect(
    (await node("console.log(process.env.GREETING, process.env.HOME)", { env: { GREETING: "hello" } })).stdout,
  ).toBe("hello undefined");
});

test("a program that is not installed is named", async () => {
  await expect(exec("no-such-program", [], { cwd: tempFolder(), signal })).rejects.toMatchObject({
    code: "exec/not-found",
    message: "cannot run no-such-program: it is not installed",
  });
});

test("a signal ends the program, which is a result too", async () => {
  const controller = new AbortController();
  const running = exec(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    cwd: tempFolder(),
    signal: controller.signal,
  });
  controller.abort("SIGINT");
  expect(await running).toMatchObject({ exitCode: undefined, terminatedBy: "SIGTERM" });
});
