import { describe, expect, test } from "vitest";
import { exponentialBackoff, slowestOf, tokenBucket } from "../../../src/runtime/queue/rate-limiter.js";
import { FakeClock } from "../../support/fake-clock.js";

// F35
describe("an exponential backoff", () => {
  test("doubles from 5 ms to 1000 s for each key apart, and starts over when it is told to", () => {
    const limiter = exponentialBackoff();
    expect([1, 2, 3].map(() => limiter.next("a"))).toEqual([5, 10, 20]);
    expect(limiter.next("b")).toBe(5);
    for (let failure = 0; failure < 2_000; failure += 1) limiter.next("a");
    expect(limiter.next("a")).toBe(1_000_000);
    expect(limiter.failures("a")).toBe(2_004);
    limiter.forget("a");
    expect([limiter.failures("a"), limiter.next("a")]).toEqual([0, 5]);
  });

  test("has the bounds that it is given", () => {
    const limiter = exponentialBackoff({ firstMs: 100, longestMs: 250 });
    expect([1, 2, 3].map(() => limiter.next("__proto__"))).toEqual([100, 200, 250]);
  });

  test.each([{ firstMs: -1 }, { firstMs: NaN }, { longestMs: Infinity }])("refuses %j", (options) => {
    expect(() => exponentialBackoff(options)).toThrow(RangeError);
  });
});

describe("a token bucket", () => {
  test("lets a burst pass at once, and then so many a second", async () => {
    const clock = new FakeClock();
    const limiter = tokenBucket({ perSecond: 10, burst: 3, clock });
    expect(["a", "b", "c", "d", "e"].map((key) => limiter.next(key))).toEqual([0, 0, 0, 100, 200]);
    await clock.advance(200);
    expect(limiter.next("f")).toBe(100);
    await clock.advance(10_000);
    expect(["a", "b", "c", "d"].map((key) => limiter.next(key))).toEqual([0, 0, 0, 100]);
    expect(limiter.failures("a")).toBe(2);
    limiter.forget("a");
    expect(limiter.failures("a")).toBe(0);
  });

  test.each([{ perSecond: 0 }, { burst: -1 }, { perSecond: Infinity }])("refuses %j", (options) => {
    expect(() => tokenBucket(options)).toThrow(RangeError);
  });
});

describe("the slowest of several limiters", () => {
  test("counts in all, and waits the longest", () => {
    const clock = new FakeClock();
    const limiter = slowestOf(exponentialBackoff(), tokenBucket({ perSecond: 10, burst: 1, clock }));
    expect([limiter.next("a"), limiter.next("a"), limiter.next("b")]).toEqual([5, 100, 200]);
    expect(limiter.failures("a")).toBe(2);
    limiter.forget("a");
    expect(limiter.failures("a")).toBe(0);
  });

  test("is refused without any", () => {
    expect(() => slowestOf()).toThrow("slowestOf needs at least one rate limiter");
  });
});
