import { getEventListeners } from "node:events";
import { TsopError } from "../../src/core/errors.js";
import { afterEach, describe, expect, test } from "vitest";
import { Cache } from "../../src/runtime/cache/cache.js";
import { Clusters } from "../../src/runtime/cluster.js";
import { Controller, type ControllerDefinition } from "../../src/runtime/controller.js";
import { type Outcome } from "../../src/runtime/controller-observer.js";
import { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import type { WorkQueue } from "../../src/runtime/queue/work-queue.js";
import {
  done,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  TerminalError,
} from "../../src/runtime/reconcile.js";
import { RequestChannel, type Source, toRequests, viewOf } from "../../src/runtime/source.js";
import { ApiError } from "../../src/kube/api-error.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import type { RunningController } from "../../src/runtime/running-controller.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { exponentialBackoff } from "../../src/runtime/queue/rate-limiter.js";
import type { LeaderElector } from "../../src/runtime/leader-elector.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../support/scripted-api.js";

const ends = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const end of ends) await end();
  ends.clear();
});

type Reconcile = (request: ReconcileRequest, context: ReconcileContext) => unknown;

interface SetUp {
  clock: FakeClock;
  log: RecordingLogger;
  watch: WatchCall;
  outcomes: Outcome[];
  requests: ReconcileRequest[];
  contexts: ReconcileContext[];
  running: Promise<void>;
  stop: AbortController;
  abort: AbortController;
  queue: WorkQueue;
  api: ScriptedApi;
  cache: Cache;
  handle: RunningController;
}

/** A controller for Things (as `for` if nothing else is said), its cache filled with `a` and `b`. */
async function start(
  reconcile: Reconcile,
  wire: (builder: ControllerBuilder) => ControllerBuilder = (builder) => builder.for(Thing),
  isNamespaced = true,
  elector?: { readonly checkMayWrite: () => void },
): Promise<SetUp> {
  const [api, clock, log] = [new ScriptedApi(), new FakeClock(), new RecordingLogger()];
  const cache = new Cache({
    client: api,
    namespaces: [],
    isNamespaced: () => Promise.resolve(isNamespaced),
    log,
    clock,
    random: () => 0,
  });
  const outcomes: Outcome[] = [];
  const requests: ReconcileRequest[] = [];
  const contexts: ReconcileContext[] = [];
  const reconciler: Reconciler = {
    reconcile: (request, context) => {
      requests.push(request);
      contexts.push(context);
      return reconcile(request, context) as Promise<ReconcileResult>;
    },
  };
  let controller: Controller | undefined;
  const handle = wire(
    new ControllerBuilder("thing", {
      problemsWith: () => [],
      add: (definition) => {
        controller = new Controller(definition, {
          cache,
          elector,
          clusters: new Clusters(),
          isNamespaced: () => Promise.resolve(isNamespaced),
          metrics: {
            observeController: () => ({
              queue: new SilentObserver(),
              started: () => {},
              ended: (outcome) => outcomes.push(outcome),
            }),
          },
          log,
          clock,
          random: () => 0,
        });
        return controller;
      },
    }),
  ).complete(reconciler);
  cache.start();
  const [stop, abort] = [new AbortController(), new AbortController()];
  const running = controller!.run(stop.signal, abort.signal);
  ends.add(async () => {
    stop.abort();
    await cache.stop();
  });
  const watch = await api.nextWatch();
  await settle();
  expect(requests).toEqual([]);
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, { type: "ADDED", object: thing("default/b", 2) });
  watch.send(bookmark(10, true));
  await settle();
  const { queue } = controller!;
  return { clock, log, watch, outcomes, requests, contexts, running, stop, abort, queue, api, cache, handle };
}

class SilentObserver {
  added(): void {}
  retried(): void {}
  taken(): void {}
  finished(): void {}
}

const names = (requests: readonly ReconcileRequest[]): string[] =>
  requests.map(({ namespace, name }) => `${namespace}/${name}`);

