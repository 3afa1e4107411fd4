import { expect, test } from "vitest";
import { expectLinear } from "./expect-linear.js";

/** A stopwatch that returns the time that the work reports. */
function told(): { readonly stopwatch: (work: () => void) => number; readonly take: (ms: number) => void } {
  let ms = 0;
  return {
    take: (taken) => void (ms = taken),
    stopwatch: (work) => {
      work();
      return ms;
    },
  };
}

function follow(timeOf: (n: number) => number): () => void {
  const { stopwatch, take } = told();
  const run = (n: number): void => take(timeOf(n));
  return () => expectLinear((n) => n, run, {}, stopwatch);
}

test.each<[string, (n: number) => number]>([
  ["constant", () => 1],
  ["linear", (n) => n / 500],
  ["linear, with a beginning that takes long", (n) => 20 + n / 500],
  ["n log n", (n) => (n * Math.log2(n)) / 5000],
  ["too quick to be measured", (n) => n / 1e9],
])("a function that is %s passes", (_, timeOf) => {
  expect(follow(timeOf)).not.toThrow();
});

test.each<[string, (n: number) => number]>([
  ["quadratic", (n) => n ** 2 / 10_000],
  ["n to the power of 1.8", (n) => n ** 1.8 / 10_000],
  ["cubic", (n) => n ** 3 / 1e6],
  ["exponential", (n) => 2 ** n / 1e7],
])("a function that is %s fails", (_, timeOf) => {
  expect(follow(timeOf)).toThrow(/times as long for .* times as much/);
});

test("an exponential function is not followed far", () => {
  let longest = 0;
  expect(
    follow((n) => {
      longest = Math.max(longest, 2 ** n / 1e5);
      return 2 ** n / 1e5;
    }),
  ).toThrow("times as long");
  expect(longest).toBeLessThan(2000);
});

test("one try that was disturbed does not count", () => {
  let run = 0;
  expect(follow((n) => (n / 500) * (++run % 3 === 0 ? 50 : 1))).not.toThrow();
});

test("a round that was disturbed throughout does not count", () => {
  let longest = 0;
  // Until the sizes start again, large sizes take fifty times as long.
  let isDisturbed = true;
  const timeOf = (n: number): number => {
    if (n < longest / 8) isDisturbed = false;
    longest = Math.max(longest, n);
    return (n / 500) * (isDisturbed && n > 5000 ? 50 : 1);
  };
  expect(follow(timeOf)).not.toThrow();
  expect(isDisturbed).toBe(false);
});

test("it measures: a regular expression that backtracks fails, one that does not passes", { timeout: 120_000 }, () => {
  const input = (n: number): string => `${"a".repeat(n)}!`;
  expect(() => expectLinear(input, (text) => /a+$/.test(text))).toThrow("times as long");
  expect(() => expectLinear(input, (text) => /(a|a)*$/.test(text))).toThrow("times as long");
  expectLinear(input, (text) => /^a+$/.test(text));
});

test("a refusal is an answer, and a fault is none", () => {
  const refuse = (error: Error) => () => {
    throw error;
  };
  expectLinear((n) => n, refuse(new Error("not a number")), { upTo: 100 });
  expect(() => expectLinear((n) => n, refuse(new TypeError("x is undefined")))).toThrow("x is undefined");
  expect(() => expectLinear((n) => n, refuse(new RangeError("Maximum call stack size exceeded")))).toThrow(
    "call stack",
  );
});
