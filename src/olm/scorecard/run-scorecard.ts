/** Runs the tests that the configuration of a bundle lists. */
import { nearest } from "../../core/suggest.js";
import type { Bundle } from "../read/bundle.js";
import { builtInTest } from "./built-in-tests.js";
import type { ScorecardResult, ScorecardSpec } from "./result.js";
import { scorecardProgram, scorecardTests } from "./test-names.js";

/** Runs one test. A test that only its image contains is an error, not a pass. */
export function runTest(bundle: Bundle, spec: ScorecardSpec): ScorecardResult {
  const [program = "", name = ""] = spec.entrypoint ?? [];
  const test = program === scorecardProgram && spec.entrypoint?.length === 2 ? builtInTest(name) : undefined;
  return test === undefined ? notRun(spec) : { name, ...test(bundle) };
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