describe("a run may ask whether its process still leads", () => {
  const lost = new TsopError("runtime/leader-election-lost", "another process may lead by now");
  const follower: Pick<LeaderElector, "checkMayWrite"> = {
    checkMayWrite: () => {
      throw lost;
    },
  };
  const leader: Pick<LeaderElector, "checkMayWrite"> = { checkMayWrite: () => undefined };
  const ask = (_: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult> => {
    context.throwIfNotLeading();
    return Promise.resolve(done());
  };

  test.each([
    ["refused where it does not", true, follower, "error"],
    ["not refused where it does", true, leader, "success"],
    ["not refused without leader election", true, undefined, "success"],
    ["not refused where the controller works on every replica", false, follower, "success"],
  ] as const)("and is %s", async (_, needsLeaderElection, given, outcome) => {
    const wire = (builder: ControllerBuilder): ControllerBuilder =>
      builder.for(Thing).withOptions({ needsLeaderElection });
    const { outcomes } = await start(ask, wire, true, given);
    expect(outcomes).toEqual([outcome, outcome]);
  });
});

describe("a controller", () => {
  test("reconciles every object once its cache is full, and each that changes", async () => {
    const { watch, requests, outcomes } = await start(() => Promise.resolve(done()));
    expect(names(requests)).toEqual(["default/a", "default/b"]);
    watch.send(
      { type: "MODIFIED", object: thing("default/b", 11) },
      { type: "DELETED", object: thing("default/a", 12) },
    );
    await settle();
    expect(names(requests).slice(2)).toEqual(["default/b", "default/a"]);
    expect(outcomes).toEqual(["success", "success", "success", "success"]);
  });

  test("gives each run a log with controller, object and reconcileID", async () => {
    const { log, contexts } = await start((_, context) => {
      context.log.info("reconciling");
      return Promise.resolve(done());
    });
    const lines = log.lines.filter(({ message }) => message === "reconciling");
    expect(lines.map(({ fields }) => fields)).toEqual([
      { controller: "thing", object: "default/a", reconcileID: contexts[0]!.reconcileID },
      { controller: "thing", object: "default/b", reconcileID: contexts[1]!.reconcileID },
    ]);
    expect(contexts[0]!.reconcileID).not.toBe(contexts[1]!.reconcileID);
  });

  // F33
  test("never runs one object twice at a time, and runs others beside it", async () => {
    const free: (() => void)[] = [];
    let busy = 0;
    let busiest = 0;
    const { watch, requests } = await start(
      async ({ name }) => {
        busy += 1;
        busiest = Math.max(busiest, busy);
        if (name === "a") await new Promise<void>((resolve) => free.push(resolve));
        busy -= 1;
        return done();
      },
      (builder) => builder.for(Thing).concurrency(3),
    );
    watch.send(
      { type: "MODIFIED", object: thing("default/a", 11) },
      { type: "MODIFIED", object: thing("default/a", 12) },
    );
    await settle();
    expect(names(requests)).toEqual(["default/a", "default/b"]);
    expect(busiest).toBe(2);
    free[0]!();
    await settle();
    expect(names(requests)).toEqual(["default/a", "default/b", "default/a"]);
    free[1]!();
  });

  test("runs again after requeueAfter", async () => {
    const { clock, requests, outcomes } = await start(() => Promise.resolve(requeueAfter(5_000)));
    expect(outcomes).toEqual(["requeue_after", "requeue_after"]);
    await clock.advance(4_999);
    expect(requests).toHaveLength(2);
    await clock.advance(1);
    expect(requests).toHaveLength(4);
  });
});

// F36
describe("a run that fails", () => {
  test.each<[string, Reconcile]>([
    ["rejects", () => Promise.reject(new Error("boom"))],
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects with what is no Error", () => Promise.reject("boom")], // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors
    ["rejects with undefined", () => Promise.reject()], // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors
    ["asks for a time that is no number", () => Promise.resolve().then(() => requeueAfter(NaN))],
  ])("because it %s is repeated with growing delay", async (_, reconcile) => {
    const { clock, requests, outcomes, log, contexts } = await start(reconcile);
    expect(outcomes).toEqual(["error", "error"]);
    await clock.advance(4);
    expect(requests).toHaveLength(2);
    await clock.advance(1);
    expect(requests).toHaveLength(4);
    await clock.advance(9);
    expect(requests).toHaveLength(4);
    await clock.advance(1);
    expect(requests).toHaveLength(6);
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(new Set(log.messages("error"))).toEqual(new Set(["reconcile failed; trying again"]));
  });

  test("shows the error of an event, which is what a WebSocket fails with", async () => {
    const error = new TerminalError("no such container");
    const { outcomes, log } = await start(() => Promise.reject(Object.assign(new Event("error"), { error }))); // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors
    expect(new Set(outcomes)).toEqual(new Set(["terminal"]));
    expect(log.lines.filter(({ level }) => level === "error").map(({ fields }) => fields["error"])).toContain(error);
  });

  test("starts over after a success", async () => {
    let failures = 3;
    const { clock, contexts, watch } = await start(({ name }) => {
      if (name === "a" && failures > 0) {
        failures -= 1;
        throw new Error("boom");
      }
      return Promise.resolve(done());
    });
    await clock.advance(1_000);
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3, 4, 1]);
  });

  test.each<[string, Reconcile]>([
    ["with a TerminalError", () => Promise.reject(new TerminalError("no way"))],
    ["by returning undefined", () => Promise.resolve(undefined)],
    ["by returning no promise of a result", () => 5],
    ["by returning another shape", () => Promise.resolve({ kind: "requeueAfter", milliseconds: "soon" })],
    ["by returning an infinite delay", () => Promise.resolve({ kind: "requeueAfter", milliseconds: Infinity })],
  ])("%s waits for the next change", async (_, reconcile) => {
    const { clock, requests, outcomes, watch } = await start(reconcile);
    expect(outcomes).toEqual(["terminal", "terminal"]);
    await clock.advance(100_000);
    expect(requests).toHaveLength(2);
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(requests).toHaveLength(3);
  });
});

