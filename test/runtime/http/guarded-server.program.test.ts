/** What any client may send to a server of the runtime. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  createGuardedServer,
  type GuardedServerOptions,
  type Handler,
} from "../../../src/runtime/http/guarded-server.js";
import { listen } from "../../../src/runtime/http/listener.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Served {
  readonly port: number;
  readonly log: RecordingLogger;
  /** Sends bytes, and gives all that comes back until the server closes the connection. */
  readonly exchange: (bytes: string, options?: { readonly end?: boolean }) => Promise<string>;
  /** HTTP status of a request for this target. */
  readonly status: (target: string) => Promise<number>;
}

async function serve(handler: Handler, options: Partial<GuardedServerOptions> = {}): Promise<Served> {
  const log = new RecordingLogger();
  const limits = { mostConnections: 100, mostRequests: 100 };
  const server = createGuardedServer(handler, { purpose: "tests", log, clock: new FakeClock(), ...limits, ...options });
  const listener = await listen(server, { host: "127.0.0.1", port: 0 }, { purpose: "tests", flag: "--test" });
  ends.push(() => listener.close());
  const port = Number(listener.address.split(":").at(-1));
  const exchange: Served["exchange"] = async (bytes, { end = false } = {}) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    ends.push(() => socket.destroy());
    let text = "";
    socket.on("data", (chunk: string) => (text += chunk)).on("error", () => undefined);
    if (end) socket.end(bytes, "latin1");
    else socket.write(bytes, "latin1");
    // A reset closes it too: so does a server that has not read all of it.
    await new Promise((resolve) => socket.once("close", resolve));
    return text;
  };
  const status: Served["status"] = async (target) => {
    const text = await exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  };
  return { port, log, exchange, status };
}

const echo: Handler = (_, response, { pathname }) => response.end(pathname);
/** In milliseconds: for clients that are slow. */
const quick = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 200,
  timeout: 500,
  connectionsCheckingInterval: 50,
};

describe("a target", () => {
  test.each([
    ["//", 200],
    ["///", 200],
    ["//[", 200],
    ["/%", 200],
    ["/%zz/..//", 200],
    ["/\\\\", 200],
    ["http://example.com/metrics", 200],
    ["*", 400],
    ["http://", 400],
    ["http://[", 400],
    [":", 400],
  ])("%s is answered with %d, and so is the next one", async (target, expected) => {
    const { status } = await serve(echo);
    expect(await status(target)).toBe(expected);
    expect(await status("/next")).toBe(200);
  });

  test("is never taken for a host", async () => {
    const { exchange } = await serve(echo);
    const text = await exchange("GET //example.com/x?a=//b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(text).toContain("\r\n\r\n//example.com/x");
  });
});

describe("an invalid request", () => {
  test.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["zeros", "\0".repeat(1_000)],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["headers without an end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(100_000)}`],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"],
    ["a length that is none", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"],
    ["a chunk that is none", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"],
    ["CONNECT to nothing", "CONNECT // HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["an upgrade", "GET // HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n"],
    ["an expectation", "GET // HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: miracles\r\n\r\n"],
  ])("(%s) is answered or closed, and the next request is served", async (_, bytes) => {
    const { exchange, status } = await serve(echo, { timing: quick });
    await exchange(bytes);
    expect(await status("/")).toBe(200);
  });

  test("such as half of a request, whose client has gone, is forgotten", async () => {
    const { exchange, status } = await serve(echo);
    await exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc", { end: true });
    expect(await status("/")).toBe(200);
  });
});

describe("a handler", () => {
  test.each<[string, Handler]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects", () => Promise.reject(new Error("boom"))],
  ])("that %s is answered for with 500, and logged", async (_, handler) => {
    const { status, log } = await serve(handler);
    expect(await status("/a")).toBe(500);
    expect(log.lines).toMatchObject([{ level: "error", fields: { path: "/a", error: { message: "boom" } } }]);
  });

  test("that throws within its answer breaks the connection", async () => {
    const { exchange } = await serve((_request, response) => {
      response.writeHead(200).write("half");
      throw new Error("boom");
    });
    const text = await exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(text).not.toMatch(/\r\n0\r\n/);
  });

  test("may write after its end", async () => {
    const { status } = await serve((_request, response) => {
      response.end("a");
      response.write("b");
    });
    expect([await status("/"), await status("/")]).toEqual([200, 200]);
  });
});

