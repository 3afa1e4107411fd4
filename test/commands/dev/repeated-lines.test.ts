import { expect, test } from "vitest";
import { repeatedLines } from "../../../src/commands/dev/repeated-lines.js";
import { FakeClock } from "../../support/fake-clock.js";

function repeated() {
  const clock = new FakeClock();
  const printed: string[] = [];
  const takeLine = repeatedLines(clock, (text) => void printed.push(text));
  const take = (text: string, times: number): void => {
    for (let count = 0; count < times; count++) takeLine(text, text, (held, ms) => `${text}: ${held} more in ${ms}`);
  };
  return { clock, printed, take };
}

test("a few lines that say the same are shown", async () => {
  const { clock, printed, take } = repeated();
  take("a", 5);
  await clock.advance(1_000);
  take("a", 5);
  expect(printed).toEqual(Array<string>(10).fill("a"));
});

test("of many, the first few and then their number, less and less often", async () => {
  const { clock, printed, take } = repeated();
  take("a", 100);
  take("b", 1);
  await clock.advance(1_000);
  take("a", 200);
  await clock.advance(1_000);
  take("a", 1);
  expect(printed).toEqual(["a", "a", "a", "a", "a", "b", "a: 95 more in 1000"]);
  await clock.advance(1_000);
  expect(printed.slice(7)).toEqual(["a: 201 more in 2000"]);
});

test("what has been quiet is shown again", async () => {
  const { clock, printed, take } = repeated();
  take("a", 6);
  await clock.advance(1_000);
  await clock.advance(2_000);
  take("a", 1);
  expect(printed.slice(5)).toEqual(["a: 1 more in 1000", "a"]);
});
