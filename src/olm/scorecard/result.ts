/** The results of scorecard, in the format v1alpha3. Source: operator-framework/api, pkg/apis/scorecard/v1alpha3. */
import { scorecardApiVersion } from "./test-names.js";

export type ScorecardState = "pass" | "fail" | "error";

export interface ScorecardResult {
  readonly name: string;
  readonly state: ScorecardState;
  readonly errors?: readonly string[];
  readonly suggestions?: readonly string[];
  /** What the test printed. */
  readonly log?: string;
}

/** The result of a test, without its name. */
export type Outcome = Omit<ScorecardResult, "name">;

/** A test as the configuration of scorecard lists it. */
export interface ScorecardSpec {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly uniqueID?: string;
}

/** Returns the object `TestList`: without results, the list of tests. */
export function toTestList(
  tests: readonly {
    readonly spec: ScorecardSpec;
    readonly result?: ScorecardResult;
  }[],
): Readonly<Record<string, unknown>> {
  return {
    apiVersion: scorecardApiVersion,
    kind: "TestList",
    items: tests.map(({ spec, result }) => ({
      apiVersion: scorecardApiVersion,
      kind: "Test",
      spec,
      status: result === undefined ? {} : { results: [result] },
    })),
  };
}
