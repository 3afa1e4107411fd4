import { afterEach, describe, expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { ApiError } from "../../../src/kube/api-error.js";
import { TransportError } from "../../../src/kube/transport-error.js";
import { Informer } from "../../../src/runtime/cache/informer.js";
import type { ObjectChange } from "../../../src/runtime/cache/object-change.js";
import { ScopeHealth } from "../../../src/runtime/cache/scope-health.js";
import { Reflector } from "../../../src/runtime/cache/reflector.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { bookmark, refusal, ScriptedApi, Thing, thing, type WatchCall } from "../../support/scripted-api.js";

const stop = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const end of stop) await end();
  stop.clear();
});

interface SetUp {
  api: ScriptedApi;
  clock: FakeClock;
  log: RecordingLogger;
  informer: Informer<Thing>;
  health: ScopeHealth;
  /** What handlers were told, as `added a@1`. */
  told: string[];
  contents: () => string[];
  end: () => Promise<void>;
}

function start(random = 0): SetUp {
  const api = new ScriptedApi();
  const clock = new FakeClock();
  const log = new RecordingLogger();
  const health = new ScopeHealth(clock);
  const informer = new Informer({ kind: Thing, log });
  informer.cover([undefined]);
  const told: string[] = [];
  informer.onChange((change: ObjectChange<Thing>) => {
    told.push(`${change.kind} ${print(change.object)}`);
  });
  const controller = new AbortController();
  const reflector = new Reflector({
    kind: Thing,
    scope: undefined,
    select: {},
    client: api,
    sink: informer,
    health,
    log,
    clock,
    random: () => random,
  });
  const running = reflector.run(controller.signal);
  const end = async (): Promise<void> => {
    controller.abort();
    await running;
  };
  stop.add(end);
  return { api, clock, log, informer, health, told, end, contents: () => Array.from(informer.values(), print).sort() };
}

function print({ metadata }: Thing): string {
  return `${metadata.name}@${metadata.resourceVersion}`;
}

/** Lets time pass until the reflector asks for something. */
async function untilCall({ api, clock }: SetUp): Promise<void> {
  await settle();
  while (api.pending === 0) await clock.advance(100);
}

/** Past the first list, with `a@1` and `b@2` known and a watch open that has sent its bookmark at 10. */
async function startSynced(random = 0): Promise<SetUp & { watch: WatchCall }> {
  const setUp = start(random);
  const watch = await setUp.api.nextWatch();
  watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) }, bookmark(10, true));
  await settle();
  setUp.told.length = 0;
  return { ...setUp, watch };
}

