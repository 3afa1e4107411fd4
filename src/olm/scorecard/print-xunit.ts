/** Prints results for CI systems, in the XML format of JUnit. */
import { groupBy } from "../../core/group-by.js";
import type { ScorecardResult, ScorecardSpec } from "./result.js";

interface TestResult {
  readonly spec: ScorecardSpec;
  readonly result: ScorecardResult;
}

export function printXunit(tests: readonly TestResult[]): string {
  const suites = groupBy(tests, ({ spec }) => spec.labels?.["suite"] ?? "scorecard");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="scorecard"${counts(tests)}>`,
    ...[...suites].flatMap(([name, members]) => [
      `  <testsuite name="${escape(name)}"${counts(members)}>`,
      ...members.flatMap(({ result }) => printCase(result, name)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n");
}

function counts(tests: readonly TestResult[]): string {
  const count = (state: string): number => tests.filter(({ result }) => result.state === state).length;
  return ` tests="${tests.length}" failures="${count("fail")}" errors="${count("error")}"`;
}

function printCase({ name, state, errors = [], suggestions = [] }: ScorecardResult, suite: string): string[] {
  const tag = state === "fail" ? "failure" : "error";
  const inside = [
    ...(state === "pass"
      ? []
      : [`      <${tag} message="${escape(errors[0] ?? "")}">${escape(errors.join("\n"))}</${tag}>`]),
    ...(suggestions.length === 0 ? [] : [`      <system-out>${escape(suggestions.join("\n"))}</system-out>`]),
  ];
  const start = `    <testcase name="${escape(name)}" classname="${escape(suite)}"`;
  return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, "    </testcase>"];
}

/** Escapes text and attributes. XML cannot contain other control characters at all. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\n", "&#10;");
}
