/** Prints the findings, for users and for programs. */
import { styleText } from "node:util";
import { defined } from "../core/defined.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { formatLocation } from "../core/source-location.js";
import { visible } from "../core/visible.js";
import type { CheckedFinding, Status } from "./finding.js";

export interface Report {
  readonly text: string;
  readonly isPainted: boolean;
  readonly json: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: 0 | 1;
}

export function makeReport(findings: readonly CheckedFinding[], isOnTerminal: boolean): Report {
  const failures = countOf(findings, "failure");
  const warnings = countOf(findings, "warning");
  const groups = [...new Set(findings.map(groupOf))].flatMap((group) => [
    group,
    ...findings.filter((finding) => groupOf(finding) === group).map((finding) => showFinding(finding, isOnTerminal)),
    "",
  ]);
  return {
    isPainted: isOnTerminal,
    text: [...groups, showCounts(failures, warnings)].join("\n"),
    json: { findings, failures, warnings },
    diagnostics: findings.flatMap(toDiagnostic),
    exitCode: failures === 0 ? 0 : 1,
  };
}

function countOf(findings: readonly CheckedFinding[], status: Status): number {
  return findings.filter((finding) => finding.status === status).length;
}

/** Returns the group of a check: `machine`, `project`, or `cluster`. */
function groupOf({ check }: CheckedFinding): string {
  return check.split("/")[0] ?? check;
}

function showCounts(failures: number, warnings: number): string {
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
  const parts = [
    ...(failures === 0 ? [] : [count(failures, "failure")]),
    ...(warnings === 0 ? [] : [count(warnings, "warning")]),
  ];
  return parts.length === 0 ? "no problems found" : parts.join(", ");
}

const marks = {
  ok: { sign: "✓", word: "ok", colour: "green" },
  info: { sign: "·", word: "note", colour: "blue" },
  warning: { sign: "!", word: "warning", colour: "yellow" },
  failure: { sign: "✗", word: "failed", colour: "red" },
  skipped: { sign: "-", word: "skipped", colour: "gray" },
} as const satisfies Record<Status, object>;

const longestWord = Math.max(...Object.values(marks).map(({ word }) => word.length));

function showFinding({ status, message, at, hint }: CheckedFinding, isOnTerminal: boolean): string {
  const { sign, word, colour } = marks[status];
  const mark = isOnTerminal ? styleText(colour, sign) : word.padEnd(longestWord);
  const indent = " ".repeat(isOnTerminal ? 6 : longestWord + 5);
  const place = at === undefined ? "" : `${formatLocation(at)}: `;
  const lines = [`${place}${message}`, ...(hint === undefined ? [] : [hint])].map((line) => visible(line));
  return `  ${mark} ${lines.join("\n").replaceAll("\n", `\n${indent}`)}`;
}

function toDiagnostic({ status, message, at, hint, code = "doctor/found" }: CheckedFinding): Diagnostic[] {
  if (status !== "warning" && status !== "failure") return [];
  return [{ code, severity: status === "failure" ? "error" : "warning", message, ...defined({ at, hint }) }];
}
