import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BodyReader } from "../../../src/apiserver/http/body.js";
import { toFailure } from "../../../src/apiserver/http/print-answer.js";

const mebibyte = 1024 * 1024;
const maxBytesInAll = 8 * mebibyte;
const reader = new BodyReader({ maxBytesInAll, maxMs: 60_000 });
const hasty = new BodyReader({ maxBytesInAll, maxMs: 200 });
const outcomes: string[] = [];
const [server, hastyServer] = [serve(reader), serve(hasty)];

function serve(bodies: BodyReader): Server {
  const served = createServer((request, response) => {
    void bodies
      .read(request, response)
      .then((body) => String(body.length))
      .catch((error: unknown) => String(toFailure(error).failure.code))
      .then((outcome) => {
        outcomes.push(outcome);
        response.end(outcome);
        served.emit("outcome");
      });
  });
  return served;
}

const port = (of = server): number => (of.address() as AddressInfo).port;
beforeAll(async () => {
  for (const each of [server, hastyServer]) {
    each.listen(0, "127.0.0.1");
    await once(each, "listening");
  }
});
afterAll(() => {
  server.close();
  hastyServer.close();
});

test("a connection goes on after a body that was too large", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: string[] = [];
  for (const size of [0, 3 * mebibyte, 3 * mebibyte + 1, 8 * mebibyte, 20 * mebibyte, 5]) {
    const request = httpRequest({ port: port(), method: "POST", agent });
    request.end(Buffer.alloc(size));
    const [response] = (await once(request, "response")) as [IncomingMessage];
    answers.push(await text(response));
  }
  agent.destroy();
  expect(answers).toEqual(["0", String(3 * mebibyte), "413", "413", "413", "5"]);
});

test("a client that goes away amid the body is no body", async () => {
  outcomes.length = 0;
  const socket = connect(port(), "127.0.0.1");
  const isOver = once(server, "outcome");
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf", () => socket.destroy());
  await isOver;
  expect(outcomes).toEqual(["400"]);
});

/** Sends a head and a part of the body, and waits until the server has received it. */
async function halfRequest(length: number): Promise<Socket> {
  const { bytes } = reader;
  const socket = sendHalf(length, server);
  await vi.waitUntil(() => reader.bytes === bytes + length, { timeout: 60_000 });
  return socket;
}

function sendHalf(length: number, to: Server): Socket {
  const socket = connect(port(to), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length + 1}\r\n\r\n`);
  socket.write(Buffer.alloc(length));
  return socket;
}

test("bodies beyond what the server holds in all get 429, until others have their answers", async () => {
  const held = [
    await halfRequest(2.5 * mebibyte),
    await halfRequest(2.5 * mebibyte),
    await halfRequest(2.5 * mebibyte),
  ];
  const ask = async (size: number): Promise<string> => {
    const request = httpRequest({ port: port(), method: "POST" });
    request.end(Buffer.alloc(size));
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return text(response);
  };
  expect(await ask(mebibyte)).toBe("429");
  expect(await ask(1_000)).toBe("1000");
  for (const socket of held) socket.end("x");
  await vi.waitUntil(() => reader.bytes === 0, { timeout: 60_000 });
  expect(await ask(mebibyte)).toBe(String(mebibyte));
  await vi.waitUntil(() => reader.bytes === 0, { timeout: 60_000 });
});

test("a body that does not come to its end is answered in time, and holds no memory", async () => {
  const socket = sendHalf(1_000, hastyServer);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/504$/);
  expect(hasty.bytes).toBe(0);
  socket.destroy();
});

test.each([
  ["part of a large buffer", Buffer.alloc(65_536, "x").subarray(5, 15)],
  ["whole buffer", Buffer.from(new Uint8Array(10).fill(120).buffer)],
])("a body that is a %s keeps no more memory than it needs", async (_, chunk) => {
  const body = await reader.read(Readable.from([chunk]), new PassThrough().end());
  expect([body.toString(), body.buffer.byteLength]).toEqual(["x".repeat(10), 10]);
});

test("a body in chunks of one byte is read as others", async () => {
  const socket = connect(port(), "127.0.0.1");
  const size = 20_000;
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.end("1\r\nx\r\n".repeat(size) + "0\r\n\r\n");
  expect(await text(socket)).toMatch(new RegExp(`\\b${size}$`));
});
