import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { toSarif } from "../../src/cli/sarif.js";
import type { Diagnostic } from "../../src/core/diagnostic.js";

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
              { id: "crd/stale", shortDescription: { text: "A CRD file is there whose kind is gone (a warning)." } },
              {
                id: "project/not-found",
                shortDescription: { text: "The command needs a project, and there is no PROJECT file here." },
              },
              { id: "tag/unknown", shortDescription: { text: "A comment has a tag that does not exist." } },
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
