import { describe, expect, test } from "vitest";
import { printXunit } from "../../../src/olm/scorecard/print-xunit.js";
import { runTests, type TestedBundle } from "../../../src/olm/scorecard/run-scorecard.js";
import { bundleWith } from "../../support/olm/scorecard.js";

const image = "quay.io/operator-framework/scorecard-test:v1.42.3";

function tested(more: Partial<TestedBundle> = {}): TestedBundle {
  const runCustomTest = (): Promise<never> => Promise.reject(new Error("no test should run"));
  return { bundle: bundleWith(), live: undefined, customTests: [], runCustomTest, ...more };
}

function listed(entrypoint: readonly string[] | undefined, stage = 0, isParallel = false) {
  const spec = { image, labels: { test: "mine" }, ...(entrypoint === undefined ? {} : { entrypoint }) };
  return { spec, stage, isParallel };
}

test("a test of operator-sdk runs", async () => {
  const each = listed(["scorecard-test", "basic-check-spec"]);
  const result = { name: "basic-check-spec", state: "pass" };
  expect(await runTests(tested(), [each, each])).toEqual([
    { ...each, result },
    { ...each, result },
  ]);
});

test("a test in TypeScript runs once; the stages run one after the other, the tests of a parallel stage together", async () => {
  const events: string[] = [];
  const release = new Map<string, () => void>();
  const customTests = ["a", "b", "c"];
  const running = runTests(
    tested({
      customTests,
      runCustomTest: async (name) => {
        events.push(name);
        await new Promise<void>((resolve) => release.set(name, resolve));
        return { state: "fail", errors: [name] };
      },
    }),
    [
      listed(["tsop-scorecard-test", "a"], 0, true),
      listed(["tsop-scorecard-test", "b"], 0, true),
      listed(["tsop-scorecard-test", "c"], 1),
      listed(["tsop-scorecard-test", "a"], 1),
    ],
  );
  await expect.poll(() => events).toEqual(["a", "b"]);
  release.get("b")?.();
  release.get("a")?.();
  await expect.poll(() => events).toEqual(["a", "b", "c"]);
  release.get("c")?.();
  const results = (await running).map(({ result }) => result);
  expect(results).toEqual(["a", "b", "c", "a"].map((name) => ({ name, state: "fail", errors: [name] })));
});

test("the API server's rejections fail basic-check-spec, and the live status replaces that of the example", async () => {
  const stored = new Map([[0, { apiVersion: "example.com/v1", kind: "Bar", status: { other: 1 } }]]);
  const live = { stored, rejected: ["no"], remarks: ["late"] };
  const names = ["basic-check-spec", "olm-crds-have-validation"];
  const results = await runTests(
    tested({ live }),
    names.map((name) => listed(["scorecard-test", name])),
  );
  expect(results.map(({ result }) => result)).toMatchObject([
    { state: "fail", errors: ["no"], suggestions: ["late"] },
    { state: "fail", errors: ["the schema of Bar/v1 has no status field `other`"] },
  ]);
});

describe("a test that only its image contains is an error", () => {
  test.each<[entrypoint: string[] | undefined, suggestion: string, customTests?: string[]]>([
    [["scorecard-test", "olm-spec-descriptor"], "Did you mean olm-spec-descriptors?"],
    [["scorecard-test", "kuttl"], "The tests of scorecard-test are basic-check-spec"],
    [["scorecard-test"], "The tests of scorecard-test are basic-check-spec"],
    [["scorecard-tests", "basic-check-spec"], "Did you mean scorecard-test?"],
    [["scorecard-test", "basic-check-spec", "--fast"], "Remove the other arguments"],
    [["tsop-scorecard-test", "one"], "test/scorecard contains no tests. Run tsop in the project of the operator."],
    [["tsop-scorecard-test", "redy"], "Did you mean ready?", ["ready"]],
    [["tsop-scorecard-test", "../../x"], "The tests in test/scorecard are ready.", ["ready"]],
    [["custom", "one"], "Run this one with operator-sdk scorecard, or exclude it with --selector."],
    [undefined, "Run this one with operator-sdk scorecard, or exclude it with --selector."],
  ])("%j", async (entrypoint, suggestion, customTests = []) => {
    const [{ result } = {}] = await runTests(tested({ customTests }), [listed(entrypoint)]);
    const shown = entrypoint === undefined ? "no entrypoint" : `the entrypoint ${entrypoint.join(" ")}`;
    expect(result).toEqual({
      name: "mine",
      state: "error",
      errors: [`tsop did not run this test, which has the image ${image} and ${shown}`],
      suggestions: [expect.stringContaining(suggestion)],
    });
  });
});

test("results are printed in the XML of JUnit", () => {
  const spec = { image, labels: { suite: "a<b" } };
  const xml = printXunit([
    { spec, result: { name: "one", state: "pass" } },
    {
      spec: { image },
      result: {
        name: "two",
        state: "error",
        errors: ['\u{1b}\u{d800} & \r\n"x"'],
      },
    },
    {
      spec,
      result: {
        name: "three",
        state: "fail",
        errors: ["e1", "e2"],
        suggestions: ["s"],
      },
    },
  ]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="scorecard" tests="3" failures="1" errors="1">
  <testsuite name="a&lt;b" tests="2" failures="1" errors="0">
    <testcase name="one" classname="a&lt;b"/>
    <testcase name="three" classname="a&lt;b">
      <failure message="e1">e1&#10;e2</failure>
      <system-out>s</system-out>
    </testcase>
  </testsuite>
  <testsuite name="scorecard" tests="1" failures="0" errors="1">
    <testcase name="two" classname="scorecard">
      <error message="\u{fffd}\u{fffd} &amp; &#13;&#10;&quot;x&quot;">\u{fffd}\u{fffd} &amp; &#13;&#10;&quot;x&quot;</error>
    </testcase>
  </testsuite>
</testsuites>`);
});
