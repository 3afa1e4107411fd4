import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { linkSignals, withLinkedSignal } from "../../src/core/linked-signal.js";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("a linked signal", () => {
  test("fires when one of the others does, with its reason, and lets go of all", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals([first.signal, second.signal]);
    expect([signal.aborted, listeners(first.signal), listeners(second.signal)]).toEqual([false, 1, 1]);
    second.abort("enough");
    expect([signal.aborted, signal.reason]).toEqual([true, "enough"]);
    first.abort("late");
    expect([signal.reason, listeners(first.signal), listeners(second.signal)]).toEqual(["enough", 0, 0]);
  });

  test("has fired where one of the others has, and holds on to none", () => {
    const open = new AbortController();
    const { signal } = linkSignals([open.signal, AbortSignal.abort("before")]);
    expect([signal.aborted, signal.reason, listeners(open.signal)]).toEqual([true, "before", 0]);
  });

  test("can be fired by itself, once", () => {
    const other = new AbortController();
    const { signal, abort } = linkSignals([other.signal]);
    abort("own");
    abort("again");
    expect([signal.reason, other.signal.aborted, listeners(other.signal)]).toEqual(["own", false, 0]);
  });

  test("does not fire once it was released", () => {
    const other = new AbortController();
    const { signal, release } = linkSignals([other.signal]);
    release();
    other.abort();
    expect([signal.aborted, listeners(other.signal)]).toEqual([false, 0]);
  });

  test.each([
    ["returns", () => Promise.resolve("a"), "a"],
    ["throws", () => Promise.reject(new Error("b")), "b"],
  ])("is let go of when the run %s", async (_, run, expected) => {
    const other = new AbortController();
    const outcome = await withLinkedSignal([other.signal], async (signal) => {
      signal.addEventListener("abort", () => undefined);
      expect(listeners(other.signal)).toBe(1);
      return run();
    }).catch((error: unknown) => (error as Error).message);
    expect([outcome, listeners(other.signal)]).toEqual([expected, 0]);
  });
});