describe("stopping", () => {
  test("lets what runs finish, starts nothing more and leaves no timer", async () => {
    let finish = (): void => {};
    const { requests, running, stop, abort, clock } = await start(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return requeueAfter(10);
    });
    stop.abort();
    let hasEnded = false;
    void running.then(() => (hasEnded = true));
    await settle();
    expect(hasEnded).toBe(false);
    finish();
    await running;
    expect(requests).toHaveLength(1);
    expect(abort.signal.aborted).toBe(false);
    expect(clock.timers).toBe(1); // the watch's
  });

  test("hands the second signal to what runs", async () => {
    const { contexts, abort } = await start(() => new Promise(() => {}));
    abort.abort();
    expect(contexts[0]!.signal.aborted).toBe(true);
  });
});

const Owner = defineKind<{ apiVersion: "foo.abc.com/v1"; kind: "Bar"; metadata: { name: string } }>(
  "foo.abc.com/v1",
  "Bar",
);

describe("what else is watched", () => {
  const owned = (apiVersion: string, kind: string, controller: boolean | undefined, version: number): Thing => {
    const object = thing("default/owned", version);
    object.metadata.ownerReferences = [
      { apiVersion, kind, name: "bar-sample", uid: "1", ...(controller === undefined ? {} : { controller }) },
    ];
    return object;
  };

  test.each([
    ["foo.abc.com/v1", "Bar", true, ["default/bar-sample"]],
    ["foo.abc.com/v1alpha1", "Bar", true, ["default/bar-sample"]],
    ["other.abc.com/v1", "Bar", true, []],
    ["foo.abc.com/v1", "Baz", true, []],
    ["foo.abc.com/v1", "Bar", false, []],
    ["foo.abc.com/v1", "Bar", undefined, []],
  ] as const)("is mapped to its controller (%s %s, controller %s)", (apiVersion, kind, controller, expected) => {
    const { source, map } = mapped((builder) => builder.for(Owner).owns(Thing));
    expect(source.kind).toBe("owns");
    expect(map(owned(apiVersion, kind, controller, 11))).toEqual(expected);
  });

  test("is mapped to an owner without a namespace where the kind has none", () => {
    const { map } = mapped((builder) => builder.for(Owner).owns(Thing), false);
    expect(map(owned("foo.abc.com/v1", "Bar", true, 11))).toEqual(["/bar-sample"]);
  });

  test("is mapped by a function, for the states before and after, frozen", async () => {
    const seen: unknown[] = [];
    const { watch, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).watches(Thing, (object) => {
          seen.push(Object.isFrozen(object.metadata));
          return Promise.resolve([
            { namespace: "x", name: `${object.metadata.name}-${object.metadata.resourceVersion}` },
          ]);
        }),
    );
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(names(requests)).toContain("x/a-1");
    expect(names(requests)).toContain("x/a-11");
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  // F37
  test.each<[string, () => never | Promise<never>]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects", () => Promise.reject(new Error("boom"))],
  ])("by a function that %s is logged, and the rest goes on", async (_, fail) => {
    const { log, requests } = await start(
      () => Promise.resolve(done()),
      (builder) => builder.for(Thing).watches(Thing, fail),
    );
    expect(log.messages("error")).toEqual(["the map function failed", "the map function failed"]);
    expect(requests).toHaveLength(2);
  });
});

