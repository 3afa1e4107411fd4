import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { Controller } from "../../src/runtime/controller.js";
import type { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import { done } from "../../src/runtime/reconcile.js";
import { ApiError } from "../../src/kube/api-error.js";
import { exponentialBackoff } from "../../src/runtime/queue/rate-limiter.js";
import { settle } from "../support/fake-clock.js";
import { Thing, thing } from "../support/scripted-api.js";
import { type Reconcile, define, makeParts, names, start } from "./start-controller.js";

describe("wiring", () => {
  test.each<[string, (builder: ControllerBuilder) => ControllerBuilder]>([
    ["for() is not called", (builder) => builder.owns(Thing)],
    ["for() is called more than once", (builder) => builder.for(Thing).for(Thing)],
    ["concurrency must be a positive integer, got 0", (builder) => builder.for(Thing).concurrency(0)],
    ["concurrency must be a positive integer, got NaN", (builder) => builder.for(Thing).concurrency(NaN)],
    [
      "cacheSyncTimeoutMs must be a number of milliseconds from 1 to 2147483647, got 0",
      (builder) => builder.for(Thing).withOptions({ cacheSyncTimeoutMs: 0 }),
    ],
    [
      "reconciliationTimeoutMs must be a number of milliseconds from 1 to 2147483647, got Infinity",
      (builder) => builder.for(Thing).withOptions({ reconciliationTimeoutMs: Infinity }),
    ],
  ])("is refused when %s", (message, wire) => {
    expect(() => define(wire)).toThrow(message);
  });

  test("is refused with all its faults at once, and with those that the manager knows", () => {
    expect(() => define((builder) => builder.concurrency(-1), ["the name is taken"])).toThrow(
      'controller "thing": the name is taken; concurrency must be a positive integer, got -1; ' +
        "for() is not called; it sets the kind to reconcile",
    );
  });
});

describe("settings", () => {
  const fail: Reconcile = () => Promise.reject(new Error("boom"));

  test("end a row of failures after so many attempts, and tell the last one", async () => {
    const { clock, contexts, outcomes, log, watch } = await start(fail, (builder) =>
      builder.for(Thing).withOptions({ maxAttempts: 2 }),
    );
    await clock.advance(100_000);
    expect(contexts.map(({ attempt, isLastAttempt }) => [attempt, isLastAttempt])).toEqual([
      [1, false],
      [1, false],
      [2, true],
      [2, true],
    ]);
    expect(outcomes).toEqual(["error", "error", "terminal", "terminal"]);
    expect(log.messages("error").at(-1)).toBe("reconcile failed; waiting for the next change");
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(contexts.at(-1)?.attempt).toBe(1);
  });

  test("say how long a failed object waits", async () => {
    const rateLimiter = exponentialBackoff({ firstMs: 50 });
    const { clock, requests } = await start(fail, (builder) => builder.for(Thing).withOptions({ rateLimiter }));
    await clock.advance(49);
    expect(requests).toHaveLength(2);
    await clock.advance(1);
    expect(requests).toHaveLength(4);
  });

  const limited = (builder: ControllerBuilder): ControllerBuilder =>
    builder.for(Thing).withOptions({ reconciliationTimeoutMs: 1_000, concurrency: 1 });

  // F36
  test("tell a run by its signal that its time is over", async () => {
    const { clock, contexts, outcomes, log } = await start(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      limited,
    );
    await clock.advance(999);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(outcomes).toEqual(["timeout"]);
    expect(contexts[0]?.signal.reason).toMatchObject({ name: "TimeoutError" });
    expect(log.lines.find(({ level }) => level === "error")?.fields["error"]).toMatchObject({
      message: "the run exceeded its time limit of 1 s",
    });
  });

  test.each<[string, (builder: ControllerBuilder) => ControllerBuilder]>([
    ["a time limit", limited],
    ["no time limit", (builder) => builder.for(Thing)],
  ])("keep nothing of a run with %s on the signal of the manager", async (_, wire) => {
    const onManager: number[] = [];
    let isStarted = false;
    const { abort, watch } = await start((_request, { signal }) => {
      signal.addEventListener("abort", () => undefined);
      if (isStarted) onManager.push(getEventListeners(abort.signal, "abort").length);
      return done();
    }, wire);
    isStarted = true;
    for (let version = 11; version < 31; version += 1) {
      watch.send({ type: "MODIFIED", object: thing("default/a", version) });
      await settle();
    }
    // AbortSignal.any would hold on by other means, which do not show here.
    expect(onManager).toEqual(Array(20).fill(1));
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  });

  test("tell a run by its signal that the manager stops", async () => {
    const { abort, contexts } = await start((_, { signal }) => {
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(done())));
    });
    abort.abort("stopped");
    expect(contexts.map(({ signal }) => signal.reason as unknown)).toEqual(["stopped"]);
  });

  test("let a worker go on without a run that does not end, and keep its object from a second run", async () => {
    const free: (() => void)[] = [];
    const { clock, requests, watch, log, outcomes } = await start(async ({ name }) => {
      if (name === "a") await new Promise<void>((resolve) => free.push(resolve));
      return done();
    }, limited);
    await clock.advance(2_000);
    expect(log.messages("warn")).toEqual(["a run did not end when its signal fired; its worker continues without it"]);
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(names(requests)).toEqual(["default/a", "default/b"]);
    free[0]!();
    await settle();
    expect(names(requests)).toEqual(["default/a", "default/b", "default/a"]);
    expect(outcomes).toEqual(["success", "success"]);
    free[1]!();
  });

  test("leave no timer behind a run that ends in time", async () => {
    const { clock } = await start(() => Promise.resolve(done()), limited);
    expect(clock.timers).toBe(1); // the watch's
  });

  test.each([
    [{ concurrency: 0 }, "concurrency must be a positive integer, got 0"],
    [{ concurrency: 1.5 }, "concurrency must be a positive integer, got 1.5"],
    [{ maxAttempts: 0 }, "maxAttempts must be a positive integer, got 0"],
    [{ reconciliationTimeoutMs: 0 }, "reconciliationTimeoutMs must be a number of milliseconds from 1"],
    [{ reconciliationTimeoutMs: NaN }, "reconciliationTimeoutMs must be a number of milliseconds from 1"],
    [{ reconciliationTimeoutMs: 2 ** 31 }, "got 2147483648"],
  ])("%j are refused", async (settings, message) => {
    await expect(start(fail, (builder) => builder.for(Thing).withOptions(settings))).rejects.toThrow(message);
  });
});

