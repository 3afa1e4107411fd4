import net, { type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { ApiError } from "../../src/kube/api-error.js";
import { TransportError } from "../../src/kube/transport-error.js";
import { freePort } from "../../src/kube/local-port.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";
import { failureOf } from "../support/failure-of.js";
import { connect, inCase, serve } from "./connect-transport.js";

// F24
describe("a refusal", () => {
  test.each([
    ["seconds", "7", 7000],
    ["a date", "Sat, 31 Jan 2026 12:00:05 GMT", 5000],
    ["a date that has passed", "Sat, 31 Jan 2026 11:00:00 GMT", 0],
    ["far too long", "86400", 30_000],
  ])("with Retry-After as %s is followed by another attempt after it", async (_, header, ms) => {
    const server = await startScriptedServer((_request, response, index) =>
      index === 0
        ? answer(response, 429, status(429, "TooManyRequests"), { "retry-after": header })
        : answer(response, 200, { ok: 1 }),
    );
    const { transport, waits } = connect(server.config, { clock: new FakeClock("2026-01-31T12:00:00Z") });
    expect(await transport.request({ method: "POST", path: "/", body: "{}" })).toBe('{"ok":1}');
    expect(waits).toEqual([ms]);
  });

  test.each([
    ["GET", 429, "1", true],
    ["GET", 500, "1", true],
    ["GET", 503, "1", true],
    ["GET", 500, undefined, false],
    ["GET", 404, "1", false],
    ["POST", 429, "1", true],
    ["POST", 503, "1", true],
    ["PATCH", 503, undefined, false],
    ["PUT", 500, "1", false],
    ["DELETE", 504, "1", false],
  ] as const)("of a %s with %d and Retry-After %s: repeated is %s", async (method, code, retryAfter, isRepeated) => {
    const { server, transport } = await serve((_, response, index) =>
      index === 0
        ? answer(response, code, status(code, "X"), retryAfter === undefined ? {} : { "retry-after": retryAfter })
        : answer(response, 200, {}),
    );
    const failure = await failureOf(transport.request({ method, path: "/" }));
    expect(server.received.length).toBe(isRepeated ? 2 : 1);
    if (isRepeated) expect(failure).toBeUndefined();
    else expect(failure).toMatchObject({ statusCode: code, reason: "X" });
  });

  test("that never ends is given up after ten attempts", async () => {
    const { server, transport } = await serve((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "1" }),
    );
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toBeInstanceOf(ApiError);
    expect(server.received.length).toBe(10);
  });

  test("by something that is no API server says what it was", async () => {
    const { transport } = await serve((_, response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<html><h1>Bad   Gateway</h1></html>"),
    );
    expect(await failureOf(transport.request({ method: "PUT", path: "/a?b=c" }))).toMatchObject({
      code: "cluster/api-error",
      message: "PUT /a: Bad Gateway (502)",
    });
  });

  test("that leads elsewhere is not followed", async () => {
    const { server, transport } = await serve((_, response) =>
      response.writeHead(302, { location: "https://login.example/" }).end(),
    );
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/bad-response",
      message: `${server.url}: it redirects to https://login.example/`,
    });
  });
});

describe("a connection that fails", () => {
  test("by refusal is tried again for reads and writes, five times", async () => {
    const config = inCase(`http://127.0.0.1:${await freePort()}`);
    for (const method of ["GET", "POST"] as const) {
      const { transport, waits } = connect(config);
      expect(await failureOf(transport.request({ method, path: "/" }))).toMatchObject({
        code: "cluster/unreachable",
        failure: "refused",
        neverSent: true,
        message: `${config.server}: nothing listens at this address (connection refused)`,
      });
      expect(waits).toEqual([100, 200, 400, 800]);
    }
  });

  test("by a reset is tried again for reads only", async () => {
    const { server, transport } = await serve((_, response, index) =>
      index === 0 || index === 2 ? response.socket?.destroy() : answer(response, 200, {}),
    );
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
    const failure = await failureOf(transport.request({ method: "POST", path: "/", body: "{}" }));
    expect(failure).toBeInstanceOf(TransportError);
    expect(failure).toMatchObject({ code: "cluster/unreachable", failure: "reset", neverSent: false });
    expect(server.received.length).toBe(3);
  });

  test("in the middle of an answer is tried again for reads", async () => {
    const { transport } = await serve((_, response, index) => {
      if (index > 0) answer(response, 200, { whole: true });
      else response.writeHead(200, { "content-length": "100" }).write('{"half":', () => response.socket?.destroy());
    });
    expect(await transport.request({ method: "GET", path: "/" })).toBe('{"whole":true}');
  });

  test("because the name does not resolve says so", async () => {
    const { transport } = connect(inCase("http://no-such-host.invalid:1"));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({ failure: "dns" });
  });

  test("because the other side speaks no HTTP says so", async () => {
    const server = net.createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { transport } = connect(inCase(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/bad-response",
    });
  });

  test("because the other side speaks no TLS says so", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect(inCase(server.url.replace("http:", "https:")));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/tls-failed",
    });
  });
});
