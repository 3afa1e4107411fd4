import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { defineScorecardTest, type ScorecardTestInput } from "../../../src/testing/scorecard/define-scorecard-test.js";

const input: ScorecardTestInput = {
  bundle: { csv: {}, crds: [], annotations: {}, examples: [] },
  config: {
    ...{ source: "test", context: "test", server: "https://127.0.0.1:1", namespace: "default" },
    tls: {},
    auth: { kind: "none" },
  },
  namespace: "mine",
  limitMs: 1_000,
};

test.each([
  ["nothing", defineScorecardTest(() => undefined), { state: "pass" }],
  [
    "nothing, later",
    defineScorecardTest(async () => {
      await Promise.resolve();
    }),
    { state: "pass" },
  ],
  [
    "what it was given",
    defineScorecardTest(({ namespace }) => ({ suggestions: [namespace] })),
    { state: "pass", suggestions: ["mine"] },
  ],
  ["errors", defineScorecardTest(() => ({ errors: ["no"] })), { state: "fail", errors: ["no"] }],
  ["a failed assertion", defineScorecardTest(() => assert.fail("no")), { state: "fail", errors: ["no"] }],
  [
    "a time limit of eventually",
    defineScorecardTest(() => {
      throw new TsopError("testing/timed-out", "late");
    }),
    { state: "fail", errors: ["late"] },
  ],
  [
    "an exception",
    defineScorecardTest(() => {
      throw new TypeError("oh");
    }),
    { state: "error", errors: [expect.stringMatching(/^TypeError: oh\n +at /)] },
  ],
  [
    "a value that is no error",
    defineScorecardTest(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- users may throw anything
      throw "oh";
    }),
    { state: "error", errors: ["the test threw oh"] },
  ],
])("a test that returns or throws %s", async (_, { execute }, status) => {
  expect(await execute(input)).toMatchObject(status);
});
