import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBody } from "../../../src/apiserver/http/body.js";
import { toFailure } from "../../../src/apiserver/http/respond.js";

const mebibyte = 1024 * 1024;
const outcomes: string[] = [];
const server = createServer((request, response) => {
  void readBody(request, response)
    .then((body) => String(body.length))
    .catch((error: unknown) => String(toFailure(error).failure.code))
    .then((outcome) => {
      outcomes.push(outcome);
      response.end(outcome);
      server.emit("outcome");
    });
});
const port = (): number => (server.address() as AddressInfo).port;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

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
