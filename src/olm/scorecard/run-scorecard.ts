/** Runs the tests that the configuration of a bundle lists. */
import { nearest } from "../../core/suggest.js";
import type { Bundle } from "../read/bundle.js";
import { builtInTest } from "./built-in-tests.js";
import type { ScorecardResult, ScorecardSpec } from "./result.js";
import { scorecardProgram, scorecardTests } from "./test-names.js";

/**
 * Runs the tests one after the other. A test that only its image contains is an error, not a pass. A test that the
 * configuration lists again runs once.
 */
export function runTests<Listed extends { readonly spec: ScorecardSpec }>(
  bundle: Bundle,
  tests: readonly Listed[],
): readonly (Listed & { readonly result: ScorecardResult })[] {
  const results = new Map<string, ScorecardResult>();
  return tests.map((listed) => {
    const { entrypoint: [program, name = "", ...rest] = [] } = listed.spec;
    const test = program === scorecardProgram && rest.length === 0 ? builtInTest(name) : undefined;
    if (test === undefined) return { ...listed, result: notRun(listed.spec) };
    const result = results.get(name) ?? { name, ...test(bundle) };
    results.set(name, result);
    return { ...listed, result };
  });
}

/** Returns the name of a test for users: that of operator-sdk, or its label. */
export function testName({ image, entrypoint = [], labels = {} }: ScorecardSpec): string {
  return labels["test"] ?? entrypoint[1] ?? (image === "" ? "a test without a name" : image);
}

function notRun(spec: ScorecardSpec): ScorecardResult {
  const { image, entrypoint = [] } = spec;
  const program = entrypoint.length === 0 ? "no entrypoint" : `the entrypoint ${entrypoint.join(" ")}`;
  const source = image === "" ? "no image" : `the image ${image}`;
  return {
    name: testName(spec),
    state: "error",
    errors: [`tsop did not run this test, which has ${source} and ${program}`],
    suggestions: [suggestionFor(entrypoint)],
  };
}

function suggestionFor([program = "", name = "", ...rest]: readonly string[]): string {
  const names = scorecardTests.map((test) => test.name);
  if (program !== scorecardProgram) {
    return nearest(program, [scorecardProgram]) === undefined
      ? `tsop runs the tests of ${scorecardProgram}. Run this one with operator-sdk scorecard, or exclude it with --selector.`
      : `Did you mean ${scorecardProgram}?`;
  }
  if (rest.length > 0) return `Remove the other arguments: ${rest.join(" ")}.`;
  const meant = nearest(name, names);
  return meant === undefined ? `The tests of ${scorecardProgram} are ${names.join(", ")}.` : `Did you mean ${meant}?`;
}
