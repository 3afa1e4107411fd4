import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/kube/api-error.js";
import { TransportError } from "../../../src/kube/transport-error.js";
import { settle } from "../../support/fake-clock.js";
import { bookmark, refusal, thing } from "../../support/scripted-api.js";
import { start, startSynced, untilCall } from "./start-reflector.js";

describe("a watch", () => {
  test("keeps the cache up to date", async () => {
    const { watch, contents, told } = await startSynced();
    watch.send({ type: "ADDED", object: thing("c", 11) }, { type: "MODIFIED", object: thing("a", 12) });
    watch.send({ type: "DELETED", object: thing("b", 13) });
    await settle();
    expect(contents()).toEqual(["a@12", "c@11"]);
    expect(told).toEqual(["added c@11", "updated a@12", "deleted b@13"]);
  });

  // F07
  test("goes on from the last event after the server has ended it", async () => {
    const { api, watch, contents } = await startSynced();
    watch.send({ type: "MODIFIED", object: thing("a", 12) });
    watch.end();
    const next = await api.nextWatch();
    expect(next.options.resourceVersion).toBe("12");
    next.send({ type: "MODIFIED", object: thing("a", 14) });
    await settle();
    expect(contents()).toEqual(["a@14", "b@2"]);
  });

  test("goes on from a bookmark", async () => {
    const { api, watch } = await startSynced();
    watch.send(bookmark(500));
    watch.end();
    expect((await api.nextWatch()).options.resourceVersion).toBe("500");
  });

  test("asks the server to end it after five to ten minutes", async () => {
    const shortest = await startSynced(0);
    const longest = await startSynced(0.999);
    expect(shortest.watch.options.timeoutSeconds).toBe(300);
    expect(longest.watch.options.timeoutSeconds).toBe(599);
  });

  test.each([
    // F03, F05, F10, F12
    ["429", refusal(429, "TooManyRequests")],
    ["503", refusal(503, "ServiceUnavailable")],
    ["403", refusal(403, "Forbidden")],
    ["a 500 in the stream", refusal(500, "InternalError")],
    ["a reset", new TransportError("reset", "https://127.0.0.1:6443", "reset", {})],
    ["a refused connection", new TransportError("refused", "https://127.0.0.1:6443", "refused", {})],
  ])("goes on from where it was after %s, without a list", async (_, error) => {
    const { api, clock, watch } = await startSynced();
    watch.fail(error);
    await clock.advance(2_000);
    const again = await api.nextWatch();
    expect(again.options.resourceVersion).toBe("10");
    again.fail(error);
    await clock.advance(4_000);
    const third = await api.nextWatch();
    expect(third.options.resourceVersion).toBe("10");
  });

  test.each([
    // F01, F02, F04
    ["410", refusal(410, "Expired")],
    ["404, because the kind is gone", refusal(404, "NotFound")],
    ["400, because the version makes no sense", refusal(400, "BadRequest")],
    ["a version that the server has not reached", tooLarge()],
  ])("lists again after %s", async (_, error) => {
    const { api, clock, watch, contents, told } = await startSynced();
    watch.send({ type: "MODIFIED", object: thing("a", 12) });
    watch.fail(error);
    await clock.advance(2_000);
    const again = await api.nextWatch();
    expect(again.options.sendInitialEvents).toBe(true);
    again.send(
      { type: "ADDED", object: thing("a", 12) },
      { type: "ADDED", object: thing("c", 30) },
      bookmark(40, true),
    );
    await settle();
    expect(contents()).toEqual(["a@12", "c@30"]);
    expect(told).toEqual(["updated a@12", "added c@30", "deleted b@2"]);
  });

  test("lists again when the server fails again and again at one version", async () => {
    const { api, clock, watch } = await startSynced();
    let current = watch;
    for (let round = 0; round < 4; round += 1) {
      current.fail(refusal(500, "InternalError"));
      await clock.advance(30_000);
      current = await api.nextWatch();
      expect(current.options.resourceVersion).toBe("10");
    }
    current.fail(refusal(500, "InternalError"));
    await clock.advance(30_000);
    expect((await api.nextWatch()).options.sendInitialEvents).toBe(true);
  });

  // F09
  test("that the server ends at once, again and again, is not opened in a hot loop", async () => {
    const { api, clock, watch } = await startSynced();
    watch.end();
    (await api.nextWatch()).end();
    await settle();
    expect(api.pending).toBe(0);
    await clock.advance(800);
    (await api.nextWatch()).end();
    await clock.advance(1_599);
    expect(api.pending).toBe(0);
    await clock.advance(1);
    expect(api.pending).toBe(1);
  });

  test("waits ever longer while it fails, half a minute at most, and starts over after a quiet time", async () => {
    const setUp = await startSynced();
    const { api, clock, watch } = setUp;
    const waits: number[] = [];
    let current = watch;
    for (let round = 0; round < 8; round += 1) {
      current.fail(refusal(503, "ServiceUnavailable"));
      const failedAt = clock.monotonic();
      await untilCall(setUp);
      waits.push(clock.monotonic() - failedAt);
      current = await api.nextWatch();
    }
    expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    current.send({ type: "MODIFIED", object: thing("a", 20) });
    await clock.advance(130_000);
    current.fail(refusal(503, "ServiceUnavailable"));
    await clock.advance(800);
    expect(api.pending).toBe(1);
  });

  test("that a load balancer cuts every minute is back in a second each time", async () => {
    const setUp = await startSynced();
    const { api, clock, watch } = setUp;
    const waits: number[] = [];
    let current = watch;
    for (let round = 0; round < 8; round += 1) {
      await clock.advance(60_000);
      current.fail(new TransportError("reset", "https://127.0.0.1:6443", "reset", {}));
      const failedAt = clock.monotonic();
      await untilCall(setUp);
      waits.push(clock.monotonic() - failedAt);
      current = await api.nextWatch();
    }
    expect(waits).toEqual(Array(8).fill(800));
    // One that breaks at once is no way to the server.
    current.fail(new TransportError("reset", "https://127.0.0.1:6443", "reset", {}));
    await clock.advance(1_599);
    expect(api.pending).toBe(0);
    await clock.advance(1);
    expect(api.pending).toBe(1);
  });

  // F08
  test("is opened again when the other end has disappeared", async () => {
    const { api, clock, watch } = await startSynced();
    watch.send(bookmark(20));
    await clock.advance(140_000);
    expect(watch.isAborted).toBe(false);
    await clock.advance(20_000);
    expect(watch.isAborted).toBe(true);
    expect((await api.nextWatch()).options.resourceVersion).toBe("20");
  });

  test("that is never answered is given up where the server is known to send bookmarks", async () => {
    const { api, clock, watch } = await startSynced();
    watch.end();
    const unanswered = await api.nextWatch();
    await clock.advance(140_000);
    expect(unanswered.isAborted).toBe(false);
    await clock.advance(20_000);
    expect(unanswered.isAborted).toBe(true);
    expect((await api.nextWatch()).options.resourceVersion).toBe("10");
  });

  test.each([
    [7_000, 7_000],
    [100, 800],
    [3_600_000, 60_000],
  ])("that the server wants back in %d ms is opened again in %d ms", async (retryAfterMs, expected) => {
    const { api, clock, watch } = await startSynced();
    const busy = { kind: "Status", status: "Failure", code: 429, reason: "TooManyRequests" } as const;
    watch.fail(new ApiError(busy, 429, { retryAfterMs }));
    await clock.advance(expected - 1);
    expect(api.pending).toBe(0);
    await clock.advance(1);
    expect((await api.nextWatch()).options.resourceVersion).toBe("10");
  });

  test("continues from the newest event, not from a late one", async () => {
    const { api, watch } = await startSynced();
    watch.send({ type: "MODIFIED", object: thing("a", 20) }, { type: "MODIFIED", object: thing("a", 15) });
    watch.end();
    expect((await api.nextWatch()).options.resourceVersion).toBe("20");
  });

  test("knows how long ago the server last spoke, and how often it had to list again", async () => {
    const { api, clock, watch, health } = await startSynced();
    expect([health.msSinceCurrent, health.relists]).toEqual([0, 0]);
    await clock.advance(50_000);
    expect(health.msSinceCurrent).toBe(50_000);
    watch.send(bookmark(20));
    await settle();
    expect(health.msSinceCurrent).toBe(0);
    watch.fail(refusal(503, "ServiceUnavailable"));
    await clock.advance(2_000);
    expect(health.msSinceCurrent).toBe(2_000);
    (await api.nextWatch()).fail(refusal(410, "Expired"));
    await clock.advance(2_000);
    const again = await api.nextWatch();
    again.send({ type: "ADDED", object: thing("a", 12) });
    await settle();
    expect(health.msSinceCurrent).toBe(4_000);
    again.send(bookmark(40, true));
    await settle();
    expect([health.msSinceCurrent, health.relists]).toEqual([0, 1]);
  });

  test("that the server ends in order has told everything, unless it was none", async () => {
    const { api, clock, watch, health } = await startSynced();
    await clock.advance(60_000);
    watch.end();
    const next = await api.nextWatch();
    expect(health.msSinceCurrent).toBe(0);
    await clock.advance(500);
    next.end();
    await settle();
    expect(health.msSinceCurrent).toBe(500);
  });

  test("is opened again when a server without bookmarks does not end it", async () => {
    const { api, clock } = start();
    (await api.nextWatch()).fail(refusal(422, "Invalid"));
    (await api.nextList()).answer([], 5);
    const watch = await api.nextWatch();
    await clock.advance(325_000);
    expect(watch.isAborted).toBe(false);
    await clock.advance(20_000);
    expect(watch.isAborted).toBe(true);
    expect((await api.nextWatch()).options.resourceVersion).toBe("5");
  });
});

function tooLarge(): unknown {
  const status = {
    kind: "Status",
    status: "Failure",
    code: 504,
    reason: "Timeout",
    message: "Too large resource version: 10, current: 5",
    details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] },
  } as const;
  return Object.assign(refusal(504, "Timeout"), { status, causes: status.details.causes });
}
