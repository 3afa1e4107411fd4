/** HTTP/2: what the contract suite, which speaks HTTP/1.1, cannot check. */
import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ApiResponse } from "../../../src/apiserver/http/api-request.js";
import { deferred } from "../../support/deferred.js";
import { ask, closed, frame, getRoot, listen, ok, open, sendFrames, whole } from "../../support/http2-client.js";

test("requests that run when the server closes get their responses; those that do not end are cut off", async () => {
  const arrived = { late: deferred(), never: deferred() };
  const release = deferred();
  const listener = await listen(async ({ target }) => {
    const isLate = target === "/late";
    (isLate ? arrived.late : arrived.never).resolve();
    await (isLate ? release.promise : new Promise(() => undefined));
    return whole("late");
  });
  const late = ask(open(listener), { ":path": "/late" });
  const session = open(listener);
  session.request({ ":path": "/never" }).on("error", () => undefined);
  await Promise.all([arrived.late.promise, arrived.never.promise]);
  const closed = listener.close(200);
  release.resolve();
  expect((await late).body).toBe("late");
  await closed;
  if (!session.closed) await once(session, "close");
});

describe("a request", () => {
  test("has the headers, the body and the host of the client", async () => {
    const listener = await listen(async ({ method, target, headers, headersDistinct, remoteAddress, ...request }) =>
      whole(
        JSON.stringify({
          ...{ method, target, host: headers.host, authorization: headers.authorization, remoteAddress },
          ...{ groups: headersDistinct["impersonate-group"], body: (await request.readBody()).toString() },
        }),
      ),
    );
    const headers = {
      ":method": "POST",
      ":path": "/a?b=c",
      authorization: "Bearer a",
      "impersonate-group": ["a", "b"],
    };
    const { answer, body } = await ask(open(listener), headers, "text");
    expect(answer[":status"]).toBe(200);
    expect(answer["content-type"]).toBe("text/plain");
    expect(JSON.parse(body)).toEqual({
      ...{ method: "POST", target: "/a?b=c", host: `localhost:${listener.port}`, authorization: "Bearer a" },
      ...{ groups: ["a", "b"], body: "text", remoteAddress: "127.0.0.1" },
    });
  });

  test.each([
    ["HEAD", 200],
    ["GET", 204],
    ["GET", 304],
  ])("%s with %i has no content", async (method, code) => {
    const session = open(await listen(() => Promise.resolve(whole("ok", code))));
    const { answer, body } = await ask(session, { ":method": method });
    expect([answer[":status"], body]).toEqual([code, ""]);
  });

  test("gets a large response in gzip if it accepts this", async () => {
    const large = "a".repeat(200_000);
    const session = open(await listen(() => Promise.resolve(whole(large))));
    const zipped = await ask(session, { "accept-encoding": "gzip" });
    expect(zipped.answer).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect((await ask(session, {})).body).toBe(large);
  });

  test("with a body of more than 3 MiB gets its response, and the connection stays", async () => {
    const session = open(
      await listen(async (request) => {
        const result = await request.readBody().catch((error: unknown) => error);
        return whole(result instanceof Error ? "too large" : "ok");
      }),
    );
    const stream = session.request({ ":method": "POST" });
    stream.on("error", () => undefined).end(Buffer.alloc(4 * 1024 * 1024));
    expect(await text(stream).catch(() => "")).toBe("too large");
    expect((await ask(session, { ":method": "POST" }, "a")).body).toBe("ok");
  });

  test("whose body never ends gets the response, and then ends", async () => {
    const session = open(await listen(ok));
    const stream = session.request({ ":method": "POST" }, { endStream: false });
    stream.write("half");
    expect(await text(stream)).toBe("ok");
    if (!stream.closed) await once(stream, "close");
    expect(stream.rstCode).toBe(0);
  });

  test("of a client without credentials ends the connection after its response", async () => {
    const session = open(await listen(() => Promise.resolve(whole("Unauthorized", 401))));
    const gone = once(session, "goaway");
    expect((await ask(session, {})).body).toBe("Unauthorized");
    await gone;
    if (!session.closed) await once(session, "close");
  });

  test("streams, and learns when the client cancels", async () => {
    let stopped: () => void = () => undefined;
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    const session = open(
      await listen(() =>
        Promise.resolve({
          ...{ type: "stream", headers: { "Content-Type": "application/json" } },
          open: (sink) => {
            sink.write("first\n");
            return stopped;
          },
        }),
      ),
    );
    const stream: ClientHttp2Stream = session.request({});
    const [chunk] = (await once(stream, "data")) as [Buffer];
    expect(chunk.toString()).toBe("first\n");
    stream.close();
    await isStopped;
  });
});

test("a client of HTTP/1.1 gets HTTP/1.1 on the same port", async () => {
  const listener = await listen(ok);
  for (const protocols of [undefined, ["http/1.1"]]) {
    const socket = connectTls({
      port: listener.port,
      host: "127.0.0.1",
      ca: listener.ca,
      ...(protocols && { ALPNProtocols: protocols }),
    });
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/);
  }
});

test("closing the listener says goodbye", async () => {
  const listener = await listen(ok);
  const session = open(listener);
  await ask(session, {});
  const gone = once(session, "close");
  await listener.close();
  await gone;
});

describe("the server closes", () => {
  test.each([
    ["a connection that never speaks", []],
    ["a connection that sends settings and never asks", [frame(4), frame(4)]],
    ["a connection whose headers never end", [frame(1, 0, 1, getRoot)]],
  ])("%s", async (_, frames) => {
    const listener = await listen(ok, { prefaceMs: 50, idleMs: 50 });
    const socket =
      frames.length > 0
        ? await sendFrames(listener, ...frames)
        : connectTls({ port: listener.port, host: "127.0.0.1", ca: listener.ca, ALPNProtocols: ["h2"] });
    socket.on("error", () => undefined).resume();
    await closed(socket);
  });

  test("an idle connection, in spite of its pings", async () => {
    const listener = await listen(ok, { idleMs: 100 });
    const session = open(listener);
    await ask(session, {});
    const pings = setInterval(() => !session.destroyed && session.ping(() => undefined), 10);
    onTestFinished(() => clearInterval(pings));
    if (!session.closed) await once(session, "close");
  });

  test("not a connection with a watch", async () => {
    const watch: ApiResponse = { type: "stream", headers: {}, open: () => () => undefined };
    const listener = await listen(({ target }) => Promise.resolve(target === "/watch" ? watch : whole("ok")), {
      idleMs: 20,
    });
    const session = open(listener);
    await once(session.request({ ":path": "/watch" }), "response");
    for (let turn = 0; turn < 5; turn++) {
      expect((await ask(session, {})).body).toBe("ok");
      // Another connection shows that the time is over.
      const idle = open(listener);
      await once(idle, "close");
    }
    expect(session.closed).toBe(false);
  });
});
