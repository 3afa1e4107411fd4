import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { toSarif } from "../../src/cli/sarif.js";
import type { Diagnostic } from "../../src/core/diagnostic.js";
import { sarifJudge } from "../support/sarif-judge.js";

const run = { cwd: "/home/me/my project", exitCode: 1, version: "1.2.3" };
const found: Diagnostic[] = [
  {
    code: "tag/unknown",
    severity: "error",
    message: "there is no tag @minimun",
    hint: "Did you mean @minimum?",
    at: { file: "api/v1/bar types.ts", line: 6, column: 9 },
  },
  { code: "crd/stale", severity: "warning", message: "stale", at: { file: "config/crd/bases/a_b.yaml" } },
  { code: "tag/unknown", severity: "info", message: "another", at: { file: "../other/x.ts", line: 1 } },
  { code: "project/not-found", severity: "error", message: "no place" },
];

test("a log has a result for each diagnostic, and a rule for each code", () => {
  expect(toSarif({ ...run, diagnostics: found })).toEqual({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "tsop",
            version: "1.2.3",
            semanticVersion: "1.2.3",
            rules: [
              {
                id: "crd/stale",
                shortDescription: { text: "A CRD file exists whose kind does not exist in the sources (a warning)." },
              },
              {
                id: "project/not-found",
                shortDescription: { text: "The command needs a project, and this folder contains no PROJECT file." },
              },
              { id: "tag/unknown", shortDescription: { text: "A comment contains an unknown tag." } },
            ],
          },
        },
        invocations: [{ executionSuccessful: true, exitCode: 1, toolExecutionNotifications: [] }],
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { uri: `${pathToFileURL(run.cwd).href}/` } },
        results: [
          {
            ruleId: "tag/unknown",
            ruleIndex: 2,
            level: "error",
            message: { text: "there is no tag @minimun\nDid you mean @minimum?" },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "api/v1/bar%20types.ts", uriBaseId: "%SRCROOT%" },
                  region: { startLine: 6, startColumn: 9 },
                },
              },
            ],
          },
          {
            ruleId: "crd/stale",
            ruleIndex: 0,
            level: "warning",
            message: { text: "stale" },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "config/crd/bases/a_b.yaml", uriBaseId: "%SRCROOT%" },
                },
              },
            ],
          },
          {
            ruleId: "tag/unknown",
            ruleIndex: 2,
            level: "note",
            message: { text: "another" },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "file:///home/me/other/x.ts" },
                  region: { startLine: 1, startColumn: undefined },
                },
              },
            ],
          },
          { ruleId: "project/not-found", ruleIndex: 1, level: "error", message: { text: "no place" } },
        ],
      },
    ],
  });
});

describe("a log without results", () => {
  test("says that nothing was found", () => {
    expect(toSarif({ ...run, exitCode: 0, diagnostics: [] })).toMatchObject({
      runs: [{ results: [], tool: { driver: { rules: [] } }, invocations: [{ executionSuccessful: true }] }],
    });
  });

  test("says that tsop itself failed", () => {
    expect(toSarif({ ...run, exitCode: 70, diagnostics: [], bug: "Error: oh\n  at x" })).toMatchObject({
      runs: [
        {
          results: [],
          invocations: [
            {
              executionSuccessful: false,
              exitCode: 70,
              toolExecutionNotifications: [{ level: "error", message: { text: "Error: oh\n  at x" } }],
            },
          ],
        },
      ],
    });
  });
});

describe("OASIS' schema of SARIF 2.1.0", () => {
  const judge = sarifJudge();

  test.each([
    ["findings of all severities and places", { ...run, diagnostics: found }],
    ["no findings", { ...run, exitCode: 0, diagnostics: [] }],
    ["a bug of ours", { ...run, exitCode: 70, diagnostics: [], bug: "Error: oh\n  at x" }],
    ["a folder with an unusual path", { ...run, cwd: "/tmp/100% #1?/ä b/", diagnostics: found }],
    ["a version before the first", { ...run, version: "0.1.0-beta.1+build", diagnostics: found }],
  ])("accepts a log of %s", (_what, input) => {
    expect(judge(toSarif(input))).toEqual([]);
  });

  test.each([
    ["no version of the log", "version", undefined],
    ["another version", "version", "2.0.0"],
    ["no runs", "runs", undefined],
    ["a run without a tool", "runs", [{}]],
    ["a result without a message", "runs", [{ tool: { driver: { name: "x" } }, results: [{ ruleId: "x" }] }]],
    [
      "a level that there is none",
      "runs",
      [{ tool: { driver: { name: "x" } }, results: [{ message: { text: "x" }, level: "fatal" }] }],
    ],
    ["a property that there is none", "runs", [{ tool: { driver: { name: "x" } }, findings: [] }]],
  ])("refuses %s", (_what, key, value) => {
    const log = { ...(toSarif({ ...run, diagnostics: found }) as object), [key]: value };
    expect(judge(log)).not.toEqual([]);
  });
});