/** What the second source of a wiring makes of an object. */
function mapped(
  wire: (builder: ControllerBuilder) => ControllerBuilder,
  isNamespaced = true,
): { source: Source; map: (object: Thing) => string[] } {
  const definition = define(wire);
  const source = definition.sources[1]!;
  return {
    source,
    map: (object) => {
      const requests = toRequests(source, object, { kind: definition.reconciles, isNamespaced });
      return names(requests as readonly ReconcileRequest[]);
    },
  };
}

describe("wiring", () => {
  test.each<[string, (builder: ControllerBuilder) => ControllerBuilder]>([
    ["for() is not called", (builder) => builder.owns(Thing)],
    ["for() is called more than once", (builder) => builder.for(Thing).for(Thing)],
    ["concurrency wants a whole number from 1, got 0", (builder) => builder.for(Thing).concurrency(0)],
    ["concurrency wants a whole number from 1, got NaN", (builder) => builder.for(Thing).concurrency(NaN)],
    [
      "cacheSyncTimeoutMs wants a number of milliseconds from 1 to 2147483647, got 0",
      (builder) => builder.for(Thing).withOptions({ cacheSyncTimeoutMs: 0 }),
    ],
    [
      "reconciliationTimeoutMs wants a number of milliseconds from 1 to 2147483647, got Infinity",
      (builder) => builder.for(Thing).withOptions({ reconciliationTimeoutMs: Infinity }),
    ],
  ])("is refused when %s", (message, wire) => {
    expect(() => define(wire)).toThrow(message);
  });

  test("is refused with all its faults at once, and with those that the manager knows", () => {
    expect(() => define((builder) => builder.concurrency(-1), ["the name is taken"])).toThrow(
      'controller "thing": the name is taken; concurrency wants a whole number from 1, got -1; ' +
        "for() is not called; it says which kind to reconcile",
    );
  });
});

function define(
  wire: (builder: ControllerBuilder) => ControllerBuilder,
  problems: readonly string[] = [],
): ControllerDefinition {
  const added: ControllerDefinition[] = [];
  const registry = {
    problemsWith: () => problems,
    add: (definition: ControllerDefinition) => {
      added.push(definition);
      return { watch: () => ({ ready: Promise.resolve(), stop: () => {} }) };
    },
  };
  wire(new ControllerBuilder("thing", registry)).complete({ reconcile: () => Promise.resolve(done()) });
  return added[0]!;
}

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
    expect(log.messages("error").at(-1)).toBe("reconcile failed; not trying again until something changes");
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
      message: "the run has taken longer than 1 s",
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
    expect(log.messages("warn")).toEqual(["a run does not end when its signal fires; its worker goes on without it"]);
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
    [{ concurrency: 0 }, "concurrency wants a whole number from 1, got 0"],
    [{ concurrency: 1.5 }, "concurrency wants a whole number from 1, got 1.5"],
    [{ maxAttempts: 0 }, "maxAttempts wants a whole number from 1, got 0"],
    [{ reconciliationTimeoutMs: 0 }, "reconciliationTimeoutMs wants a number of milliseconds from 1"],
    [{ reconciliationTimeoutMs: NaN }, "reconciliationTimeoutMs wants a number of milliseconds from 1"],
    [{ reconciliationTimeoutMs: 2 ** 31 }, "got 2147483648"],
  ])("%j are refused", async (settings, message) => {
    await expect(start(fail, (builder) => builder.for(Thing).withOptions(settings))).rejects.toThrow(message);
  });
});

