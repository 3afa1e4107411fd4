import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { nextTurn } from "../../src/core/clock.js";
import { onAbort } from "../../src/core/on-abort.js";
import { leakWarnings } from "../support/leak-warnings.js";

test("calls all of many callbacks, without a warning of a leak, and none that was released", async () => {
  const warnings = leakWarnings();
  const controller = new AbortController();
  const { signal } = controller;
  const called: number[] = [];
  const releases = Array.from({ length: 30 }, (_, index) => onAbort(signal, () => called.push(index)));
  for (const release of releases.slice(0, 20)) release();
  controller.abort();
  expect(called).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  for (const release of releases) release();
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await nextTurn();
  expect(warnings).toEqual([]);
});

test("takes a signal of another library", () => {
  let listener = (): void => undefined;
  const foreign = {
    addEventListener: (_: string, added: () => void) => (listener = added),
    removeEventListener: () => (listener = () => undefined),
  };
  let calls = 0;
  const release = onAbort(foreign as unknown as AbortSignal, () => (calls += 1));
  listener();
  release();
  listener();
  expect(calls).toBe(1);
});
