import { describe, expect, test } from "vitest";
import {
  formatOperatorLine,
  formatRepeated,
  isReady,
  isRun,
  parseOperatorLine,
  sameKey,
  showMs,
} from "../../src/core/operator-line.js";

const time = new Date(2026, 0, 31, 12, 3, 4, 567).toISOString();
const run = { level: "info", time, controller: "bar", object: "default/a", reconcileID: "x", msg: "reconciled" };

function format(line: object): string | undefined {
  const parsed = parseOperatorLine(JSON.stringify(line));
  return parsed === undefined ? undefined : formatOperatorLine(parsed, false);
}

describe("a line of the operator's log, for people", () => {
  test.each<[string, object, string | undefined]>([
    [
      "a run",
      { ...run, because: ["Bar spec changed"], durationMs: 12, result: "success" },
      "12:03:04.567  bar  default/a  reconciled in 12 ms  (Bar spec changed)",
    ],
    [
      "a run that comes again",
      {
        ...run,
        because: ["Bar created", "ConfigMap default/b changed"],
        durationMs: 1200,
        result: "requeue_after",
        requeueAfterMs: 300_000,
      },
      "12:03:04.567  bar  default/a  reconciled in 1.2 s, again in 5 min  (Bar created; ConfigMap default/b changed)",
    ],
    [
      "a failure",
      { ...run, because: ["attempt 2"], durationMs: 3, result: "error" },
      "12:03:04.567  bar  default/a  failed in 3 ms  (attempt 2)",
    ],
    [
      "the last failure",
      { ...run, durationMs: 3, result: "terminal" },
      "12:03:04.567  bar  default/a  gave up in 3 ms",
    ],
    [
      "a message of its own",
      { ...run, msg: "scaled", to: 3, why: "a b" },
      '12:03:04.567  bar  default/a  scaled  to=3 why="a b"',
    ],
    ["what every operator says", { level: "info", time, msg: "workers started", controller: "bar" }, undefined],
    [
      "an error, with the project's own frames",
      {
        ...run,
        level: "error",
        msg: "reconcile failed; retrying",
        attempt: 1,
        error: {
          type: "ApiError",
          message: "bars is forbidden",
          hint: "Missing rule: @rbac groups=foo\nAdd the tag",
          stack:
            "ApiError: bars\n    at a (/p/node_modules/tsop/x.js:1:1)\n    at reconcile (/p/controllers/bar.ts:3:4)\n    at node:internal/x",
          cause: { type: "Error", message: "below" },
        },
      },
      [
        "12:03:04.567  bar  default/a  error reconcile failed; retrying  attempt=1",
        "    ApiError: bars is forbidden",
        "      at reconcile (/p/controllers/bar.ts:3:4)",
        "    Missing rule: @rbac groups=foo",
        "    Add the tag",
        "    caused by:",
        "    below",
      ].join("\n"),
    ],
    [
      "text that would move the cursor",
      { ...run, msg: "a\u001b[2Jb\nc" },
      "12:03:04.567  bar  default/a  a\\u001b[2Jb\\u000ac",
    ],
    ["a broken time", { level: "info", time: "soon", msg: "x" }, "--:--:--.---  x"],
  ])("%s", (_, line, text) => {
    expect(format(line)).toBe(text);
  });

  test.each(["hello", "{", "{}", '{"msg":1}', "[1]", '{"a":"msg"}'])("%s is none", (text) => {
    expect(parseOperatorLine(text)).toBeUndefined();
  });

  test("tells runs and readiness from what users log", () => {
    const parsed = (line: object) => parseOperatorLine(JSON.stringify(line))!;
    expect(isRun(parsed({ msg: "reconciled" }))).toBe(false);
    expect(isRun(parsed({ msg: "reconciled", result: "success" }))).toBe(true);
    expect(isReady(parsed({ msg: "workers started" }))).toBe(true);
  });

  test("colours are escapes around the same text", () => {
    const parsed = parseOperatorLine(JSON.stringify({ ...run, durationMs: 1, result: "success" }))!;
    // oxlint-disable-next-line no-control-regex -- that is what colours are
    expect(formatOperatorLine(parsed, true)?.replaceAll(/\u001b\[\d+m/g, "")).toBe(formatOperatorLine(parsed, false));
  });
});

test.each([
  [0.4, "0 ms"],
  [999, "999 ms"],
  [1500, "1.5 s"],
  [30_000, "30 s"],
  [600_000, "10 min"],
])("%d ms are %s", (ms, text) => {
  expect(showMs(ms)).toBe(text);
});

describe("lines that say the same", () => {
  const parsed = (line: object) => parseOperatorLine(JSON.stringify(line))!;
  const first = { ...run, because: ["Bar status.count changed"], durationMs: 1, result: "success" };
  const failed = { ...run, level: "error", msg: "reconcile failed", error: { message: "no" }, attempt: 1 };

  test.each<[boolean, object, object]>([
    [true, first, { ...first, durationMs: 2, because: ["requeue"], reconcileID: "y" }],
    [true, failed, { ...failed, attempt: 2 }],
    [false, failed, { ...failed, error: { message: "yes" } }],
    [false, first, { ...first, result: "error" }],
    [false, first, { ...first, object: "default/b" }],
    [false, first, { ...first, controller: "baz" }],
  ])("%j: %j and %j", (isSame, one, other) => {
    expect(sameKey(parsed(one)) === sameKey(parsed(other))).toBe(isSame);
  });

  test.each([
    [first, 99, "12:03:04.567  bar  default/a  reconciled, 99 more times in 1.0 s  (Bar status.count changed)"],
    [failed, 1, "12:03:04.567  bar  default/a  error reconcile failed, 1 more time in 1.0 s"],
  ])("are counted: %j", (line, count, text) => {
    expect(formatRepeated(parsed(line), { count, ms: 1000 }, false)).toBe(text);
  });
});
