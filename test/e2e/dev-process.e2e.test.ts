/** How `tsop dev` begins and ends, as a process among others. */
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  operatorProject,
  processesOf,
  reconciling,
  controllerFile,
  startTsop,
  tracesIn,
  tsopProgram,
} from "../support/dev-process.js";
import type { Running } from "../support/shell.js";
import { eventually } from "../support/eventually.js";

const hanging = reconciling(
  'context.log.info("hanging"); await new Promise<void>(() => void setInterval(() => undefined, 1000));',
);
/** Long enough for tsop dev to say that it waits. */
const takingLong = 'context.log.info("hanging"); await new Promise((resolve) => setTimeout(resolve, 4_000));';
const spinning = reconciling('context.log.info("spinning"); await new Promise((r) => setTimeout(r, 100)); for (;;);');

async function portOf(running: Running): Promise<number> {
  const [, port] = await running.said(/embedded API server at https:\/\/127\.0\.0\.1:(\d+)/);
  return Number(port);
}

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function expectNothingLeft(folder: string, port?: number): Promise<void> {
  await eventually(() => expect(processesOf(folder)).toEqual([]));
  expect(tracesIn(folder)).toEqual([]);
  if (port !== undefined) expect(await isServed(port)).toBe(false);
}

describe("a signal", () => {
  test.each<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s ends it with status %d, and nothing is left", async (signal, status) => {
    const folder = operatorProject();
    const running = startTsop(folder, ["dev"]);
    const port = await portOf(running);
    await running.said(/first reconcile/);
    expect(await running.end(signal)).toBe(status);
    await expectNothingLeft(folder, port);
    expect(running.output).not.toMatch(/error|Warning|\n\s+at /);
  });

  test.each<[string, RegExp]>([
    ["while the server starts", /^/],
    ["while it builds", /export KUBECONFIG/],
    ["while the operator starts", /applied/],
  ])("%s ends it, and nothing is left, and an echo of it is no second one", async (_, said) => {
    const folder = operatorProject();
    const running = startTsop(folder, ["dev"]);
    if (said.source === "^") await eventually(() => expect(tracesIn(folder)).toContain("dev.lock"));
    await running.said(said);
    running.child.kill("SIGINT");
    running.child.kill("SIGINT");
    expect(await running.exited).toBe(130);
    await expectNothingLeft(folder);
    expect(running.output).not.toMatch(/error|\n\s+at /);
  });

  test.each([
    ["hangs", hanging, /hanging/],
    ["never gives way", spinning, /spinning/],
  ])("waits for an operator that %s; the second one ends everything at once", async (_, code, said) => {
    const folder = operatorProject({ [controllerFile]: code });
    const running = startTsop(folder, ["dev"]);
    const port = await portOf(running);
    await running.said(said);
    running.child.kill("SIGINT");
    await running.said(/waiting for the operator to stop; press Ctrl-C again to stop everything immediately/);
    expect(processesOf(folder)).not.toEqual([]);
    expect(await running.end("SIGINT")).toBe(130);
    await expectNothingLeft(folder, port);
  });
});

describe("who started it is gone", () => {
  test("the shell of npm: it ends as by SIGTERM", async () => {
    const folder = operatorProject();
    const shell = `"${process.execPath}" "${tsopProgram}" dev; true`;
    const running = startTsop(folder, [], { command: ["sh", "-c", shell], env: { npm_lifecycle_event: "dev" } });
    const port = await portOf(running);
    await running.said(/first reconcile/);
    running.child.kill("SIGKILL");
    await running.exited;
    await expectNothingLeft(folder, port);
  });

  // `script` could provide a terminal, but its flags differ between systems.
  test.skipIf(process.platform !== "linux")("the terminal: it ends, although no process reads its output", async () => {
    const folder = operatorProject({ [controllerFile]: reconciling(takingLong) });
    const terminal = `import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text = b""
while b"hanging" not in text:
    text += os.read(fd, 65536)
`;
    const running = startTsop(folder, [], {
      command: ["python3", "-c", terminal, process.execPath, tsopProgram, "dev"],
    });
    await running.exited;
    await expectNothingLeft(folder);
  });

  test("tsop dev itself: its operator ends, and the remaining files do not block the next tsop dev", async () => {
    const folder = operatorProject();
    const first = startTsop(folder, ["dev"]);
    await first.said(/first reconcile/);
    await first.end("SIGKILL");
    expect(tracesIn(folder)).toContain("dev.lock");
    await eventually(() => expect(processesOf(folder)).toEqual([]));
    const second = startTsop(folder, ["dev"]);
    await second.said(/first reconcile/);
    expect(await second.end("SIGINT")).toBe(130);
    await expectNothingLeft(folder);
  });

  test("its standard input: it goes on", async () => {
    const folder = operatorProject();
    const running = startTsop(folder, [], {
      command: ["sh", "-c", `exec "${process.execPath}" "${tsopProgram}" dev <&-`],
    });
    await running.said(/first reconcile/);
    writeFileSync(path.join(folder, controllerFile), reconciling("").replace("version one", "version two"));
    await running.said(/version two/);
    expect(await running.end("SIGINT")).toBe(130);
    await expectNothingLeft(folder);
  });
});

