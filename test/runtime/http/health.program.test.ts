import { connect } from "node:net";
import { Agent, createServer, get } from "node:http";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createHealthServer, type HealthCheck } from "../../../src/runtime/http/health.js";
import { listen, type Listener, parseBindAddress } from "../../../src/runtime/http/listener.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const local = { host: "127.0.0.1", port: 0 };
const names = { purpose: "health probes", flag: "--health-probe-bind-address" };

describe("health endpoints", () => {
  let listener: Listener;
  let log: RecordingLogger;
  beforeEach(async () => {
    const ready = new Map<string, HealthCheck>([
      ["good", () => undefined],
      ["bad", () => Promise.reject(new Error("secret reason"))],
    ]);
    const endpoints = new Map([
      ["/healthz", new Map<string, HealthCheck>([["ping", () => undefined]])],
      ["/readyz", ready],
    ]);
    log = new RecordingLogger();
    listener = await listen(createHealthServer({ endpoints, log, clock: new FakeClock() }), local, names);
  });
  afterEach(() => listener.close());

  test.each([
    ["/healthz", 200, "ok"],
    ["/healthz/", 200, "ok"],
    ["/healthz/ping", 200, "ok"],
    ["/healthz?verbose", 200, "[+]ping ok\nhealthz check passed\n"],
    ["/readyz", 500, "[+]good ok\n[-]bad failed: reason withheld\nreadyz check failed\n"],
    ["/readyz/good", 200, "ok"],
    ["/readyz/bad", 500, "[-]bad failed: reason withheld\nreadyz check failed\n"],
    ["/readyz?exclude=bad", 200, "ok"],
    ["/readyz?exclude=bad&verbose=1", 200, "[+]good ok\n[+]bad excluded: ok\nreadyz check passed\n"],
    ["/healthz/nothing", 404, "404 page not found\n"],
    ["/healthz/ping/more", 404, "404 page not found\n"],
    ["/constructor", 404, "404 page not found\n"],
    ["/", 404, "404 page not found\n"],
    ["//", 404, "404 page not found\n"],
    ["//healthz", 404, "404 page not found\n"],
    ["///", 404, "404 page not found\n"],
    ["/%", 404, "404 page not found\n"],
  ])("%s answers %d", async (path, status, text) => {
    const response = await fetch(`http://${listener.address}${path}`);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test("tell the log what failed, and the asker only that", async () => {
    const response = await fetch(`http://${listener.address}/readyz`);
    expect(await response.text()).not.toContain("secret");
    expect(log.lines).toMatchObject([{ level: "debug", fields: { path: "/readyz", check: "bad" } }]);
  });
});

describe("a health check", () => {
  async function serve(check: HealthCheck, timeoutMs = 10_000): Promise<Listener> {
    const endpoints = new Map([["/healthz", new Map([["check", check]])]]);
    const options = { endpoints, log: new RecordingLogger(), clock: new FakeClock(), timeoutMs };
    const listener = await listen(createHealthServer(options), local, names);
    onTestFinished(() => listener.close());
    return listener;
  }
  const ask = async ({ address }: Listener): Promise<number> => (await fetch(`http://${address}/healthz`)).status;

  test("that never ends has failed, whether it looks at its signal or not; then it is tried again", async () => {
    let isStuck = true;
    const listener = await serve(() => (isStuck ? new Promise(() => undefined) : undefined), 50);
    expect(await Promise.all([ask(listener), ask(listener)])).toEqual([500, 500]);
    isStuck = false;
    expect(await ask(listener)).toBe(200);
  });

  test("that throws before it returns has failed", async () => {
    const listener = await serve(() => {
      throw new Error("broken");
    });
    expect([await ask(listener), await ask(listener)]).toEqual([500, 500]);
  });

  test("runs once, however many ask while it does", async () => {
    let runs = 0;
    let end = (): void => undefined;
    const listener = await serve(() => {
      runs += 1;
      return new Promise<void>((resolve) => (end = resolve));
    });
    const [, port] = listener.address.split(":");
    const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1");
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.on("data", (chunk: string) => (text += chunk));
    // In one piece, so that all have come when the first has.
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(10));
    await expect.poll(() => runs).toBe(1);
    end();
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
    expect(runs).toBe(1);
  });
});

test("an address that is taken is refused with the way out", async () => {
  const first = await listen(createServer(), local, names);
  const taken = parseBindAddress(first.address);
  await expect(listen(createServer(), taken as typeof local, names)).rejects.toMatchObject({
    code: "runtime/port-unavailable",
    message: `cannot serve health probes on ${first.address}: another process listens on this address; this operator may be running twice`,
    hint: "Choose another address with --health-probe-bind-address=:PORT, or turn it off with --health-probe-bind-address=0.",
  });
  await first.close();
});

test("an address that is not of this machine is refused", async () => {
  await expect(listen(createServer(), { host: "192.0.2.1", port: 0 }, names)).rejects.toMatchObject({
    code: "runtime/port-unavailable",
  });
});

test.each([
  [":8081", { host: undefined, port: 8081 }],
  ["0.0.0.0:0", { host: "0.0.0.0", port: 0 }],
  ["localhost:80", { host: "localhost", port: 80 }],
  ["[::1]:65535", { host: "::1", port: 65_535 }],
  ["0", undefined],
  ["", undefined],
] as const)("the address %j is understood", (text, expected) => {
  expect(parseBindAddress(text)).toEqual(expected);
});

test.each(["8081", ":65536", ":", "a:b", "::1:80", "host:", ":-1", "http://x:1", "a b:1", "[x]:1"])(
  "the address %j is refused",
  (text) => {
    expect(parseBindAddress(text)).toContain("is not an address");
  },
);

test("a server that is retired answers on, and keeps no connection", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const server = createServer((_, response) => void response.end("ok"));
  const listener = await listen(server, local, names);
  const ask = (): Promise<{ reused: boolean; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      const request = get(`http://${listener.address}/`, { agent }, (response) => {
        response.resume().once("end", () => {
          resolve({ reused: request.reusedSocket, connection: response.headers.connection });
        });
      });
      request.once("error", reject);
    });
  try {
    expect(await ask()).toEqual({ reused: false, connection: "keep-alive" });
    expect(await ask()).toEqual({ reused: true, connection: "keep-alive" });
    listener.retire();
    expect(await ask()).toEqual({ reused: true, connection: "close" });
    expect(await ask()).toEqual({ reused: false, connection: "close" });
  } finally {
    agent.destroy();
    await listener.close();
  }
});