describe("the first list", () => {
  test("is streamed, and told as a whole once it is complete", async () => {
    const { api, informer, contents, told } = start();
    const watch = await api.nextWatch();
    expect(watch.options).toMatchObject({ sendInitialEvents: true, allowBookmarks: true });
    expect(watch.options.resourceVersion).toBeUndefined();
    watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) });
    await settle();
    expect(informer.isSynced).toBe(false);
    expect(told).toEqual([]);
    watch.send(bookmark(10, true));
    await settle();
    expect(informer.isSynced).toBe(true);
    expect(contents()).toEqual(["a@1", "b@2"]);
    expect(told).toEqual(["added a@1", "added b@2"]);
  });

  test("takes in what happens while it is streamed", async () => {
    const { api, contents } = start();
    const watch = await api.nextWatch();
    watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) });
    watch.send({ type: "MODIFIED", object: thing("a", 3) }, { type: "DELETED", object: thing("b", 4) });
    watch.send(bookmark(4, true));
    await settle();
    expect(contents()).toEqual(["a@3"]);
  });

  test.each([
    ["invalid", refusal(422, "Invalid", "sendInitialEvents is forbidden")],
    ["a bad request", refusal(400, "BadRequest")],
  ])("is paged where the server calls streaming %s", async (_, error) => {
    const { api, contents } = start();
    (await api.nextWatch()).fail(error);
    const first = await api.nextList();
    expect(first.options).toMatchObject({ limit: 500 });
    first.answer([thing("a", 1)], 7, "token");
    const second = await api.nextList();
    expect(second.options).toMatchObject({ limit: 500, continue: "token" });
    second.answer([thing("b", 2)], 7);
    const watch = await api.nextWatch();
    expect(watch.options).toMatchObject({ resourceVersion: "7" });
    expect(watch.options.sendInitialEvents).toBeUndefined();
    expect(contents()).toEqual(["a@1", "b@2"]);
  });

  // F19
  test("is paged where the server streams on and never says that the list is complete", async () => {
    const { api, clock, contents } = start();
    const watch = await api.nextWatch();
    watch.send({ type: "ADDED", object: thing("a", 1) });
    await clock.advance(20_000);
    expect(watch.isAborted).toBe(true);
    (await api.nextList()).answer([thing("a", 1)], 5);
    await api.nextWatch();
    expect(contents()).toEqual(["a@1"]);
  });

  // F13
  test("is taken whole when its pages expire half way", async () => {
    const { api, contents } = start();
    (await api.nextWatch()).fail(refusal(422, "Invalid"));
    (await api.nextList()).answer([thing("a", 1)], 7, "token");
    (await api.nextList()).fail(refusal(410, "Expired"));
    const whole = await api.nextList();
    expect(whole.options.limit).toBeUndefined();
    whole.answer([thing("a", 1), thing("c", 8)], 9);
    await api.nextWatch();
    expect(contents()).toEqual(["a@1", "c@8"]);
  });

  test.each([
    // F11
    ["401", refusal(401, "Unauthorized")],
    ["403", refusal(403, "Forbidden")],
    ["429", refusal(429, "TooManyRequests")],
    ["500", refusal(500, "InternalError")],
    ["503", refusal(503, "ServiceUnavailable")],
    ["a refused connection", new TransportError("refused", "https://127.0.0.1:6443", "refused", {})],
    ["a bug", new Error("boom")],
  ])("is tried again after %s, for as long as it takes", async (_, error) => {
    const setUp = start();
    const { api, informer } = setUp;
    for (let round = 0; round < 10; round += 1) {
      (await api.nextWatch()).fail(error);
      await untilCall(setUp);
    }
    (await api.nextWatch()).send(bookmark(3, true));
    await settle();
    expect(informer.isSynced).toBe(true);
  });

  // F20
  test("waits for a kind that the server does not know yet, and says so once", async () => {
    const setUp = start();
    const { api, log, informer } = setUp;
    const missing = new TsopError("cluster/kind-not-served", "no Thing here", { hint: "npm run install-crds" });
    for (let round = 0; round < 5; round += 1) {
      (await api.nextWatch()).fail(missing);
      await untilCall(setUp);
    }
    expect(log.lines.filter(({ level }) => level === "warn")).toEqual([
      {
        level: "warn",
        message: "cannot watch; trying again",
        fields: { reason: "no Thing here", hint: "npm run install-crds" },
      },
    ]);
    (await api.nextWatch()).send(bookmark(3, true));
    await settle();
    expect(informer.isSynced).toBe(true);
    expect(log.messages("info")).toEqual(["watching again"]);
  });

  test("names the missing rule once while the server forbids it", async () => {
    const setUp = start();
    const { api, log } = setUp;
    const message = 'User "x" cannot list resource "things" in API group "test.example.com" at the cluster scope';
    for (let round = 0; round < 3; round += 1) {
      (await api.nextWatch()).fail(refusal(403, "Forbidden", message));
      await untilCall(setUp);
    }
    const warnings = log.lines.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.fields["hint"]).toContain("@rbac groups=test.example.com resources=things verbs=list");
  });
});

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
  test("is opened anew when nobody is at the other end any more", async () => {
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

  test("goes on from the newest event, not from one that came late", async () => {
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

  test("is opened anew when a server without bookmarks forgets to end it", async () => {
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

// F23
test("stopping ends the watch, and leaves no timer", async () => {
  const { watch, clock, end } = await startSynced();
  await end();
  expect(watch.isAborted).toBe(true);
  expect(clock.timers).toBe(0);
});

test("stopping ends a pause", async () => {
  const { watch, clock, end, api } = await startSynced();
  watch.fail(refusal(503, "ServiceUnavailable"));
  await settle();
  await end();
  expect(clock.timers).toBe(0);
  expect(api.pending).toBe(0);
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
