import type http from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { nextTurn } from "../../src/core/clock.js";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { type CompletedRequest, createTransport } from "../../src/kube/transport.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";
import { failureOf } from "../support/failure-of.js";
import { connect, serve } from "./connect-transport.js";

describe("a request", () => {
  test("goes over one connection that stays open", async () => {
    const { server, transport } = await serve((_, response) => answer(response, 200, { ok: true }));
    for (let count = 0; count < 5; count += 1)
      expect(await transport.request({ method: "GET", path: "/x" })).toBe('{"ok":true}');
    expect(server.connections).toBe(1);
  });

  test("is sent below the base path of the server's address", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect({ ...server.config, server: `${server.url}/k8s/clusters/c-1` });
    await transport.request({ method: "GET", path: "/api?x=1" });
    expect(server.received[0]?.path).toBe("/k8s/clusters/c-1/api?x=1");
  });

  // F28
  test("does not take more than 32 sockets, and watches do not take these", async () => {
    const held: http.ServerResponse[] = [];
    const { server, transport } = await serve((request, response) => {
      if (request.path === "/watch") response.writeHead(200).write("x");
      else if (request.path === "/held") held.push(response);
      else answer(response, 200, {});
    });
    const watches = Array.from({ length: 40 }, () => transport.stream({ path: "/watch" }));
    await Promise.all(watches.map((watch) => watch.next()));
    expect(await transport.request({ method: "PUT", path: "/write", body: "{}" })).toBe("{}");
    const requests = Array.from({ length: 40 }, () => transport.request({ method: "GET", path: "/held" }));
    await expect.poll(() => held.length).toBe(32);
    expect(server.openConnections).toBe(72);
    while (held.length > 0 || server.received.filter(({ path }) => path === "/held").length < 40) {
      held.splice(0).forEach((response) => answer(response, 200, {}));
      await nextTurn();
    }
    held.forEach((response) => answer(response, 200, {}));
    await Promise.all(requests);
    await Promise.all(watches.map((watch) => watch.return()));
  });

  test("rejects with the signal's reason, before and while it is under way", async () => {
    const { server, transport } = await serve(() => undefined);
    const reason = new Error("enough");
    expect(await failureOf(transport.request({ method: "GET", path: "/", signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
    const controller = new AbortController();
    const failure = failureOf(transport.request({ method: "GET", path: "/", signal: controller.signal }));
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });

  test("rejects with the signal's reason while it waits to be repeated", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "20" }),
    );
    const transport = createTransport(server.config);
    onTestFinished(() => transport.close());
    const controller = new AbortController();
    const reason = new Error("enough");
    const failure = failureOf(transport.request({ method: "GET", path: "/", signal: controller.signal }));
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });

  test("is not repeated when the transport was closed meanwhile, so that no connection is left", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "1" }),
    );
    const wait = (): Promise<void> => {
      transport.close();
      return Promise.resolve();
    };
    const { transport } = connect(server.config, { wait });
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({ statusCode: 429 });
    expect(server.received).toHaveLength(1);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  test("is given up after the time limit without a byte, and a write is not repeated", async () => {
    const clock = new FakeClock();
    const { server, transport, waits } = await serve(() => undefined, { clock });
    const failure = failureOf(transport.request({ method: "POST", path: "/", body: "{}" }));
    await expect.poll(() => server.received.length).toBe(1);
    await clock.advance(70_000);
    expect(await failure).toMatchObject({ failure: "timeout", code: "cluster/timeout" });
    expect(waits).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  test("reports what was asked and answered", async () => {
    const seen: CompletedRequest[] = [];
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect(server.config, {
      onRequest: (request) => seen.push(request),
      clock: new FakeClock(),
    });
    await transport.request({ method: "GET", path: "/" });
    await server.stop();
    await failureOf(transport.request({ method: "POST", path: "/" }));
    const host = new URL(server.url).host;
    expect(seen[0]).toEqual({ method: "GET", host, code: "200", durationMs: 0 });
    expect(seen[1]).toEqual({ method: "POST", host, code: "<error>", durationMs: 0 });
  });
});

// F29
describe("a warning of the server's", () => {
  test("is handed on once a text", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 200, {}, { warning: '299 - "v1beta1 is deprecated", 299 - "say \\"v1\\", please"' }),
    );
    const texts: string[] = [];
    const { transport } = connect(server.config, { onWarning: (text) => texts.push(text) });
    await transport.request({ method: "GET", path: "/" });
    await transport.request({ method: "GET", path: "/" });
    expect(texts).toEqual(["v1beta1 is deprecated", 'say "v1", please']);
  });
});

