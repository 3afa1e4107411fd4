import { expect, test } from "vitest";
import { Peak } from "../../../src/apiserver/metrics/peaks.js";

test("shows the highest count of the last whole second", () => {
  let now = 5_100;
  const peak = new Peak(() => now);
  peak.note(3);
  peak.note(7);
  peak.note(2);
  expect(peak.read()).toBe(0);
  now = 6_000;
  expect(peak.read()).toBe(7);
  peak.note(1);
  now = 7_999;
  expect(peak.read()).toBe(1);
  now = 9_000;
  expect(peak.read()).toBe(0);
});
