import { expect, test } from "vitest";
import { done, requeueAfter, TerminalError } from "../../src/runtime/reconcile.js";

test("a run is done", () => {
  expect(done()).toEqual({ kind: "done" });
});

test.each([
  [5_000, 5_000],
  [0, 0],
  [-1, 0],
  [3_000_000_000, 3_000_000_000],
])("a delay of %d ms means %d", (given, milliseconds) => {
  expect(requeueAfter(given)).toEqual({ kind: "requeueAfter", milliseconds });
});

test.each([NaN, Infinity, -Infinity])("a delay of %d is refused", (milliseconds) => {
  expect(() => requeueAfter(milliseconds)).toThrow(RangeError);
});

test("a terminal error keeps its cause", () => {
  const cause = new Error("why");
  expect(new TerminalError("no way", { cause })).toMatchObject({ name: "TerminalError", message: "no way", cause });
});
