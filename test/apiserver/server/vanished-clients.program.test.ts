/** Clients that disconnect abruptly leave nothing behind. */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { parseServerUnderTest, type ServerUnderTest } from "../contract/server-under-test.js";

const configMaps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer;
let underTest: ServerUnderTest;
beforeAll(async () => {
  server = await startApiServer();
  underTest = parseServerUnderTest(server.kubeconfig);
});
afterAll(() => server.stop());

function open(isPlain = false): Socket {
  const { hostname: host, port } = new URL(underTest.url);
  const tcp = { host, port: Number(port) };
  const socket = isPlain ? connectTcp(tcp) : connectTls({ ...tcp, ca: underTest.ca });
  return socket.on("error", () => undefined);
}

function head(line: string, ...headers: readonly string[]): string {
  const authorization = `Authorization: Bearer ${underTest.token}`;
  return [`${line} HTTP/1.1`, "Host: localhost", authorization, ...headers, "", ""].join("\r\n");
}

/** Returns the open resources of this process: both ends of each connection, and the watches' timers. */
function openResources(): { sockets: number; timers: number } {
  const names = process.getActiveResourcesInfo();
  const count = (name: string): number => names.filter((each) => each === name).length;
  return { sockets: count("TCPSocketWrap"), timers: count("Timeout") };
}

async function ask(path: string): Promise<string> {
  const asked = open();
  asked.write(head(`GET ${path}`, "Connection: close"));
  let text = "";
  for await (const chunk of asked) text += String(chunk);
  return text;
}

type Client = readonly [name: string, text: () => string | Buffer, isPlain?: boolean];

const clients: readonly Client[] = [
  ["before it says anything", () => ""],
  ["amid the headers", () => head("GET /healthz").slice(0, 40)],
  ["amid a body", () => `${head(`POST ${configMaps}`, "Content-Length: 100")}{"metadata"`],
  ["amid chunks", () => `${head(`POST ${configMaps}`, "Transfer-Encoding: chunked")}5\r\n{"met`],
  ["amid chunks that are none", () => `${head(`POST ${configMaps}`, "Transfer-Encoding: chunked")}zz\r\n`],
  [
    "before the body that it was asked for",
    () => head(`POST ${configMaps}`, "Content-Length: 9", "Expect: 100-continue"),
  ],
  ["after a request", () => head("GET /healthz")],
  ["after a hundred requests", () => head(`GET ${configMaps}`).repeat(100)],
  ["amid a watch", () => head(`GET ${configMaps}?watch=true`)],
  ["amid a watch, with nonsense behind it", () => `${head(`GET ${configMaps}?watch=true`)}nonsense\r\n\r\n`],
  ["amid a watch with half a body", () => head(`GET ${configMaps}?watch=true`, "Content-Length: 9")],
  ["after CONNECT", () => head(`CONNECT ${configMaps}`)],
  ["after nonsense", () => "nonsense\r\n\r\n"],
  ["after too many headers", () => head("GET /healthz", `a: ${"b".repeat(1_100_000)}`)],
  ["amid too large a body", () => `${head(`POST ${configMaps}`, "Content-Length: 9000000")}${"x".repeat(4_000_000)}`],
  ["after plain HTTP", () => head("GET /healthz"), true],
  ["after nonsense in place of TLS", () => Buffer.from([22, 3, 1, 0, 5, 1, 2, 3, 4, 5]), true],
];

test.each(clients.map(([name, text, isPlain = false]) => [name, { text, isPlain }] as const))(
  "a client that vanishes %s",
  async (_, { text, isPlain }) => {
    const before = openResources();
    for (const says of ["farewell", "nothing"]) {
      const socket = open(isPlain);
      await once(socket, isPlain ? "connect" : "secureConnect");
      const isWritten = new Promise((resolve) => socket.write(text(), resolve));
      const hasAnswer = Promise.race([once(socket, "data"), once(socket, "close")]);
      await isWritten;
      // Those that get none are gone as soon as the server has read what they sent.
      if (says === "nothing") socket.destroy();
      else socket.end();
      await hasAnswer.catch(() => undefined);
      socket.destroy();
    }
    expect(await ask("/readyz")).toMatch(/^HTTP\/1\.1 200 OK[^]*ok$/);
    await expect.poll(() => openResources().sockets).toBeLessThanOrEqual(before.sockets);
  },
);

test("eighty watches whose clients vanish leave no timer and no connection", async () => {
  const before = openResources();
  const sockets = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const socket = open();
      socket.write(head(`GET ${configMaps}?watch=true`));
      await once(socket, "data");
      return socket;
    }),
  );
  expect(openResources().timers).toBeGreaterThan(before.timers + 60);
  for (const [index, socket] of sockets.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.end();
  }
  await expect.poll(() => openResources().sockets).toBeLessThanOrEqual(before.sockets);
  expect(openResources().timers).toBeLessThan(before.timers + 20);
});