describe("a client", () => {
  test.each([
    ["says nothing", ""],
    ["sends half of the headers", "GET / HTTP/1.1\r\nHost:"],
    ["sends half of a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"],
    ["keeps its connection", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])("that %s loses its connection", async (_, bytes) => {
    const reading: Handler = async (request: IncomingMessage, response: ServerResponse) => {
      await once(request.resume(), "end");
      response.end();
    };
    const { exchange, log } = await serve(reading, { timing: quick });
    await exchange(bytes);
    expect(log.lines.filter(({ level }) => level === "warn")).toEqual([]);
  });

  test("that sends a byte now and then loses its connection", async () => {
    const { port } = await serve(echo, { timing: quick });
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    const timer = setInterval(() => socket.write("x"), 20);
    ends.push(() => clearInterval(timer));
    socket.write("GET / HTTP/1.1\r\nX: ");
    await new Promise((resolve) => socket.resume().once("close", resolve));
  });

  test("that does not read its answer loses its connection", async () => {
    let isOver = false;
    const { port } = await serve(
      (_, response) => {
        response.once("close", () => (isOver = true));
        response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { timing: quick },
    );
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    ends.push(() => socket.destroy());
    socket.pause().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => isOver).toBe(true);
  });
});

describe("a flood", () => {
  test("of requests is answered with 503 beyond the bound; then the server goes on", async () => {
    const waiting = new Set<ServerResponse>();
    const { status } = await serve((_, response) => waiting.add(response), { mostRequests: 3 });
    const asked = Array.from({ length: 3 }, () => status("/"));
    await expect.poll(() => waiting.size).toBe(3);
    expect(await Promise.all([status("/"), status("//")])).toEqual([503, 503]);
    for (const response of waiting) response.end();
    expect(await Promise.all(asked)).toEqual([200, 200, 200]);
    waiting.clear();
    const next = status("/");
    await expect.poll(() => waiting.size).toBe(1);
    for (const response of waiting) response.end();
    expect(await next).toBe(200);
  });

  test("of requests on one connection is bounded, too", async () => {
    let most = 0;
    let now = 0;
    const { exchange } = await serve(
      async (_, response) => {
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now -= 1;
        response.end("x");
      },
      { mostRequests: 10, timing: quick },
    );
    const text = await exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500));
    expect(most).toBeLessThanOrEqual(10);
    expect(text.match(/HTTP\/1\.1 (200|503)/g)?.length).toBe(500);
  });

  test("of connections loses those beyond the bound, and one line of the log tells", async () => {
    const { port, log, status } = await serve(echo, { mostConnections: 5 });
    const sockets = Array.from({ length: 50 }, () =>
      connect(port, "127.0.0.1")
        .on("error", () => undefined)
        .resume(),
    );
    ends.push(() => sockets.forEach((socket) => socket.destroy()));
    await expect.poll(() => sockets.filter(({ closed }) => closed)).toHaveLength(45);
    expect(log.messages("warn")).toEqual(["too many connections"]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => status("/")).toBe(200);
  });
});

test("a server that cannot accept a connection goes on", async () => {
  const log = new RecordingLogger();
  const limits = { mostConnections: 10, mostRequests: 10 };
  const server = createGuardedServer(echo, { purpose: "tests", log, clock: new FakeClock(), ...limits });
  const listener = await listen(server, { host: "127.0.0.1", port: 0 }, { purpose: "tests", flag: "--test" });
  ends.push(() => listener.close());
  for (let time = 0; time < 3; time += 1) server.emit("error", new Error("accept EMFILE"));
  expect(log.messages("warn")).toEqual(Array(3).fill("cannot accept a connection"));
  const status = await new Promise((resolve) =>
    request(`http://${listener.address}/`, (response) => resolve(response.resume().statusCode)).end(),
  );
  expect(status).toBe(200);
  const taken = { host: "127.0.0.1", port: Number(listener.address.split(":").at(-1)) };
  await expect(listen(createServer(), taken, { purpose: "tests", flag: "--test" })).rejects.toThrow("another process");
});
