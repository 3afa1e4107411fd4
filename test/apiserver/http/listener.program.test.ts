/** Properties of connections that the contract suite cannot check: times, and leftovers. */
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createServingCertificates, type ServingCertificates } from "../../../src/apiserver/http/certificates.js";
import { Listener, type RequestHandler } from "../../../src/apiserver/http/listener.js";
import { serveHttp } from "../../../src/apiserver/http/serve-http.js";

let certificates: ServingCertificates;
beforeAll(async () => {
  certificates = await createServingCertificates(Date.now());
});

const answerAll: RequestHandler = (_, response) => void response.end("ok");
const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((each) => each.close())));

async function listen(handle: RequestHandler, overrides?: Parameters<typeof Listener.open>[3]): Promise<Listener> {
  const listener = await Listener.open(0, certificates, handle, overrides);
  listeners.push(listener);
  return listener;
}

async function connect({ port }: Listener): Promise<Socket> {
  const socket = connectTls({ port, host: "127.0.0.1", ca: certificates.ca });
  await once(socket, "secureConnect");
  return socket;
}

/** Returns everything that arrives on a connection until the server ends it. */
const received = async (socket: Socket): Promise<string> => (await buffer(socket)).toString();

/** Like {@link received}, for a server that may close the connection before the client has sent everything. */
async function receivedUntilCut(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("error", () => undefined).on("data", (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

/**
 * Without handshakeTimeout: on a busy machine, the handshake itself may take long. Only the test without a handshake shortens it.
 */
const brief = { headersTimeout: 50, connectionsCheckingInterval: 10 };

test.each([
  ["nothing", ""],
  ["half a request line", "GET /"],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: localhost\r\n"],
])("a client that sends %s is cut off in time, without a word", async (_, text) => {
  const socket = await connect(await listen(answerAll, brief));
  socket.write(text);
  expect(await receivedUntilCut(socket)).toBe("");
});

test("headers that drip do not buy time", async () => {
  const socket = await connect(await listen(answerAll, brief));
  socket.write("GET / HTTP/1.1\r\n");
  const drip = setInterval(() => socket.write("a: b\r\n"), 10);
  expect(await receivedUntilCut(socket)).toBe("");
  clearInterval(drip);
});

test("a connection without TLS's greeting is cut off in time", async () => {
  const socket = connectTcp((await listen(answerAll, { handshakeTimeout: 50 })).port, "127.0.0.1");
  expect(await received(socket)).toBe("");
});

test("a connection that is not used any more is closed in time", async () => {
  const socket = await connect(await listen(answerAll, { keepAliveTimeout: 50 }));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await received(socket)).toMatch(/\r\n\r\nok$/);
});

test("a body that ends in the middle, of a request that has its answer, is answered no more", async () => {
  const socket = await connect(await listen(answerAll));
  socket.end("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf");
  expect((await received(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
});

test("nonsense behind a request waits for its answer", async () => {
  let finish = (): void => undefined;
  const listener = await listen((_, response) => {
    response.write("first");
    finish = () => response.end("last");
  });
  const socket = await connect(listener);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "readable");
  socket.write("nonsense\r\n\r\n".repeat(10));
  setImmediate(() => finish());
  expect(await received(socket)).toMatch(/first[^]*last\r\n0\r\n\r\nHTTP\/1\.1 400 Bad Request[^]*400 Bad Request$/);
});

test("a client that goes on sending after it was refused is cut off", async () => {
  const socket = await connect(await listen(answerAll));
  socket.write("nonsense\r\n\r\n");
  const send = setInterval(() => socket.write("x".repeat(10_000)), 5);
  await receivedUntilCut(socket);
  clearInterval(send);
});

test("a server that stops leaves no connection, whatever is amid on it", async () => {
  const listener = await listen((_, response) => void response.write("a watch"));
  const texts = [
    "",
    "GET / HT",
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n",
    "?\r\n",
  ];
  const sockets = await Promise.all(texts.map(() => connect(listener)));
  const silent = connectTcp(listener.port, "127.0.0.1");
  await once(silent, "connect");
  const closed = [...sockets, silent].map((socket, index) => {
    socket.on("error", () => undefined).resume();
    socket.write(texts[index] ?? "");
    return new Promise((resolve) => socket.once("close", resolve));
  });
  await listener.close();
  await Promise.all(closed);
});

test("connections beyond the limit are closed, and others go on", async () => {
  const listener = await listen(answerAll, { maxConnections: 2 });
  const [first, second] = [await connect(listener), await connect(listener)];
  const third = connectTcp(listener.port, "127.0.0.1");
  expect(await receivedUntilCut(third)).toBe("");
  second.destroy();
  first.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await received(first)).toMatch(/ok$/);
});

test("a request that never comes to its end is cut off, and an answer that never ends is not", async () => {
  const listener = await listen(
    (request, response) => {
      if (request.method === "GET") response.write("a watch");
    },
    {
      requestTimeout: 100,
      ...{ headersTimeout: 100, connectionsCheckingInterval: 10 },
    },
  );
  const watch = await connect(listener);
  watch.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(watch, "readable");
  const slow = await connect(listener);
  slow.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf");
  expect(await receivedUntilCut(slow)).toBe("");
  expect(watch.destroyed || watch.readableEnded).toBe(false);
});

test("a switched connection ends its request when either side ends", async () => {
  const ended: string[] = [];
  const far = createServer((socket) => void socket.once("data", () => socket.end()));
  await once(far.listen(0, "127.0.0.1"), "listening");
  const port = (far.address() as AddressInfo).port;
  const { handle } = serveHttp(async ({ target, whenOver }) => {
    whenOver(() => ended.push(target));
    const socket = connectTcp(port, "127.0.0.1");
    await once(socket, "connect");
    return { type: "switched", headers: { Connection: ["Upgrade"], Upgrade: ["x"] }, socket, head: Buffer.alloc(0) };
  });
  const listener = await listen(handle);
  const open = async (target: string): Promise<Socket> => {
    const socket = await connect(listener);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`);
    await once(socket, "data");
    return socket;
  };
  const [byClient, byServer] = [await open("/client"), await open("/server")];
  expect(ended).toEqual([]);
  byClient.destroy();
  await expect.poll(() => ended).toEqual(["/client"]);
  byServer.write("bye");
  await expect.poll(() => ended).toEqual(["/client", "/server"]);
  far.close();
});

test("a request whose offer of another protocol is refused is over, too", async () => {
  let ended = 0;
  const { handle } = serveHttp(({ whenOver }) => {
    whenOver(() => (ended += 1));
    return Promise.resolve({ type: "whole", code: 400, headers: {}, body: "no" });
  });
  const socket = await connect(await listen(handle));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  await once(socket, "data");
  await expect.poll(() => ended).toBe(1);
  socket.destroy();
});
