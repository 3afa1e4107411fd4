/** Prints the tests of scorecard, and their results. */
import type { Diagnostic } from "../../../core/diagnostic.js";
import type { ListedTest } from "../../../olm/scorecard/read-config.js";
import { type ScorecardResult, toTestList } from "../../../olm/scorecard/result.js";
import { testName } from "../../../olm/scorecard/run-scorecard.js";
import type { CommandResult } from "../../context.js";

export function listOf(tests: readonly ListedTest[]): CommandResult {
  const rows = tests.map(({ spec }) => ({
    name: testName(spec),
    labels: Object.entries(spec.labels ?? {}).map(([key, value]) => `${key}=${value}`),
    entrypoint: spec.entrypoint ?? [],
  }));
  const width = Math.max(...rows.map(({ name }) => name.length), 0) + 2;
  const labelWidth = Math.max(...rows.map(({ labels }) => labels.join(",").length), 0) + 2;
  const line = (name: string, labels: string, entrypoint: string): string =>
    `${name.padEnd(width)}${labels.padEnd(labelWidth)}${entrypoint}`.trimEnd();
  return {
    text: [
      line("NAME", "LABELS", "ENTRYPOINT"),
      ...rows.map(({ name, labels, entrypoint }) => line(name, labels.join(","), entrypoint.join(" "))),
    ].join("\n"),
    json: toTestList(tests),
  };
}

export function printText(results: readonly ScorecardResult[], source: string): string {
  const passed = results.filter(({ state }) => state === "pass").length;
  return [
    ...results.flatMap(({ name, state, errors = [], suggestions = [] }) => [
      `${state.padEnd(7)}${name}`,
      ...errors.map((error) => `         ${error}`),
      ...suggestions.map((suggestion) => `         suggestion: ${suggestion}`),
    ]),
    `${source}: ${passed} of ${results.length} ${results.length === 1 ? "test" : "tests"} passed`,
  ].join("\n");
}

export function diagnosticsOf(
  { name, state, errors = [], suggestions = [] }: ScorecardResult,
  at: ListedTest["at"],
): Diagnostic[] {
  if (state === "pass") return [];
  return errors.map((error) => ({
    ...{
      code: "bundle/scorecard-failed",
      severity: "error",
      message: `${name}: ${error}`,
    },
    ...(at === undefined ? {} : { at }),
    ...(suggestions.length === 0 ? {} : { hint: suggestions.join("\n") }),
  }));
}
