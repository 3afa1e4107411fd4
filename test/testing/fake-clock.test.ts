import { describe, expect, test } from "vitest";
import { FakeClock } from "../../src/testing/fake-clock.js";

describe("a fake clock", () => {
  test("begins with the time of the machine", () => {
    const before = Date.now();
    const now = new FakeClock().now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  test.each([["2026-01-31T12:00:00Z"], [new Date("2026-01-31T12:00:00Z")], [Date.UTC(2026, 0, 31, 12)]])(
    "begins with what it is given: %s",
    async (start) => {
      const clock = new FakeClock(start);
      expect(new Date(clock.now()).toISOString()).toBe("2026-01-31T12:00:00.000Z");
      await clock.advance(90_000);
      expect(new Date(clock.now()).toISOString()).toBe("2026-01-31T12:01:30.000Z");
    },
  );

  test.each([["tomorrow"], [new Date("")], [Number.NaN]])("rejects an invalid time: %s", (start) => {
    expect(() => new FakeClock(start)).toThrow(/^new FakeClock\(\): not a time: /);
  });
});
