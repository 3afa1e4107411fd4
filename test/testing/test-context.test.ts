import { expect, test } from "vitest";
import { testContext } from "../../src/testing/index.js";

test("keeps the lines of all loggers with their fields", () => {
  const { log, logged } = testContext();
  log.info("first", { a: 1 });
  const inner = log.with({ tenant: "blue" });
  inner.with({ size: 3 }).error("second", { size: 4 });
  log.debug("third");
  expect(logged).toEqual([
    { level: "info", message: "first", fields: { a: 1 } },
    { level: "error", message: "second", fields: { tenant: "blue", size: 4 } },
    { level: "debug", message: "third", fields: {} },
  ]);
});

test("is the first attempt with a silent signal, unless told otherwise", () => {
  const { attempt, signal, reconcileID } = testContext();
  expect({ attempt, aborted: signal.aborted }).toEqual({ attempt: 1, aborted: false });
  expect(reconcileID).toMatch(/^[0-9a-f-]{36}$/);
  const stopped = AbortSignal.abort();
  expect(testContext({ attempt: 5, signal: stopped })).toMatchObject({ attempt: 5, signal: stopped });
});

test("keeps the lines of two tests apart", () => {
  const [one, other] = [testContext(), testContext()];
  one.log.info("here");
  expect(other.logged).toEqual([]);
});