describe("a kind that cannot be listed", () => {
  /** Fails the controller's requests as an API server would, from time to time. */
  async function unlisted(
    settings: { cacheSyncTimeoutMs?: number; isOptional?: boolean },
    failure: Error,
    advanceMs: number,
  ): Promise<unknown> {
    const { api, clock, cache, parts } = makeParts();
    const stop = new AbortController();
    const { isOptional = false, ...options } = settings;
    const definition = define((builder) => builder.for(Thing, { isOptional }).withOptions(options));
    const controller = new Controller(definition, parts);
    cache.start();
    let outcome: unknown = "waits";
    const running = controller.run(stop.signal, stop.signal).catch((error: unknown) => (outcome = error));
    (await api.nextWatch()).fail(failure);
    await clock.advance(advanceMs);
    const result = outcome;
    stop.abort();
    await cache.stop();
    await running;
    await settle();
    expect(clock.timers).toBe(0);
    return result;
  }
  const forbidden = new ApiError(
    {
      status: "Failure",
      code: 403,
      reason: "Forbidden",
      message:
        'things.test.example.com is forbidden: User "x" cannot list resource "things" in API group "test.example.com" at the cluster scope',
    },
    403,
  );

  test("ends the controller after two minutes, and says which right is missing", async () => {
    expect(await unlisted({}, forbidden, 119_000)).toBe("waits");
    expect(await unlisted({}, forbidden, 121_000)).toMatchObject({
      code: "runtime/cache-sync-timeout",
      message: expect.stringMatching(/^caches not filled within 120 s: Thing \(.*is forbidden.*\)$/) as string,
      hint: expect.stringContaining("@rbac groups=test.example.com resources=things verbs=") as string,
    });
  });

  test("is given the time that the settings say, which may be for ever", async () => {
    expect(await unlisted({ cacheSyncTimeoutMs: 1_000 }, forbidden, 1_500)).toMatchObject({
      code: "runtime/cache-sync-timeout",
    });
    expect(await unlisted({ cacheSyncTimeoutMs: Infinity }, forbidden, 1e9)).toBe("waits");
  });

  test("is waited for when it is optional", async () => {
    expect(await unlisted({ isOptional: true }, forbidden, 600_000)).toBe("waits");
  });
});
