import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import type { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import {
  done,
  type ReconcileContext,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  TerminalError,
} from "../../src/runtime/reconcile.js";
import type { LeaderElector } from "../../src/runtime/leader-elector.js";
import { settle } from "../support/fake-clock.js";
import { Thing, thing } from "../support/scripted-api.js";
import { type Reconcile, names, start } from "./start-controller.js";

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
    ["rejects with what is no Error", () => Promise.reject("boom")], // oxlint-disable-line typescript/prefer-promise-reject-errors
    ["rejects with undefined", () => Promise.reject()], // oxlint-disable-line typescript/prefer-promise-reject-errors
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
    expect(new Set(log.messages("error"))).toEqual(new Set(["reconcile failed; retrying"]));
  });

  test("shows the error of an event, which is what a WebSocket fails with", async () => {
    const error = new TerminalError("no such container");
    const { outcomes, log } = await start(() => Promise.reject(Object.assign(new Event("error"), { error }))); // oxlint-disable-line typescript/prefer-promise-reject-errors
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
