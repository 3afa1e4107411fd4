import http from "node:http";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Event } from "../../src/k8s/events/v1.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { type Cluster, describeCluster } from "../support/cluster.js";
import { startFaultProxy } from "../support/fault-proxy.js";
import { buildOperator, type OperatorProgram, type RunningOperator } from "../support/operator-program.js";

/** An operator whose reconcile takes as long as the environment says, and tells when it begins and ends. */
const main = `
import { done, runManager } from "tsop";
import { Namespace } from "tsop/k8s/core/v1";

await runManager({ name: "demo" }, (manager) => {
  const events = manager.eventRecorder("demo");
  manager.controller("namespace").for(Namespace).complete({
    async reconcile(request, context) {
      if (request.name !== "default") return done();
      if (process.env.FAIL) throw new Error("boom on purpose");
      context.log.info("begin");
      if (process.env.REJECT) void Promise.reject(new Error("no caller waits for this"));
      if (process.env.THROW) setTimeout(() => { throw new Error("no handler catches this"); });
      await new Promise((resolve) => setTimeout(resolve, Number(process.env.TAKES ?? 0)));
      const reference = { apiVersion: "v1", kind: "Namespace", metadata: request };
      events.event(reference, { type: "Normal", reason: process.env.REASON ?? "Ended", action: "Reconcile" });
      context.log.info("end");
      return done();
    },
  });
});
`;

describeCluster("an operator's process", (cluster: () => Cluster) => {
  let program: OperatorProgram;

  beforeAll(async () => {
    program = await buildOperator(main);
  });
  afterEach(() => program.killAll());
  afterAll(() => program.remove());

  const run = (args: readonly string[] = [], env: Record<string, string> = {}): RunningOperator =>
    program.run(["--kubeconfig", cluster().kubeconfig, ...args], env);
  const logged = (running: RunningOperator, message: string): Promise<void> => running.printed(message);
  const quiet = ["--health-probe-bind-address=0"];

  test.each(["SIGTERM", "SIGINT"] as const)("lets a run finish after %s, and ends with 0", async (signal) => {
    const running = run(quiet, { TAKES: "1000" });
    await logged(running, '"msg":"begin"');
    running.child.kill(signal);
    expect(await running.ended).toBe("0");
    expect(running.text()).toContain('"msg":"end"');
    expect(running.text()).toContain('"msg":"stopped"');
  });

  test("ends in order when its log has no reader", async () => {
    const running = run(quiet, { TAKES: "1500" });
    await logged(running, '"msg":"begin"');
    running.child.stderr?.destroy();
    running.child.stdout?.destroy();
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
  });

  test("ends at once at the second signal", async () => {
    const running = run(quiet, { TAKES: "60000" });
    await logged(running, '"msg":"begin"');
    running.child.kill("SIGTERM");
    await logged(running, "stopping on a signal");
    await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the echo of one signal
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("143");
    expect(running.text()).not.toContain('"msg":"end"');
  });

  test("ends during the first list, which is never answered, and closes its connections (F44)", async () => {
    const proxy = await startFaultProxy(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    proxy.failAny({ path: /\/namespaces\?/ }, { kind: "black-hole" });
    const running = program.run([...quiet, "--kubeconfig", program.writeKubeconfig(proxy.config)]);
    await expect.poll(() => proxy.requests.map(({ path }) => path).join()).toContain("/namespaces?");
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
    expect(running.text()).toContain('"msg":"stopped"');
    await expect.poll(() => proxy.openConnections).toBe(0);
    await proxy.down();
  });

  test("writes the events of the last run, and closes the connections of those who probe it (F44)", async () => {
    const reason = `Last${process.pid}`;
    const running = run(["--health-probe-bind-address=127.0.0.1:0"], { TAKES: "500", REASON: reason });
    await logged(running, '"msg":"begin"');
    const address = /"address":"([^"]+)","msg":"serving health/.exec(running.text())?.[1] ?? "";
    const agent = new http.Agent({ keepAlive: true });
    const isClosed = new Promise<void>((resolve) => {
      http.get(`http://${address}/healthz`, { agent }, (response) => {
        response.socket.once("close", resolve);
        response.resume();
      });
    });
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
    await isClosed;
    agent.destroy();
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    const { items } = await client.list(Event, { namespace: "default" });
    client.close();
    expect(items.map((event) => event.reason)).toContain(reason);
  });

  test("logs an unhandled rejection, and continues (F45)", async () => {
    const running = run(quiet, { REJECT: "1" });
    await logged(running, "unhandled promise rejection");
    await logged(running, '"msg":"end"');
    expect(running.text()).toContain("no caller waits for this");
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
  });

  test("stops after an uncaught exception, with its running work, and ends with 1 (F45)", async () => {
    const running = run(quiet, { THROW: "1", TAKES: "500" });
    expect(await running.ended).toBe("1");
    expect(running.text()).toContain("no handler catches this");
    expect(running.text()).toContain('"msg":"end"');
    expect(running.text()).toContain('"msg":"stopped"');
  });

  test("answers probes while its workers are busy (F45)", async () => {
    const running = run(["--health-probe-bind-address=127.0.0.1:0"], { TAKES: "60000" });
    await logged(running, '"msg":"begin"');
    const address = /"address":"([^"]+)","msg":"serving health/.exec(running.text())?.[1] ?? "";
    for (const path of ["healthz", "readyz"])
      expect(await (await fetch(`http://${address}/${path}`)).text()).toBe("ok");
  });

  test("lets a run finish when the shell of npm has died", async () => {
    const script = `"${process.execPath}" "${path.join(program.dir, "main.mjs")}" --kubeconfig "${cluster().kubeconfig}" ${quiet.join(" ")}; true`;
    const shell = program.run(["-c", script], { TAKES: "1500", npm_lifecycle_event: "start" }, "/bin/sh");
    await logged(shell, '"msg":"begin"');
    shell.child.kill("SIGKILL");
    await logged(shell, "the parent process has ended");
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
    expect(second.text()).toContain("another process listens on this address; this operator may be running twice");
    expect(second.text()).toContain("--health-probe-bind-address=:PORT");
  });

  test("ends with 2 and one message for a wrong flag", async () => {
    const running = run(["--leder-elect"]);
    expect(await running.ended).toBe("2");
    expect(running.text()).toBe(
      "error usage/invalid-argument: unknown flag --leder-elect; did you mean --leader-elect?\n  Run with --help to list all flags.\n",
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
    expect(running.text()).toContain(`${path.join(program.dir, "main.ts")}:10:35`);
    expect(running.text()).toMatch(/ERROR reconcile failed; retrying {2}controller=namespace object=default/);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe("0");
  });
});
