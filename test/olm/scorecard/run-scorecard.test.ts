import { describe, expect, test } from "vitest";
import { printXunit } from "../../../src/olm/scorecard/print-xunit.js";
import { runTests } from "../../../src/olm/scorecard/run-scorecard.js";
import { bundleWith } from "../../support/olm/scorecard.js";

const image = "quay.io/operator-framework/scorecard-test:v1.42.3";

test("a test of operator-sdk runs", () => {
  const spec = { image, entrypoint: ["scorecard-test", "basic-check-spec"] };
  const result = { name: "basic-check-spec", state: "pass" };
  expect(runTests(bundleWith(), [{ spec }, { spec }])).toEqual([
    { spec, result },
    { spec, result },
  ]);
});

describe("a test that only its image contains is an error", () => {
  test.each<[entrypoint: string[] | undefined, suggestion: string]>([
    [["scorecard-test", "olm-spec-descriptor"], "Did you mean olm-spec-descriptors?"],
    [["scorecard-test", "kuttl"], "The tests of scorecard-test are basic-check-spec"],
    [["scorecard-test"], "The tests of scorecard-test are basic-check-spec"],
    [["scorecard-tests", "basic-check-spec"], "Did you mean scorecard-test?"],
    [["scorecard-test", "basic-check-spec", "--fast"], "Remove the other arguments"],
    [["custom", "one"], "Run this one with operator-sdk scorecard, or exclude it with --selector."],
    [undefined, "Run this one with operator-sdk scorecard, or exclude it with --selector."],
  ])("%j", (entrypoint, suggestion) => {
    const labels = { test: "mine" };
    const spec = { image, labels, ...(entrypoint === undefined ? {} : { entrypoint }) };
    const [{ result } = {}] = runTests(bundleWith(), [{ spec }]);
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
