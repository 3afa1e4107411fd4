/** Attacks with frames of HTTP/2 on the listener of the embedded API server and of extension API servers. */
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ApiResponse } from "../../src/apiserver/http/api-request.js";
import {
  ask,
  closed,
  frame,
  getRoot,
  type Handle,
  listen,
  ok,
  open,
  sendFrames,
  whole,
} from "../support/http2-client.js";

describe("an attack", () => {
  /** Requests that last until the test ends. */
  function held(): { readonly handle: Handle; count: () => number } {
    let count = 0;
    const ends: (() => void)[] = [];
    onTestFinished(() => ends.forEach((end) => end()));
    const handle = (): Promise<ApiResponse> => {
      count += 1;
      return new Promise((resolve) => ends.push(() => resolve(whole("late"))));
    };
    return { handle, count: () => count };
  }
  const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => 2 * index + 1);

  test("of more streams than the limit is refused", async () => {
    const { handle, count } = held();
    const listener = await listen(handle, { maxStreams: 5 });
    const session = open(listener);
    await once(session, "remoteSettings");
    expect(session.remoteSettings.maxConcurrentStreams).toBe(5);
    await sendFrames(listener, ...ids(50).map((id) => frame(1, 5, id, getRoot)));
    await ask(open(await listen(ok)), {}); // the server had its turn
    expect(count()).toBeLessThanOrEqual(5);
  });

  test("of streams that are reset at once (CVE-2023-44487) ends its connection", async () => {
    const { handle, count } = held();
    const listener = await listen(handle, { maxStreams: 10 });
    const cancel = Buffer.from([0, 0, 0, 8]);
    const socket = await sendFrames(
      listener,
      ...ids(2_000).flatMap((id) => [frame(1, 5, id, getRoot), frame(3, 0, id, cancel)]),
    );
    await closed(socket);
    expect(count()).toBeLessThanOrEqual(40);
  });

  test.each([
    [
      "CONTINUATION frames",
      [frame(1, 1, 1, getRoot), ...Array.from({ length: 5_000 }, () => frame(9, 0, 1, Buffer.alloc(0)))],
    ],
    [
      "headers without an end",
      [
        frame(1, 1, 1, getRoot),
        ...Array.from({ length: 200 }, () =>
          frame(9, 0, 1, Buffer.concat([Buffer.from([0, 1, 97, 127, 0x81, 0x7f]), Buffer.alloc(16_000, 97)])),
        ),
      ],
    ],
    ["frames of a wrong size", [frame(6, 0, 0, Buffer.alloc(3))]],
    [
      "a frame of 16 MB",
      [frame(0, 0, 1, Buffer.alloc(0)), Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]), Buffer.alloc(100_000)],
    ],
  ])("of %s ends its connection", async (_, frames) => {
    const listener = await listen(ok, { idleMs: 200 });
    await closed(await sendFrames(listener, ...frames));
    expect((await ask(open(listener), {})).body).toBe("ok");
  });

  test.each([
    ["pings", frame(6, 0, 0, Buffer.alloc(8))],
    ["settings", frame(4)],
  ])("of %s that reads no answers ends its connection", async (_, each) => {
    const listener = await listen(ok);
    const socket = await sendFrames(listener);
    socket.pause();
    const flood = Buffer.concat(Array.from({ length: 10_000 }, () => each));
    const send = (): void => {
      if (!socket.destroyed) socket.write(flood, () => setImmediate(send));
    };
    send();
    await closed(socket);
    expect((await ask(open(listener), {})).body).toBe("ok");
  });

  test("of a client that reads nothing stops its watch, and others get their responses", async () => {
    let written = 0;
    const watch = { isOver: false };
    const listener = await listen(({ target }) =>
      Promise.resolve(
        target === "/watch"
          ? {
              ...{ type: "stream", headers: {} },
              open: (sink) => {
                const send = (): void => {
                  written += 1;
                  if (sink.write("a".repeat(1_000_000))) setImmediate(send);
                  else sink.end();
                };
                send();
                return () => (watch.isOver = true);
              },
            }
          : whole("ok"),
      ),
    );
    const session = open(listener);
    const stream = session.request({ ":path": "/watch" });
    stream.pause();
    expect((await ask(open(listener), {})).body).toBe("ok");
    while (written < 64) expect((await ask(open(listener), {})).body).toBe("ok");
    session.destroy();
    while (!watch.isOver) await ask(open(listener), {});
    expect(written).toBeLessThan(100);
  });
});
