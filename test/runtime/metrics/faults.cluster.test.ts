/** Who may read metrics, as a real API server says it by way of a proxy that breaks what passes: F49 of `test/faults.md`. */
import { request } from "node:https";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { createLiveClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { listen } from "../../../src/runtime/http/listener.js";
import { ManagerMetrics } from "../../../src/runtime/metrics/manager-metrics.js";
import { createMetricsGuard } from "../../../src/runtime/metrics/metrics-guard.js";
import { createMetricsServer } from "../../../src/runtime/metrics/metrics-server.js";
import { describeCluster } from "../../support/cluster.js";
import { FakeClock } from "../../support/fake-clock.js";
import { type Fault, type FaultProxy, startFaultProxy } from "../../support/fault-proxy.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { status } from "../../support/scripted-server.js";

interface SetUp {
  proxy: FaultProxy;
  clock: FakeClock;
  log: RecordingLogger;
  /** Returns the status of the response to a client with this token. */
  ask: (token?: string) => Promise<number>;
  /** How often the API server was asked, for tokens and for rights. */
  asked: () => [number, number];
}

describeCluster("F49 metrics for those whom the API server lets", (cluster) => {
  let target: ClusterConfig;
  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
  });

  async function setUp(config: Partial<ClusterConfig> = {}): Promise<SetUp> {
    const [proxy, clock, log] = [await startFaultProxy(target), new FakeClock(), new RecordingLogger()];
    const client = createLiveClient({ ...proxy.config, ...config }, { clock, wait: () => Promise.resolve(), env: {} });
    const guard = createMetricsGuard(client, clock);
    const { registry } = new ManagerMetrics();
    const { server } = await createMetricsServer({
      registry,
      log,
      clock,
      secure: { guard, certificate: { kind: "self-signed" } },
    });
    const listener = await listen(server, { host: "127.0.0.1", port: 0 }, { purpose: "metrics", flag: "-" });
    onTestFinished(async () => {
      await listener.close();
      client.close();
      await expect.poll(() => proxy.openConnections).toBe(0);
      expect(clock.timers).toBe(0);
      await proxy.down().catch(() => undefined);
    });
    const count = (path: string): number => proxy.requests.filter((seen) => seen.path.includes(`/${path}?`)).length;
    return {
      proxy,
      clock,
      log,
      ask: (token) =>
        new Promise((resolve, reject) => {
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
          request(`https://${listener.address}/metrics`, { headers, agent: false, rejectUnauthorized: false })
            .on("response", (response) => resolve(response.resume().statusCode ?? 0))
            .on("error", reject)
            .end();
        }),
      asked: () => [count("tokenreviews"), count("subjectaccessreviews")],
    };
  }

  test.each([
    ["no token", undefined, 401, [0, 0]],
    ["an unknown token", "made-up", 401, [1, 0]],
    ["a token without the right", "nobody-token", 403, [1, 1]],
    ["a token with the right", "admin-token", 200, [1, 1]],
  ] as const)("with %s", async (_, token, answer, times) => {
    const { ask, asked } = await setUp();
    for (let round = 0; round < 3; round += 1) expect(await ask(token)).toBe(answer);
    expect(asked()).toEqual(times);
  });

  test("believes what it was told for as long as controller-runtime does", async () => {
    const { ask, asked, clock } = await setUp();
    const all = async (): Promise<number[]> => [
      await ask("admin-token"),
      await ask("nobody-token"),
      await ask("made-up"),
    ];
    const answers = [200, 403, 401];
    expect(await all()).toEqual(answers);
    expect(asked()).toEqual([3, 2]);
    await clock.advance(29_000);
    expect(await all()).toEqual(answers);
    expect(asked()).toEqual([3, 2]);
    await clock.advance(2_000); // refusals are asked for again
    expect(await all()).toEqual(answers);
    expect(asked()).toEqual([4, 3]);
    await clock.advance(29_500); // users too
    expect(await all()).toEqual(answers);
    expect(asked()).toEqual([6, 3]);
  });

  test.each<[string, RegExp, Fault]>([
    ["TokenReview", /tokenreviews/, { kind: "status", code: 500, body: status(500, "InternalError") }],
    ["TokenReview", /tokenreviews/, { kind: "reset" }],
    [
      "SubjectAccessReview",
      /subjectaccessreviews/,
      { kind: "status", code: 503, body: status(503, "ServiceUnavailable") },
    ],
    ["SubjectAccessReview", /subjectaccessreviews/, { kind: "reset" }],
  ])("allows no client while %s fails, and caches no failure", async (_, path, fault) => {
    const { ask, proxy, log } = await setUp();
    proxy.failAny({ method: "POST", path }, fault, 2);
    expect(await ask("admin-token")).toBe(500);
    expect(await ask("nobody-token")).toBe(500);
    expect(await ask("admin-token")).toBe(200);
    expect(await ask("nobody-token")).toBe(403);
    expect(log.messages("error")).toEqual(["cannot serve metrics", "cannot serve metrics"]);
  });

  test("allows only known clients while the API server is down", async () => {
    const { ask, proxy } = await setUp();
    expect(await ask("admin-token")).toBe(200);
    await proxy.down();
    expect(await ask("admin-token")).toBe(200);
    expect(await ask("nobody-token")).toBe(500);
    await proxy.up();
    expect(await ask("nobody-token")).toBe(403);
  });

  test("waits 10 s for an answer", async () => {
    const { ask, proxy, clock, asked } = await setUp();
    proxy.failAny({ method: "POST", path: /tokenreviews/ }, { kind: "black-hole" });
    const waiting = ask("admin-token");
    await expect.poll(() => asked()).toEqual([1, 0]);
    await clock.advance(10_000);
    expect(await waiting).toBe(500);
    expect(await ask("admin-token")).toBe(200);
  });

  test("says which right the operator itself lacks", async () => {
    const { auth } = await loadKubeConfig({ env: {}, kubeconfig: cluster().nobodyKubeconfig });
    const { ask, log } = await setUp({ auth });
    expect(await ask("admin-token")).toBe(500);
    expect(log.lines.at(-1)!.fields["error"]).toMatchObject({
      code: "cluster/forbidden",
      hint: expect.stringContaining("groups=authentication.k8s.io resources=tokenreviews verbs=create") as string,
    });
  });
});