describe("predicates", () => {
  test("of a kind and of the whole controller have to let a change pass, and see frozen objects", async () => {
    const seen: unknown[] = [];
    const { watch, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder
          .for(Thing, {
            predicates: [
              (event) => {
                seen.push([
                  event.kind,
                  event.kind === "added" && event.isInitial,
                  Object.isFrozen(event.object.metadata),
                ]);
                return event.object.metadata.name !== "b";
              },
            ],
          })
          .withEventFilter(({ kind }) => kind !== "deleted"),
    );
    expect(names(requests)).toEqual(["default/a"]);
    watch.send(
      { type: "ADDED", object: thing("default/c", 11) },
      { type: "MODIFIED", object: thing("default/c", 12) },
      { type: "DELETED", object: thing("default/c", 13) },
    );
    await settle();
    expect(new Set(names(requests).slice(1))).toEqual(new Set(["default/c"]));
    expect(seen).toEqual([
      ["added", true, true],
      ["added", true, true],
      ["added", false, true],
      ["updated", false, true],
    ]);
  });

  // F37
  test("that throw are logged, and the change counts", async () => {
    const { log, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).withEventFilter(() => {
          throw new Error("boom");
        }),
    );
    expect(log.messages("error")).toEqual(Array(2).fill("a predicate failed; the change counts"));
    expect(requests).toHaveLength(2);
  });
});

describe("requests from elsewhere", () => {
  test("wait in a channel for the controller, and pass all filters", async () => {
    const channel = new RequestChannel();
    channel.send({ namespace: "x", name: "early" });
    const { requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder
          .for(Thing)
          .watchesRaw(channel)
          .withEventFilter(() => false),
    );
    channel.send({ namespace: "x", name: "late" });
    await settle();
    expect(names(requests)).toEqual(["x/early", "x/late"]);
  });

  test("are not taken from a channel that another controller has", () => {
    const channel = new RequestChannel();
    channel.start(() => undefined);
    expect(() => channel.start(() => undefined)).toThrow("belongs to one controller");
  });

  test("end with the controller", async () => {
    let stopped = false;
    const { stop, running, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).watchesRaw({
          async start(enqueue, signal) {
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            enqueue({ namespace: "x", name: "too-late" });
            stopped = true;
          },
        }),
    );
    stop.abort();
    await running;
    expect(stopped).toBe(true);
    expect(names(requests)).toEqual(["default/a", "default/b"]);
  });

  test("end the controller when their source fails", async () => {
    let fail = (): void => undefined;
    const failure = new Promise<void>((_resolve, reject) => (fail = () => reject(new Error("boom"))));
    const { running } = await start(
      () => Promise.resolve(done()),
      (builder) => builder.for(Thing).watchesRaw({ start: () => failure }),
    );
    fail();
    await expect(running).rejects.toThrow("boom");
  });
});

test("what changes while everything is reconciled for the first time goes first", async () => {
  const { requests, watch, release } = await (async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const started = await start(async () => {
      await gate;
      return done();
    });
    return { ...started, release };
  })();
  watch.send({ type: "ADDED", object: thing("default/c", 11) });
  await settle();
  release();
  await settle();
  expect(names(requests)).toEqual(["default/a", "default/c", "default/b"]);
});

describe("a kind of which only the metadata is watched", () => {
  test("is listed and watched by that, and types say that there is no more", () => {
    const kinds: Source[] = [];
    const builder = new ControllerBuilder("thing", {
      problemsWith: () => [],
      add: ({ sources }) => {
        kinds.push(...sources);
        return { watch: () => ({ ready: Promise.resolve(), stop: () => {} }) };
      },
    });
    builder
      .for(Thing, { onlyMetadata: true, predicates: [({ object }) => !("spec" in object)] })
      .owns(Thing, { onlyMetadata: true, matchEveryOwner: true })
      .watches(Thing, (object) => [{ namespace: "", name: object.metadata.name }], { onlyMetadata: true })
      .watches(Thing, (object) => [{ namespace: "", name: String(object.spec?.size) }])
      .complete({ reconcile: () => Promise.resolve(done()) });
    expect(kinds.map(viewOf)).toEqual(["metadata", "metadata", "metadata", "whole"]);
    // @ts-expect-error there is no spec
    builder.watches(Thing, ({ spec }) => [{ namespace: "", name: String(spec) }], { onlyMetadata: true });
    // @ts-expect-error there is no spec
    builder.for(Thing, { onlyMetadata: true, predicates: [({ object }) => object.spec !== undefined] });
  });
});

