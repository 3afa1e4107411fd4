import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:https";
import os from "node:os";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../../src/core/issue-certificates.js";
import type { Client } from "../../../src/kube/client.js";
import { listen, type Listener } from "../../../src/runtime/http/listener.js";
import { ManagerMetrics } from "../../../src/runtime/metrics/manager-metrics.js";
import { createMetricsGuard } from "../../../src/runtime/metrics/metrics-guard.js";
import { createMetricsServer } from "../../../src/runtime/metrics/metrics-server.js";
import type { CertificateFiles } from "../../../src/runtime/http/secure-server.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const open = new Set<Listener>();
afterEach(async () => {
  for (const listener of open) await listener.close();
  open.clear();
});

const log = new RecordingLogger();
const local = { host: "127.0.0.1", port: 0 };
const names = { purpose: "metrics", flag: "--metrics-bind-address" };

/** Answers reviews: the token names the user, and `reader` may read `/metrics`. */
class Reviewer {
  asked: string[] = [];
  isDown = false;
  isSilent = false;
  /** Reviews at once. */
  most = 0;
  #now = 0;

  readonly client = {
    create: (review: { kind: string; spec: Record<string, unknown> }, { signal }: { signal: AbortSignal }) => {
      this.asked.push(review.kind);
      if (this.isSilent) {
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      }
      this.most = Math.max(this.most, ++this.#now);
      setImmediate(() => (this.#now -= 1));
      if (this.isDown) return Promise.reject(new Error("no API server"));
      if (review.kind === "TokenReview") {
        const token = String(review.spec["token"]);
        return Promise.resolve({
          status: { authenticated: token !== "bad", user: { username: token, groups: ["g"] } },
        });
      }
      const path = (review.spec["nonResourceAttributes"] as { path: string; verb: string }).path;
      return Promise.resolve({ status: { allowed: review.spec["user"] === "reader" && path !== "/secret" } });
    },
  } as unknown as Pick<Client, "create">;
}

async function startSecure(files?: CertificateFiles): Promise<{
  reviewer: Reviewer;
  clock: FakeClock;
  get: (
    authorization?: string,
    path?: string,
    method?: string,
  ) => Promise<{ status: number; serial: string; retryAfter?: string | undefined }>;
}> {
  const [reviewer, clock] = [new Reviewer(), new FakeClock()];
  const { registry } = new ManagerMetrics();
  const guard = createMetricsGuard(reviewer.client, clock);
  const handlers = new Map([
    ["/debug", (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).end("secret")],
    [
      "/broken",
      () => {
        throw new Error("boom");
      },
    ],
  ]);
  const certificate = files === undefined ? ({ kind: "self-signed" } as const) : ({ kind: "files", files } as const);
  const { server } = await createMetricsServer({ registry, log, clock, handlers, secure: { guard, certificate } });
  const listener = await listen(server, local, names);
  open.add(listener);
  return {
    reviewer,
    clock,
    get: (authorization, path = "/metrics", method = "GET") =>
      new Promise((resolve, reject) => {
        const headers = authorization === undefined ? {} : { authorization };
        request(
          `https://${listener.address}${path}`,
          { method, headers, agent: false, rejectUnauthorized: false },
          (response) => {
            const serial =
              response.socket instanceof TLSSocket ? response.socket.getPeerCertificate().serialNumber : "";
            response.resume();
            response.on("end", () =>
              resolve({ status: response.statusCode ?? 0, serial, retryAfter: response.headers["retry-after"] }),
            );
          },
        )
          .on("error", reject)
          .end();
      }),
  };
}

// F49
describe("metrics over HTTPS", () => {
  test.each([
    [undefined, 401],
    ["Basic cmVhZGVyOng=", 401],
    ["Bearer ", 401],
    ["Bearer bad", 401],
    ["Bearer stranger", 403],
    ["Bearer reader", 200],
    ["bearer reader", 200],
  ])("with the header %j answer %d", async (authorization, status) => {
    const { get } = await startSecure();
    expect((await get(authorization)).status).toBe(status);
  });

  test("know no other path, and no other method", async () => {
    const { get } = await startSecure();
    for (const path of ["/", "//", "//metrics", "/%"]) expect((await get("Bearer reader", path)).status).toBe(404);
    expect((await get("Bearer reader", "/metrics", "POST")).status).toBe(405);
  });

  test("guard other handlers too, whatever their result", async () => {
    const { get } = await startSecure();
    expect((await get(undefined, "/debug")).status).toBe(401);
    expect((await get("Bearer stranger", "/debug")).status).toBe(403);
    expect((await get("Bearer reader", "/debug", "POST")).status).toBe(200);
    expect((await get("Bearer reader", "/broken")).status).toBe(500);
    expect((await get("Bearer reader")).status).toBe(200);
  });

  test("ask the API server once a minute for a user and every five for a right", async () => {
    const { get, reviewer, clock } = await startSecure();
    for (let round = 0; round < 3; round += 1) await get("Bearer reader");
    expect(reviewer.asked).toEqual(["TokenReview", "SubjectAccessReview"]);
    await clock.advance(61_000);
    await get("Bearer reader");
    expect(reviewer.asked.slice(2)).toEqual(["TokenReview"]);
    await clock.advance(300_000);
    await get("Bearer reader");
    expect(reviewer.asked.slice(3)).toEqual(["TokenReview", "SubjectAccessReview"]);
  });

  test("believe a refusal for half a minute", async () => {
    const { get, reviewer, clock } = await startSecure();
    await get("Bearer stranger");
    await get("Bearer stranger");
    expect(reviewer.asked).toHaveLength(2);
    await clock.advance(31_000);
    await get("Bearer stranger");
    expect(reviewer.asked.slice(2)).toEqual(["SubjectAccessReview"]);
  });

  test("allow no client during a flood of tokens, and send few reviews to the API server", async () => {
    const { get, reviewer, clock } = await startSecure();
    await get("Bearer reader");
    reviewer.asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => get(`Bearer bad-${index}`)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(reviewer.most).toBeLessThanOrEqual(4);
    expect(reviewer.asked.length).toBeLessThanOrEqual(100);
    // Those who were let in before are not affected, nor is the cache of them.
    expect((await get("Bearer reader")).status).toBe(200);
    await clock.advance(61_000);
    const late = Array.from({ length: 90 }, (_, index) => get(`Bearer other-${index}`));
    expect((await get("Bearer reader")).status).toBe(200);
    expect((await Promise.all(late)).some(({ status }) => status === 429)).toBe(true);
    await clock.advance(10_000);
    expect((await get("Bearer stranger")).status).toBe(403);
  });

  test("keep to their share while the API server is silent, and tell when to come back", async () => {
    const { get, reviewer, clock } = await startSecure();
    reviewer.isSilent = true;
    const waiting = Array.from({ length: 24 }, (_, index) => get(`Bearer t${index}`));
    await expect.poll(() => reviewer.asked).toHaveLength(4);
    await expect.poll(async () => (await get("Bearer next")).status).toBe(429);
    expect((await get("Bearer next")).retryAfter).toBe("1");
    for (let round = 0; round < 6; round += 1) {
      await expect.poll(() => reviewer.asked).toHaveLength(4 * (round + 1));
      await clock.advance(10_000);
    }
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(24).fill(500));
    expect(clock.timers).toBe(0);
  });

  test("ask once for a token that many send at once", async () => {
    const reviewer = new Reviewer();
    const guard = createMetricsGuard(reviewer.client, new FakeClock());
    const answers = Array.from({ length: 50 }, () => guard("Bearer reader", "/metrics", "get"));
    expect(await Promise.all(answers)).toEqual(Array(50).fill(200));
    expect(reviewer.asked).toEqual(["TokenReview", "SubjectAccessReview"]);
  });

  test("return 500 while no review is possible", async () => {
    const { get, reviewer } = await startSecure();
    reviewer.isDown = true;
    expect((await get("Bearer reader")).status).toBe(500);
    reviewer.isDown = false;
    expect((await get("Bearer reader")).status).toBe(200);
  });

  test("return 500 after 10 s without a response, and keep no timer (F49)", async () => {
    const { get, reviewer, clock } = await startSecure();
    reviewer.isSilent = true;
    const waiting = get("Bearer reader");
    await expect.poll(() => reviewer.asked).toHaveLength(1);
    await clock.advance(10_000);
    expect((await waiting).status).toBe(500);
    reviewer.isSilent = false;
    expect((await get("Bearer reader")).status).toBe(200);
    expect(clock.timers).toBe(0);
  });

  test("use the certificate in the given files, and what it is replaced with", async () => {
    const files = { folder: mkdtempSync(path.join(os.tmpdir(), "metrics-")), certName: "a.crt", keyName: "a.key" };
    const write = async (): Promise<string> => {
      const { cert, key } = await createSelfSignedCertificate(Date.now());
      writeFileSync(path.join(files.folder, "a.crt"), cert);
      writeFileSync(path.join(files.folder, "a.key"), key);
      return new X509Certificate(cert).serialNumber;
    };
    const first = await write();
    const { get, clock } = await startSecure(files);
    expect((await get("Bearer reader")).serial).toBe(first);
    writeFileSync(path.join(files.folder, "a.key"), "broken");
    await clock.advance(60_000);
    await expect.poll(() => log.messages("warn")).toHaveLength(1);
    expect((await get("Bearer reader")).serial).toBe(first);
    const second = await write();
    await expect.poll(() => clock.timers).toBe(1);
    await clock.advance(60_000);
    await expect.poll(() => log.messages("info")).toEqual(["using the renewed certificate"]);
    expect((await get("Bearer reader")).serial).toBe(second);
    rmSync(files.folder, { recursive: true });
  });

  test("refuse to start without the files that were named", async () => {
    await expect(startSecure({ folder: "/nowhere", certName: "tls.crt", keyName: "tls.key" })).rejects.toMatchObject({
      code: "files/read-failed",
      hint: "Check --metrics-cert-path, --metrics-cert-name and --metrics-cert-key.",
    });
  });
});

test("metrics over plain HTTP are for everybody", async () => {
  const { registry } = new ManagerMetrics();
  const listener = await listen(
    (await createMetricsServer({ registry, log, clock: new FakeClock(), secure: undefined })).server,
    local,
    names,
  );
  open.add(listener);
  const response = await fetch(`http://${listener.address}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toContain("workqueue_depth");
});
