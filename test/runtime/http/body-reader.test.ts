import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { nextTurn } from "../../../src/core/clock.js";
import { BodyReader } from "../../../src/runtime/http/body-reader.js";

const limits = { mostBytes: 10, mostBytesInAll: 25 };

/** A request whose body comes as the test writes it. */
function open(headers: Record<string, string> = {}): IncomingMessage & PassThrough {
  return Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;
}

/** Bytes of objects that are still in use. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe("a body", () => {
  test("is whole, whatever pieces it comes in, and counts until it is released", async () => {
    const [reader, request] = [new BodyReader(limits), open()];
    const reading = reader.read(request);
    for (const byte of Buffer.from("äöü")) request.write(Buffer.of(byte));
    await nextTurn();
    expect(reader.bytes).toBe(6);
    request.end();
    const body = await reading;
    expect(body).toMatchObject({ text: "äöü" });
    expect(reader.bytes).toBe(6);
    if ("release" in body) body.release();
    if ("release" in body) body.release();
    expect(reader.bytes).toBe(0);
  });

  test("beyond the bound is refused before it has ended, and what follows is dropped", async () => {
    const [reader, request] = [new BodyReader(limits), open()];
    const reading = reader.read(request);
    request.write("a".repeat(11));
    expect(await reading).toEqual({ code: 413, message: "request entity is too large; limit is 10 bytes" });
    for (let count = 0; count < 100; count += 1) request.write("a".repeat(1000));
    await nextTurn();
    expect([reader.bytes, request.readableLength]).toEqual([0, 0]);
  });

  test("whose length is beyond the bound is not read at all", async () => {
    expect(await new BodyReader(limits).read(open({ "content-length": "11" }))).toMatchObject({ code: 413 });
  });

  test.each(["error", "close"])("that breaks off (%s) takes no room", async (how) => {
    const [reader, request] = [new BodyReader(limits), open()];
    const reading = reader.read(request);
    request.write("abc");
    await nextTurn();
    request.destroy(how === "error" ? new Error("reset") : undefined);
    await expect(reading).rejects.toThrow(how === "error" ? "reset" : "the connection closed within the body");
    expect(reader.bytes).toBe(0);
  });
});

describe("many bodies", () => {
  test("beyond the bound in all: the one that has taken longest is refused", async () => {
    const reader = new BodyReader(limits);
    const requests = Array.from({ length: 3 }, () => open());
    const readings = requests.map((request) => reader.read(request));
    for (const request of requests) request.write("a".repeat(10));
    expect(await readings[0]).toMatchObject({ code: 503 });
    for (const request of requests.slice(1)) request.end();
    expect(await Promise.all(readings.slice(1))).toMatchObject([{ text: "a".repeat(10) }, { text: "a".repeat(10) }]);
    expect(reader.bytes).toBe(20);
  });

  test("that are being answered keep their room: the newcomer is refused", async () => {
    const reader = new BodyReader(limits);
    const answered = [open(), open()];
    for (const request of answered) request.end("a".repeat(10));
    const bodies = await Promise.all(answered.map((request) => reader.read(request)));
    const late = open();
    late.end("a".repeat(6));
    expect(await reader.read(late)).toMatchObject({ code: 503 });
    for (const body of bodies) if ("release" in body) body.release();
    const next = open();
    next.end("a".repeat(6));
    expect(await reader.read(next)).toMatchObject({ text: "aaaaaa" });
  });
});

test("a megabyte in chunks of one byte takes about a megabyte", async () => {
  const size = 1 << 20;
  const [reader, request] = [new BodyReader({ mostBytes: size, mostBytesInAll: size }), open()];
  const source = Buffer.alloc(size, "a");
  const reading = reader.read(request);
  const before = heap();
  for (let at = 0; at < size; at += 1) {
    request.write(source.subarray(at, at + 1));
    if (at % 4096 === 0) await nextTurn();
  }
  await nextTurn();
  const grown = heap() - before;
  request.end();
  expect(await reading).toMatchObject({ text: "a".repeat(size) });
  // A Buffer for each byte would hold about a hundred megabytes.
  expect(grown).toBeLessThan(32 * 1024 * 1024);
});