describe("the check right before a request is sent", () => {
  const closed = new Error("not any more");

  test("is asked each time that the request is sent, after the wait (F42)", async () => {
    const { server, transport, waits } = await serve((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "30" }),
    );
    const beforeSend = (): void => {
      if (waits.length > 1) throw closed;
    };
    const sent = transport.request({ method: "POST", path: "/", body: "{}", beforeSend });
    expect(await failureOf(sent)).toBe(closed);
    expect(waits).toEqual([30_000, 30_000]);
    expect(server.received).toHaveLength(2);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  test.each(["http", "https"])("is asked when a socket is there, and no sooner, over %s (F42)", async (scheme) => {
    const certificate = await createSelfSignedCertificate(Date.now());
    const held: http.ServerResponse[] = [];
    const script = (request: { path: string }, response: http.ServerResponse): void => {
      if (request.path === "/held") held.push(response);
      else answer(response, 200, {});
    };
    const server = await startScriptedServer(script, scheme === "https" ? certificate : undefined);
    const { transport } = connect({ ...server.config, tls: { ca: { kind: "data", data: certificate.cert } } });
    let [isOpen, asked] = [true, 0];
    const beforeSend = (): void => {
      asked += 1;
      if (!isOpen) throw closed;
    };
    const post = (path: string): Promise<unknown> =>
      transport.request({ method: "POST", path, body: "{}", beforeSend }).catch((error: unknown) => error);
    const first = Array.from({ length: 32 }, () => post("/held"));
    await expect.poll(() => held.length).toBe(32);
    const [late, later] = [post("/late"), post("/later")];
    answer(held[0]!, 200, {});
    expect(await late).toBe("{}");
    isOpen = false;
    for (const response of held.slice(1)) answer(response, 200, {});
    expect(await Promise.all(first)).toEqual(first.map(() => "{}"));
    expect(await later).toBe("{}"); // it took the socket of the late one, before the gate closed
    expect(await post("/last")).toBe(closed);
    expect(asked).toBe(35);
    expect(server.received.map(({ path }) => path)).not.toContain("/last");
  });

  test("lets a request through a proxy pass", async () => {
    const certificate = await createSelfSignedCertificate(Date.now());
    for (const tls of [undefined, certificate]) {
      const server = await startScriptedServer((_, response) => answer(response, 200, {}), tls);
      const { url: proxyUrl } = await startConnectProxy();
      const ca = { kind: "data", data: certificate.cert } as const;
      const { transport } = connect({ ...server.config, proxyUrl, tls: { ca } });
      const beforeSend = (): void => undefined;
      for (const path of ["/a", "/b"]) expect(await transport.request({ method: "PUT", path, beforeSend })).toBe("{}");
    }
  });
});

describe("a stream", () => {
  test("fails after the time limit without a byte, but not while its reader takes its time", async () => {
    const clock = new FakeClock();
    const { server, transport } = await serve((_, response) => response.writeHead(200).write("one"), { clock });
    const stream = transport.stream({ path: "/", idleTimeoutMs: 1000 });
    expect(String((await stream.next()).value)).toBe("one");
    await clock.advance(5000);
    const next = failureOf(stream.next());
    await clock.advance(1000);
    expect(await next).toMatchObject({ failure: "timeout", message: `${server.url}: no data received for 1 s` });
    await expect.poll(() => server.openConnections).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("fails when the connection breaks, ends when the server ends it, and closes when the reader leaves", async () => {
    const { server, transport } = await serve((request, response) => {
      response.writeHead(200).write("one", () => {
        if (request.path === "/break") response.socket?.destroy();
        if (request.path === "/end") response.end();
      });
    });
    const read = async (path: string): Promise<string> => {
      let text = "";
      for await (const chunk of transport.stream({ path })) {
        text += chunk.toString();
        if (path === "/leave") break;
      }
      return text;
    };
    expect(await failureOf(read("/break"))).toMatchObject({ failure: "reset" });
    expect(await read("/end")).toBe("one");
    expect(await read("/leave")).toBe("one");
    await expect.poll(() => server.openConnections).toBeLessThanOrEqual(1);
  });

  test("rejects with the signal's reason", async () => {
    const { transport } = await serve((_, response) => response.writeHead(200).write("one"));
    const controller = new AbortController();
    const stream = transport.stream({ path: "/", signal: controller.signal });
    await stream.next();
    const next = failureOf(stream.next());
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await next).toBe(reason);
  });

  test("is not repeated when it is refused", async () => {
    const { server, transport } = await serve((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "3" }),
    );
    expect(await failureOf(transport.stream({ path: "/" }).next())).toMatchObject({
      statusCode: 429,
      retryAfterMs: 3000,
    });
    expect(server.received.length).toBe(1);
  });
});