describe("two of them", () => {
  test("in one project, even at once: one runs, the other says who does, and how to go on", async () => {
    const folder = operatorProject();
    const both = [startTsop(folder, ["dev"]), startTsop(folder, ["dev"])];
    const loser = await Promise.race(both.map(async (each) => (await each.exited, each)));
    const winner = both.find((each) => each !== loser)!;
    expect(await loser.exited).toBe(1);
    expect(loser.output.trim().split("\n")).toEqual([
      `error dev/already-running: tsop dev already runs in this project, as process ${winner.child.pid}`,
      `  Stop it first (Ctrl-C there, or \`kill ${winner.child.pid}\`). Its kubeconfig is .tsop/kubeconfig.`,
    ]);
    await winner.said(/first reconcile/);
    expect(await winner.end("SIGINT")).toBe(130);
    await expectNothingLeft(folder);
  });

  test("in two projects run beside each other; a port that is asked for is the first one's", async () => {
    const folders = [operatorProject(), operatorProject()];
    const both = folders.map((folder) => startTsop(folder, ["dev"]));
    const [port] = await Promise.all(both.map(portOf));
    await Promise.all(both.map((each) => each.said(/first reconcile/)));
    const third = startTsop(operatorProject(), ["dev", "--port", String(port)]);
    expect(await third.exited).toBe(1);
    expect(third.output).toMatch(/^error apiserver\/port-unavailable: port \d+ of 127\.0\.0\.1 is in use\n {2}Choose/);
    expect(await Promise.all(both.map((each) => each.end("SIGINT")))).toEqual([130, 130]);
    for (const folder of folders) await expectNothingLeft(folder);
  });

  test("on one data file: the second says who has it, and takes nothing from the first", async () => {
    const folders = [operatorProject(), operatorProject()];
    const data = path.join(folders[0]!, "data");
    const first = startTsop(folders[0]!, ["dev", "--data", data]);
    await first.said(/first reconcile/);
    const begin = readFileSync(data, "utf8").slice(0, 500);
    for (const args of [
      ["dev", "--data", data, "--fresh"],
      ["apiserver", "--data", data],
    ]) {
      const second = startTsop(folders[1]!, args);
      expect(await second.exited).toBe(1);
      expect(second.output).toContain(
        `error apiserver/data-file-in-use: another API server (process ${first.child.pid}`,
      );
      expect(tracesIn(folders[1]!)).toEqual([]);
    }
    expect(readFileSync(data, "utf8").slice(0, 500)).toBe(begin);
    await first.end("SIGKILL");
    const third = startTsop(folders[1]!, ["apiserver", "--data", data]);
    await third.said(/serving at/);
    expect(await third.end("SIGINT")).toBe(130);
  });
});

describe("tsop apiserver", () => {
  test("starts again and again, from no code cache and from each that the one before has left", async () => {
    const folder = operatorProject();
    const cache = { XDG_CACHE_HOME: path.join(folder, "cache") };
    for (let count = 0; count < 4; count++) {
      const running = startTsop(folder, ["apiserver", "--data", "data"], { env: cache });
      await running.said(/serving at/);
      expect(await running.end("SIGTERM")).toBe(143);
      expect(running.output).not.toMatch(/error/);
    }
  });
});
