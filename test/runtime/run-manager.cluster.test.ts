import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Cluster, describeCluster } from "../support/cluster.js";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** An operator whose reconcile takes as long as the environment says, and tells when it begins and ends. */
const main = `
import { done, runManager } from "tsop";
import { Namespace } from "tsop/k8s/core/v1";

await runManager({ name: "demo" }, (manager) => {
  manager.controller("namespace").for(Namespace).complete({
    async reconcile(request, context) {
      if (request.name !== "default") return done();
      if (process.env.FAIL) throw new Error("boom on purpose");
      context.log.info("begin");
      await new Promise((resolve) => setTimeout(resolve, Number(process.env.TAKES ?? 0)));
      context.log.info("end");
      return done();
    },
  });
});
`;

interface Running {
  child: ChildProcess;
  /** All that it has printed. */
  text: () => string;
  ended: Promise<string>;
}

describeCluster("an operator's process", (cluster: () => Cluster) => {
  let dir: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), "operator-"));
    writeFileSync(path.join(dir, "main.ts"), main);
    await build({
      entryPoints: [path.join(dir, "main.ts")],
      outdir: dir,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      sourcemap: true,
      platform: "node",
      format: "esm",
      target: "node20",
      alias: { tsop: `${src}index.ts`, "tsop/k8s/core/v1": `${src}k8s/core/v1.ts` },
      nodePaths: [path.join(src, "../node_modules")],
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  function run(args: readonly string[] = [], env: Record<string, string> = {}, command = process.execPath): Running {
    const flags = [path.join(dir, "main.mjs"), "--kubeconfig", cluster().kubeconfig, ...args];
    const clean = { PATH: process.env["PATH"] ?? "", HOME: dir };
    const child = spawn(command, command === process.execPath ? flags : [...args], { env: { ...clean, ...env } });
    children.push(child);
    let text = "";
    child.stdout.on("data", (data: Buffer) => (text += data.toString()));
    child.stderr.on("data", (data: Buffer) => (text += data.toString()));
    const ended = new Promise<string>((resolve) =>
      child.once("exit", (code, signal) => resolve(String(code ?? signal))),
    );
    return { child, text: () => text, ended };
  }

  const logged = (running: Running, message: string): Promise<void> =>
    vi.waitFor(() => expect(running.text()).toContain(message), { timeout: 20_000, interval: 20 });
  const quiet = ["--health-probe-bind-address=0"];

  test.each(["SIGTERM", "SIGINT"] as const)("lets a run finish after %s, and ends with 0", async (signal) => {
    const running = run(quiet, { TAKES: "1000" });
    await logged(running, '"msg":"begin"');
    running.child.kill(signal);
    expect(await running.ended).toBe("0");
    expect(running.text()).toContain('"msg":"end"');
    expect(running.text()).toContain('"msg":"stopped"');
  });

  test("ends at once at the second signal", async () => {
    const running = run(quiet, { TAKES: "60000" });
    await logged(running, '"msg":"begin"');
    running.child.kill("SIGTERM");
    await logged(running, "told to stop");
    await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the echo of one signal
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("143");
    expect(running.text()).not.toContain('"msg":"end"');
  });

  test("lets a run finish when the shell of npm has died", async () => {
    const script = `"${process.execPath}" "${path.join(dir, "main.mjs")}" --kubeconfig "${cluster().kubeconfig}" ${quiet.join(" ")}; true`;
    const shell = run(["-c", script], { TAKES: "1500", npm_lifecycle_event: "start" }, "/bin/sh");
    await logged(shell, '"msg":"begin"');
    shell.child.kill("SIGKILL");
    await logged(shell, "the parent process is gone");
    await logged(shell, '"msg":"end"');
    await logged(shell, '"msg":"stopped"');
  });

  test("makes a certificate for its metrics", async () => {
    const running = run([...quiet, "--metrics-bind-address=127.0.0.1:0"]);
    await logged(running, '"msg":"serving metrics"');
  });

  test("says what to do when it runs twice", async () => {
    const first = run(["--health-probe-bind-address=127.0.0.1:0"]);
    await logged(first, "serving health probes");
    const address = /"address":"([^"]+)","msg":"serving health/.exec(first.text())?.[1] ?? "";
    const second = run([`--health-probe-bind-address=${address}`]);
    expect(await second.ended).toBe("1");
    expect(second.text()).toContain("another process listens there (does this operator run twice?)");
    expect(second.text()).toContain("--health-probe-bind-address=:PORT");
  });

  test("ends with 2 and one message for a wrong flag", async () => {
    const running = run(["--leder-elect"]);
    expect(await running.ended).toBe("2");
    expect(running.text()).toBe(
      "error usage/invalid-argument: unknown flag --leder-elect; did you mean --leader-elect?\n  --help lists all flags.\n",
    );
  });

  test("ends with 1 and one line where the kubeconfig is missing", async () => {
    const running = run(["--kubeconfig=/nowhere", "--log-format=text"]);
    expect(await running.ended).toBe("1");
    expect(running.text().trim().split("\n")).toHaveLength(1);
    expect(running.text()).toContain("/nowhere");
  });

  test("shows a failure where it is in the source, and goes on", async () => {
    const running = run([...quiet, "--log-format=text"], { FAIL: "1" });
    await logged(running, "attempt=3");
    expect(running.text()).toContain(`${path.join(dir, "main.ts")}:9:35`);
    expect(running.text()).toMatch(/ERROR reconcile failed; trying again {2}controller=namespace object=default/);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
  });
});
