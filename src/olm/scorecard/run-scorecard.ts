/** Runs the tests that the configuration of a bundle lists. */
import { groupBy } from "../../core/group-by.js";
import { nearest } from "../../core/suggest.js";
import type { Bundle } from "../read/bundle.js";
import { builtInTest } from "./built-in-tests.js";
import { customTestFolder, customTestProgram } from "./custom-tests.js";
import type { LiveBundle } from "./live-bundle.js";
import type { ListedTest } from "./read-config.js";
import type { Outcome, ScorecardResult, ScorecardSpec } from "./result.js";
import { scorecardProgram, scorecardTests } from "./test-names.js";

/** What the tests run on. */
export interface TestedBundle {
  readonly bundle: Bundle;
  /** Undefined if no API server knows the bundle. */
  readonly live: LiveBundle | undefined;
  /** The names of the tests in TypeScript, and how one of them runs. */
  readonly customTests: readonly string[];
  readonly runCustomTest: (name: string) => Promise<Outcome>;
}

type Tested<Listed> = Listed & { readonly result: ScorecardResult };

/**
 * Runs the stages one after the other, and the tests of a parallel stage at the same time. A test that only its image
 * contains is an error, not a pass. A test that the configuration lists again runs once.
 */
export async function runTests<Listed extends Pick<ListedTest, "spec" | "stage" | "isParallel">>(
  tested: TestedBundle,
  tests: readonly Listed[],
): Promise<readonly Tested<Listed>[]> {
  const results = new Map<string, Promise<ScorecardResult>>();
  const run = async (listed: Listed): Promise<Tested<Listed>> => {
    const key = JSON.stringify(listed.spec.entrypoint ?? listed.spec);
    const result = results.get(key) ?? runTest(listed.spec, tested);
    results.set(key, result);
    return { ...listed, result: await result };
  };
  const done: Tested<Listed>[] = [];
  for (const [, stage] of groupBy(tests, ({ stage: number }) => String(number))) {
    if (stage[0]?.isParallel === true) done.push(...(await Promise.all(stage.map(run))));
    else for (const listed of stage) done.push(await run(listed));
  }
  return done;
}

async function runTest(spec: ScorecardSpec, tested: TestedBundle): Promise<ScorecardResult> {
  const { entrypoint: [program, name = "", ...rest] = [] } = spec;
  if (rest.length > 0) return notRun(spec, tested.customTests);
  const builtIn = program === scorecardProgram ? builtInTest(name) : undefined;
  if (builtIn !== undefined) return { name, ...builtIn(tested.bundle, tested.live) };
  const isCustom = program === customTestProgram && tested.customTests.includes(name);
  return isCustom ? { name, ...(await tested.runCustomTest(name)) } : notRun(spec, tested.customTests);
}

/** Returns the name of a test for users: that of operator-sdk, or its label. */
export function testName({ image, entrypoint = [], labels = {} }: ScorecardSpec): string {
  return labels["test"] ?? entrypoint[1] ?? (image === "" ? "a test without a name" : image);
}

function notRun(spec: ScorecardSpec, customTests: readonly string[]): ScorecardResult {
  const { image, entrypoint = [] } = spec;
  const program = entrypoint.length === 0 ? "no entrypoint" : `the entrypoint ${entrypoint.join(" ")}`;
  const source = image === "" ? "no image" : `the image ${image}`;
  return {
    name: testName(spec),
    state: "error",
    errors: [`tsop did not run this test, which has ${source} and ${program}`],
    suggestions: [suggestionFor(entrypoint, customTests)],
  };
}

const programs = [scorecardProgram, customTestProgram];

function suggestionFor([program = "", name = "", ...rest]: readonly string[], customTests: readonly string[]): string {
  if (!programs.includes(program)) {
    const meant = nearest(program, programs);
    return meant === undefined
      ? `tsop runs the tests of ${scorecardProgram}, and those in ${customTestFolder}. Run this one with operator-sdk scorecard, or exclude it with --selector.`
      : `Did you mean ${meant}?`;
  }
  if (rest.length > 0) return `Remove the other arguments: ${rest.join(" ")}.`;
  const isCustom = program === customTestProgram;
  const names = isCustom ? customTests : scorecardTests.map((test) => test.name);
  const meant = nearest(name, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (!isCustom) return `The tests of ${scorecardProgram} are ${names.join(", ")}.`;
  return names.length === 0
    ? `${customTestFolder} contains no tests. Run tsop in the project of the operator.`
    : `The tests in ${customTestFolder} are ${names.join(", ")}.`;
}
