import path from "node:path";
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import { parseLabelSelector } from "../../kube/label-selector.js";
import { gatherBundleFiles } from "../../olm/read/gather-files.js";
import { readBundle } from "../../olm/read/read-bundle.js";
import { printXunit } from "../../olm/scorecard/print-xunit.js";
import { type ListedTest, readConfig } from "../../olm/scorecard/read-config.js";
import { type ScorecardResult, toTestList } from "../../olm/scorecard/result.js";
import { runTests, testName } from "../../olm/scorecard/run-scorecard.js";
import type { CommandResult, Context } from "../context.js";
import type { ScorecardOptions } from "../declared/olm-validate.js";
import { defaultBundle } from "./open-bundle.js";

/**
 * Runs the tests of a bundle. Writes nothing.
 *
 * @throws TsopError `bundle/not-found`, all faults of the configuration, and `usage/invalid-argument` for a selector that
 *   selects no test
 */
export function scorecard(
  { dir = defaultBundle, selector, list, format }: ScorecardOptions,
  { cwd }: Context,
): CommandResult {
  const shown = dir.replace(/(?<!\/)\/+$/, "");
  const bundle = readBundle(gatherBundleFiles(path.resolve(cwd, dir), shown), shown);
  const reading = readConfig(bundle);
  if (reading.kind === "faults") throw TsopError.fromDiagnostics(reading.diagnostics);
  const selected = selectTests(reading.tests, selector);
  if (list === true) return listOf(selected);
  const tests = runTests(bundle, selected);
  const isPassed = tests.every(({ result }) => result.state === "pass");
  return {
    ...(format === "xunit"
      ? { text: printXunit(tests), isDocument: true }
      : {
          text: printText(
            tests.map(({ result }) => result),
            shown,
          ),
        }),
    json: toTestList(tests),
    diagnostics: tests.flatMap(({ result, at }) => diagnosticsOf(result, at)),
    exitCode: isPassed ? 0 : 1,
  };
}

function selectTests(tests: readonly ListedTest[], selector: string | undefined): readonly ListedTest[] {
  if (selector === undefined) return tests;
  const matches = parseLabelSelector(selector);
  const selected = tests.filter(({ spec }) => matches(spec.labels));
  if (selected.length > 0) return selected;
  const labels = tests.flatMap(({ spec }) =>
    Object.entries(spec.labels ?? {}).map(([key, value]) => `${key}=${value}`),
  );
  const meant = nearest(selector, labels);
  throw new TsopError("usage/invalid-argument", `--selector ${selector} selects no test`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}\`tsop scorecard --list\` lists all tests.`,
  });
}

function listOf(tests: readonly ListedTest[]): CommandResult {
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

function printText(results: readonly ScorecardResult[], source: string): string {
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

function diagnosticsOf(
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
