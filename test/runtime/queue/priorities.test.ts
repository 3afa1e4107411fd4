import { describe, expect, test } from "vitest";
import { lowPriority, normalPriority } from "../../../src/runtime/queue/work-queue.js";
import { depthOf, setUp, takeAll } from "./set-up-queue.js";

describe("priorities", () => {
  test("go before the order of arrival", async () => {
    const { queue } = setUp();
    for (const key of ["old1", "old2"]) queue.add(key, lowPriority);
    for (const key of ["new1", "new2"]) queue.add(key);
    expect([...queue.depths()]).toEqual([
      [lowPriority, 2],
      [normalPriority, 2],
    ]);
    expect(await takeAll(queue)).toEqual(["new1", "new2", "old1", "old2"]);
    expect([...queue.depths()]).toEqual([]);
  });

  test("of one key: the higher one counts", async () => {
    const { queue } = setUp();
    for (const key of ["a", "b", "c"]) queue.add(key, lowPriority);
    queue.add("c");
    queue.add("c", lowPriority);
    expect(depthOf(queue)).toBe(3);
    expect(await takeAll(queue)).toEqual(["c", "a", "b"]);
  });

  test("are kept when a run is repeated, and raised by an event", async () => {
    const { clock, queue } = setUp();
    for (const key of ["retried", "raised"]) {
      queue.add(key, lowPriority);
      await queue.next();
      queue.retry(key);
      queue.done(key);
    }
    queue.addAfter("raised", 1, normalPriority);
    queue.add("other", lowPriority);
    await clock.advance(5);
    expect(await takeAll(queue)).toEqual(["raised", "other", "retried"]);
  });

  test("of a key that is added while it runs are those of the new wish", async () => {
    const { queue } = setUp();
    queue.add("a", lowPriority);
    await queue.next();
    queue.add("a", normalPriority);
    queue.add("b", lowPriority);
    queue.done("a");
    expect(await takeAll(queue)).toEqual(["a", "b"]);
  });

  test("let 100,000 keys wait without slowing one that is urgent", async () => {
    const { queue } = setUp();
    for (let key = 0; key < 100_000; key += 1) queue.add(String(key), lowPriority);
    queue.add("urgent");
    expect(await queue.next()).toBe("urgent");
    expect(await queue.next()).toBe("0");
    expect(depthOf(queue)).toBe(99_999);
  });

  test("do not keep a low one waiting for ever, however many others come (F35)", async () => {
    const { queue } = setUp();
    for (const key of ["low1", "low2"]) queue.add(key, lowPriority);
    const taken: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      queue.add(`high${count}`);
      queue.add(`high${count} too`);
      const key = (await queue.next())!;
      taken.push(key);
      queue.done(key);
    }
    expect(taken.flatMap((key, index) => (key.startsWith("low") ? [[key, index + 1]] : []))).toEqual([
      ["low1", 10],
      ["low2", 20],
    ]);
  });

  test("do not wait where a worker is free", async () => {
    const { queue } = setUp();
    const next = queue.next();
    queue.add("a", lowPriority);
    expect(await next).toBe("a");
  });
});
