import { describe, expect, test } from "vitest";
import { untilQuiet } from "../../../src/runtime/http/until-quiet.js";
import { FakeClock, settle } from "../../support/fake-clock.js";

/** Waits with 6 quiet seconds, at most 25, and returns after how many seconds the wait ended. */
async function waits(events: readonly number[], { quietMs = 6_000, stopAt = Infinity } = {}): Promise<number> {
  const clock = new FakeClock();
  const since = clock.monotonic();
  const stop = new AbortController();
  let last: number | undefined;
  const wait = untilQuiet({ clock, since, lastAt: () => last, quietMs, mostMs: 25_000 }, stop.signal);
  const ended = wait.then(() => "ended");
  let second = 0;
  for (; second < 60; second++) {
    await settle();
    if ((await Promise.race([ended, Promise.resolve()])) === "ended") break;
    if (events.includes(second)) last = clock.monotonic();
    if (second === stopAt) stop.abort();
    await clock.advance(1_000);
  }
  await wait;
  return second;
}

describe("a wait for quiet", () => {
  test.each<[string, readonly number[], number]>([
    ["no event", [], 6],
    ["an event each second, up to the fourth", [1, 2, 3, 4], 10],
    ["an event just before the end", [5], 11],
    ["events that never end", Array.from({ length: 60 }, (_, second) => second), 25],
  ])("%s", async (_, events, seconds) => {
    expect(await waits(events)).toBe(seconds);
  });

  test("of 0 milliseconds does not wait", async () => {
    expect(await waits([0], { quietMs: 0 })).toBe(0);
  });

  test("ends when the signal fires", async () => {
    expect(await waits([1, 2], { stopAt: 3 })).toBe(4);
  });
});
