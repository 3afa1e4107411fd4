import { describe, expect, test } from "vitest";
import { readWatchEvents, splitLines } from "../../src/kube/watch-stream.js";

const server = "https://127.0.0.1:6443";

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function event(type: string, name: string): string {
  return `${JSON.stringify({ type, object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name } } })}\n`;
}

describe("the lines of a watch", () => {
  // F06
  test("are the same however the network cuts them", async () => {
    const text = `${event("ADDED", "größe-日本-😀")}\r\n${event("DELETED", "b")}`;
    const bytes = Buffer.from(text);
    const whole = await collect(splitLines(chunksOf(bytes), server));
    expect(whole.map((line) => `${line}\n`)).toEqual([event("ADDED", "größe-日本-😀"), event("DELETED", "b")]);
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += size) chunks.push(bytes.subarray(start, start + size));
      expect(await collect(splitLines(chunksOf(...chunks), server))).toEqual(whole);
    }
  });

  test.each([
    ["nothing", [], []],
    ["empty lines", ["\n\r\n", "\n"], []],
    ["a last line without an end", ["a\nb"], ["a", "b"]],
    ["CRLF cut in two", ["a\r", "\nb\r\n"], ["a", "b"]],
  ])("of %s", async (_, chunks, lines) => {
    expect(await collect(splitLines(chunksOf(...chunks), server))).toEqual(lines);
  });

  test("that never end are given up", async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield await Promise.resolve(Buffer.alloc(16 * 1024 * 1024, "x"));
    }
    await expect(collect(splitLines(endless(), server))).rejects.toMatchObject({ code: "cluster/response-too-large" });
  });
});

describe("the events of a watch", () => {
  test("carry objects, and bookmarks what they carry", async () => {
    const bookmark = {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } },
    };
    const text = event("ADDED", "a") + event("MODIFIED", "a") + JSON.stringify({ type: "BOOKMARK", object: bookmark });
    expect(await collect(readWatchEvents(chunksOf(text), server))).toEqual([
      { type: "ADDED", object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } } },
      { type: "MODIFIED", object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } } },
      { type: "BOOKMARK", object: bookmark },
    ]);
  });

  test("are read only as fast as they are taken", async () => {
    let given = 0;
    async function* source(): AsyncGenerator<Buffer> {
      for (; given < 10; given += 1) yield await Promise.resolve(Buffer.from(event("ADDED", String(given))));
    }
    const events = readWatchEvents(source(), server);
    await events.next();
    await events.next();
    expect(given).toBe(1);
    await events.return();
    expect(given).toBe(1);
  });

  test("before an ERROR are yielded, then it is thrown", async () => {
    const gone = {
      kind: "Status",
      status: "Failure",
      code: 410,
      reason: "Expired",
      message: "too old resource version",
    };
    const events = readWatchEvents(
      chunksOf(event("ADDED", "a"), `${JSON.stringify({ type: "ERROR", object: gone })}\n`),
      server,
    );
    expect((await events.next()).value).toMatchObject({ type: "ADDED" });
    await expect(events.next()).rejects.toMatchObject({ name: "ApiError", statusCode: 410, reason: "Expired" });
  });

  test.each([
    ["an ERROR without a code", '{"type":"ERROR","object":{"kind":"Status","message":"?"}}', { statusCode: 500 }],
    ["a cut-off event", '{"type":"ADDED","object":{"metadata"', { code: "cluster/unreachable", failure: "reset" }],
    ["an unknown type", '{"type":"RENAMED","object":{}}', { code: "cluster/bad-response" }],
    ["no object", '{"type":"ADDED"}', { code: "cluster/bad-response" }],
    ["a list", "[]", { code: "cluster/bad-response" }],
    ["null", "null", { code: "cluster/bad-response" }],
  ])("fail on %s", async (_, line, error) => {
    await expect(collect(readWatchEvents(chunksOf(`${line}\n`), server))).rejects.toMatchObject(error);
  });
});
