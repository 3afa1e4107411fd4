/** The same client of HTTP/2 talks to both servers, and sees the same. */
import { once } from "node:events";
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { parseServerUnderTest, readServerUnderTest, type ServerUnderTest } from "../contract/server-under-test.js";

const sessions: ClientHttp2Session[] = [];

async function open({ url, ca }: ServerUnderTest): Promise<ClientHttp2Session> {
  const session = connect(url, { ca });
  session.on("error", () => undefined);
  sessions.push(session);
  await once(session, "remoteSettings");
  return session;
}

interface Asked {
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  /** Whether the client never ends the body. */
  readonly isOpen?: boolean;
}

async function ask(session: ClientHttp2Session, { headers, body, isOpen = false }: Asked): Promise<object> {
  const stream = session.request(headers, { endStream: body === undefined && !isOpen });
  if (body !== undefined) stream.write(body);
  if (body !== undefined && !isOpen) stream.end();
  let status: unknown;
  let type: unknown;
  stream.once("response", (answer) => {
    status = answer[":status"];
    type = answer["content-type"];
  });
  const content = await text(stream).catch(() => "broken");
  if (!stream.closed) await new Promise((resolve) => stream.once("close", resolve));
  return { status, type, length: content.length > 0, reset: stream.rstCode };
}

const name = "http2-tests";
const path = "/api/v1/namespaces/default/configmaps";
const json = { "content-type": "application/json", accept: "application/json" };
const configMap = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "b" } });

const requests: readonly (readonly [string, Asked])[] = [
  ["a read", { headers: { ":path": "/readyz" } }],
  ["a write", { headers: { ":method": "POST", ":path": path, ...json }, body: configMap }],
  ["a conflicting write", { headers: { ":method": "POST", ":path": path, ...json }, body: configMap }],
  ["a read of the object", { headers: { ":path": `${path}/${name}` } }],
  ["HEAD", { headers: { ":method": "HEAD", ":path": `${path}/${name}` } }],
  ["an unknown object", { headers: { ":path": `${path}/none` } }],
  ["an unknown method", { headers: { ":method": "FOO", ":path": path } }],
  ["OPTIONS *", { headers: { ":method": "OPTIONS", ":path": "*" } }],
  [
    "a body that never ends and is not read",
    { headers: { ":method": "GET", ":path": "/readyz" }, body: "a", isOpen: true },
  ],
  [
    "a body of another length",
    { headers: { ":method": "POST", ":path": path, ...json, "content-length": 3 }, body: configMap },
  ],
  ["a body of more than 3 MB", { headers: { ":method": "POST", ":path": path, ...json }, body: "a".repeat(4_000_000) }],
  ["an unknown Accept header", { headers: { ":path": path, accept: "text/html" } }],
  [
    "a body that waits for 100",
    { headers: { ":method": "POST", ":path": path, ...json, expect: "100-continue" }, body: configMap },
  ],
  ["a delete", { headers: { ":method": "DELETE", ":path": `${path}/${name}` } }],
];

describeCluster("HTTP/2", (cluster) => {
  let ours: ApiServer;
  let servers: readonly [ServerUnderTest, ServerUnderTest];
  beforeAll(async () => {
    ours = await startComparableServer();
    servers = [parseServerUnderTest(ours.kubeconfig), readServerUnderTest(cluster().kubeconfig)];
  });
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    await ours.stop();
  });

  const onBoth = async <T>(use: (session: ClientHttp2Session, authorization: string) => Promise<T>): Promise<T[]> =>
    Promise.all(servers.map(async (server) => use(await open(server), `Bearer ${server.token}`)));

  test("has the same settings", async () => {
    const [own, real] = await onBoth(({ remoteSettings: { maxConcurrentStreams, maxHeaderListSize = 0 } }) =>
      Promise.resolve({ maxConcurrentStreams, maxHeaderListSize }),
    );
    expect(own?.maxConcurrentStreams).toEqual(real?.maxConcurrentStreams);
    // Node accepts fewer headers than Go.
    expect(own?.maxHeaderListSize).toBeLessThan(real?.maxHeaderListSize ?? 0);
  });

  test("answers the same requests", async () => {
    const [own, real] = await onBoth(async (session, authorization) => {
      const answers: Record<string, object> = {};
      for (const [what, asked] of requests) {
        answers[what] = await ask(session, { ...asked, headers: { ...asked.headers, authorization } });
      }
      return answers;
    });
    expect(own).toEqual(real);
  });

  test("watches on a hundred streams of one connection", async () => {
    const counts = await onBoth(async (session, authorization) => {
      const streams = Array.from({ length: 100 }, () =>
        session.request({ ":path": `${path}?watch=true&timeoutSeconds=60`, authorization }),
      );
      const statuses = await Promise.all(
        streams.map(async (stream) => {
          const [answer] = (await once(stream, "response")) as [Record<string, unknown>];
          return answer[":status"];
        }),
      );
      for (const stream of streams) stream.close();
      return statuses.filter((status) => status === 200).length;
    });
    expect(counts).toEqual([100, 100]);
  });

  test("closes the connection of a client without credentials", async () => {
    const ends = await onBoth(async (session) => {
      const closed = new Promise((resolve) => session.once("close", resolve));
      const answer = await ask(session, { headers: { ":path": path, authorization: "Bearer wrong" } });
      await closed;
      return answer;
    });
    expect(ends[0]).toEqual(ends[1]);
  });
});