describe("a kind that cannot be listed", () => {
  /** Fails the controller's requests as an API server would, from time to time. */
  async function unlisted(
    settings: { cacheSyncTimeoutMs?: number; isOptional?: boolean },
    failure: Error,
    advanceMs: number,
  ): Promise<unknown> {
    const [api, clock, log, stop] = [new ScriptedApi(), new FakeClock(), new RecordingLogger(), new AbortController()];
    const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
    const cache = new Cache({ client: api, namespaces: [], isNamespaced, log, clock, random: () => 0 });
    const { isOptional = false, ...options } = settings;
    const observeController = () => ({ queue: new SilentObserver(), started: () => {}, ended: () => {} });
    const definition = define((builder) => builder.for(Thing, { isOptional }).withOptions(options));
    const parts = {
      cache,
      clusters: new Clusters(),
      isNamespaced,
      metrics: { observeController },
      log,
      clock,
      random: () => 0,
    };
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
      message: expect.stringMatching(/^not listed within 120 s: Thing \(.*is forbidden.*\)$/) as string,
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

describe("a watch that is added to a controller", () => {
  const Other = defineKind<KubeObject>("test.example.com/v1", "Other");
  const other = (name: string, resourceVersion: number): Thing => ({
    ...thing(`default/${name}`, resourceVersion),
    kind: "Other" as "Thing",
  });
  const map = ({ metadata }: { readonly metadata: { readonly name: string } }): ReconcileRequest[] => [
    { namespace: "other", name: metadata.name },
  ];

  test("asks for runs until it is stopped, and its informer ends with the last that needs it", async () => {
    const { requests, api, cache, handle } = await start(() => Promise.resolve(done()));
    const before = requests.length;
    const [first, second] = [handle.watches(Other, map), handle.watches(Other, () => [])];
    const watch = await api.nextWatch();
    expect(cache.unsynced()).toEqual([]); // nobody waits for it
    watch.send({ type: "ADDED", object: other("x", 20) }, bookmark(21, true));
    await Promise.all([first.ready, second.ready]);
    await settle();
    expect(names(requests.slice(before))).toEqual(["other/x"]);
    watch.send({ type: "MODIFIED", object: other("x", 22) });
    await settle();
    expect(names(requests.slice(before))).toEqual(["other/x", "other/x"]);
    first.stop();
    first.stop();
    watch.send({ type: "MODIFIED", object: other("x", 23) });
    await settle();
    expect(requests).toHaveLength(before + 2);
    expect([watch.isAborted, cache.find(Other)?.size]).toEqual([false, 1]);
    second.stop();
    await settle();
    expect([watch.isAborted, cache.find(Other)]).toEqual([true, undefined]);
  });

  test("of a kind that the controller watches anyway leaves that alone", async () => {
    const { api, cache, handle, watch } = await start(() => Promise.resolve(done()));
    const added = handle.watches(Thing, map);
    await added.ready;
    added.stop();
    await settle();
    expect([watch.isAborted, api.pending, cache.find(Thing)?.size]).toEqual([false, 0, 2]);
  });

  test("that is stopped before its list is complete is over at once", async () => {
    const { api, handle, requests } = await start(() => Promise.resolve(done()));
    const before = requests.length;
    const added = handle.watches(Other, map);
    const watch = await api.nextWatch();
    added.stop();
    await added.ready;
    watch.send({ type: "ADDED", object: other("x", 20) }, bookmark(21, true));
    await settle();
    expect([watch.isAborted, requests.length]).toEqual([true, before]);
  });

  test("ends with the controller, which takes no more", async () => {
    const { stop, running, handle, cache } = await start(() => Promise.resolve(done()));
    handle.watches(Other, map);
    stop.abort();
    await running;
    expect(cache.find(Other)).toBeUndefined();
    await handle.watches(Other, map).ready;
    expect(cache.find(Other)).toBeUndefined();
  });
});
