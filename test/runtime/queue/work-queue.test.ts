import { describe, expect, test } from "vitest";
import { WorkQueue } from "../../../src/runtime/queue/work-queue.js";
import { FakeClock } from "../../support/fake-clock.js";
import { depthOf, setUp, takeAll } from "./set-up-queue.js";

describe("a work queue", () => {
  test("hands out keys in the order in which they came, each once", async () => {
    const { queue } = setUp();
    for (const key of ["b", "a", "b", "c", "a"]) queue.add(key);
    expect(await takeAll(queue)).toEqual(["b", "a", "c"]);
  });

  test("gives a key that comes later to the worker that waits", async () => {
    const { queue } = setUp();
    const first = queue.next();
    const second = queue.next();
    queue.add("a");
    queue.add("b");
    expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  });

  // F33
  test("keeps a key that is added while it runs from a second worker, and runs it once more", async () => {
    const { queue } = setUp();
    queue.add("a");
    await queue.next();
    queue.add("a");
    queue.add("a");
    expect(depthOf(queue)).toBe(0);
    queue.done("a");
    expect(await takeAll(queue)).toEqual(["a"]);
    queue.done("a");
    expect(depthOf(queue)).toBe(0);
  });

  // F38
  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", ""])("takes %j as a key", async (key) => {
    const { clock, queue } = setUp();
    queue.addAfter(key, 10);
    await clock.advance(10);
    expect(await takeAll(queue)).toEqual([key]);
    queue.retry(key);
    expect(queue.failures(key)).toBe(1);
  });

  test("ignores done for a key that no worker has", () => {
    const { queue } = setUp();
    queue.done("a");
    expect(depthOf(queue)).toBe(0);
  });
});

// F34
describe("a delayed key", () => {
  test("becomes ready when its time is over, not before", async () => {
    const { clock, queue } = setUp();
    queue.addAfter("a", 100);
    await clock.advance(99);
    expect(depthOf(queue)).toBe(0);
    await clock.advance(1);
    expect(await takeAll(queue)).toEqual(["a"]);
  });

  test.each([
    { first: 100, second: 50, due: 50 },
    { first: 50, second: 100, due: 50 },
    { first: 100, second: 0, due: 0 },
  ])("wanted after $first and after $second ms runs once, after $due", async ({ first, second, due }) => {
    const { clock, queue } = setUp();
    queue.addAfter("a", first);
    queue.addAfter("a", second);
    await clock.advance(due);
    expect(await takeAll(queue)).toEqual(["a"]);
    queue.done("a");
    await clock.advance(1000);
    expect(depthOf(queue)).toBe(0);
  });

  test("that an event brings forward does not run a second time", async () => {
    const { clock, queue } = setUp();
    queue.addAfter("a", 100);
    queue.add("a");
    expect(await takeAll(queue)).toEqual(["a"]);
    queue.done("a");
    await clock.advance(1000);
    expect(depthOf(queue)).toBe(0);
  });

  test("asked for during a run counts from then, and an event during that run beats it", async () => {
    const { clock, queue } = setUp();
    queue.add("a");
    await queue.next();
    queue.addAfter("a", 100);
    await clock.advance(40);
    queue.done("a");
    await clock.advance(59);
    expect(depthOf(queue)).toBe(0);
    await clock.advance(1);
    expect(await takeAll(queue)).toEqual(["a"]);
    queue.addAfter("a", 100);
    queue.add("a");
    queue.done("a");
    expect(await takeAll(queue)).toEqual(["a"]);
  });

  test.each([0, -1, -Infinity, NaN])("with a delay of %d is ready at once", (ms) => {
    const { queue } = setUp();
    queue.addAfter("a", ms);
    expect(depthOf(queue)).toBe(1);
  });

  test("survives a delay that a timer of Node cannot hold", async () => {
    const { clock, queue } = setUp();
    const days60 = 60 * 24 * 60 * 60 * 1000;
    queue.addAfter("a", days60);
    await clock.advance(days60 - 1);
    expect(depthOf(queue)).toBe(0);
    await clock.advance(1);
    expect(depthOf(queue)).toBe(1);
  });

  // F35
  test("is one of a hundred thousand that come in the order of their times", async () => {
    const { clock, queue } = setUp();
    const keys = Array.from({ length: 100_000 }, (_, index) => index);
    for (const index of keys) queue.addAfter(`key-${(index * 7919) % 100_000}`, 1 + ((index * 7919) % 100_000) / 100);
    await clock.advance(1001);
    const taken = await takeAll(queue);
    expect(taken.join() === keys.map((index) => `key-${index}`).join()).toBe(true);
  });
});

// F35
describe("a key that fails", () => {
  test.each([
    { failures: 1, ms: 5 },
    { failures: 2, ms: 10 },
    { failures: 11, ms: 5120 },
    { failures: 18, ms: 655_360 },
    { failures: 19, ms: 1_000_000 },
    { failures: 2000, ms: 1_000_000 },
  ])("waits $ms ms after $failures failures in a row", async ({ failures, ms }) => {
    const { clock, queue } = setUp();
    queue.add("a");
    await queue.next();
    for (let count = 1; count < failures; count += 1) queue.retry("a");
    queue.done("a");
    await clock.advance(1_000_000);
    await takeAll(queue);
    queue.retry("a");
    queue.done("a");
    await clock.advance(ms - 1);
    expect(depthOf(queue)).toBe(0);
    await clock.advance(1);
    expect(depthOf(queue)).toBe(1);
  });

  test("starts over with 5 ms after a success", async () => {
    const { clock, queue } = setUp();
    for (let count = 0; count < 10; count += 1) queue.retry("a");
    await clock.advance(1_000_000);
    await takeAll(queue);
    queue.forget("a");
    queue.retry("a");
    queue.done("a");
    await clock.advance(5);
    expect(depthOf(queue)).toBe(1);
  });
});

describe("a queue that is shut down", () => {
  test("sends idle workers home and takes nothing more", async () => {
    const { clock, queue } = setUp();
    const waiting = queue.next();
    queue.addAfter("later", 10);
    queue.shutDown();
    expect(await waiting).toBeUndefined();
    queue.add("a");
    queue.retry("b");
    await clock.advance(10);
    expect(depthOf(queue)).toBe(0);
    expect(await queue.next()).toBeUndefined();
    expect(clock.timers).toBe(0);
  });

  // F33
  test("lets what runs finish, and does not run it again", async () => {
    const { queue } = setUp();
    queue.add("a");
    await queue.next();
    queue.add("a");
    queue.shutDown();
    queue.done("a");
    expect(depthOf(queue)).toBe(0);
    expect(queue.running().size).toBe(0);
  });
});

test("an observer hears of waiting and working times", async () => {
  const clock = new FakeClock();
  const heard: unknown[] = [];
  const queue = new WorkQueue({
    clock,
    observer: {
      added: () => heard.push("added"),
      retried: () => heard.push("retried"),
      taken: (ms) => heard.push(["taken", ms]),
      finished: (ms) => heard.push(["finished", ms]),
    },
  });
  queue.add("a");
  await clock.advance(30);
  await queue.next();
  await clock.advance(7);
  expect(queue.running()).toEqual(new Map([["a", 7]]));
  queue.retry("a");
  queue.done("a");
  expect(heard).toEqual(["added", ["taken", 30], "retried", ["finished", 7]]);
});
