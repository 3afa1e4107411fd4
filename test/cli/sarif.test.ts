import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { toSarif } from "../../src/cli/sarif.js";
import type { Diagnostic } from "../../src/core/diagnostic.js";
import { goldenCases, runManifests } from "../support/manifest-cases.js";

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
  const printed = (log: unknown): unknown => JSON.parse(JSON.stringify(log));

  test.each([
    ["findings of all severities and places", { ...run, diagnostics: found }],
    ["no findings", { ...run, exitCode: 0, diagnostics: [] }],
    ["a bug of ours", { ...run, exitCode: 70, diagnostics: [], bug: "Error: oh\n  at x" }],
    ["a folder with an unusual path", { ...run, cwd: "/tmp/100% #1?/ä b/", diagnostics: found }],
    ["a version before the first", { ...run, version: "0.1.0-beta.1+build", diagnostics: found }],
  ])("accepts a log of %s", (_what, input) => {
    expect(judge(printed(toSarif(input)))).toEqual([]);
  });

  test("accepts the diagnostics of every golden project with mistakes", () => {
    const diagnostics = goldenCases("diagnostics").flatMap(
      ({ input, options }) => runManifests(input, options).diagnostics,
    );
    expect(diagnostics.length).toBeGreaterThan(100);
    expect(judge(printed(toSarif({ ...run, diagnostics })))).toEqual([]);
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
    expect(judge(printed(log))).not.toEqual([]);
  });
});

/** The errors of a log: locations and messages. */
function sarifJudge(): (log: unknown) => readonly string[] {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // Its schema is draft 4, which differs from the current draft only in the names of these two keywords, as far as it uses them.
  const schema = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  delete schema["$schema"];
  delete schema["id"];
  const ajv = new Ajv({
    strict: false,
    unicodeRegExp: false,
    allErrors: true,
    formats: {
      uri: (text: string) => URL.canParse(text),
      "uri-reference": (text: string) => URL.canParse(text, "file:///") && !/[\s<>"{}|\\^`]/.test(text),
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    },
  });
  const validate = ajv.compile(schema);
  return (log) =>
    validate(log) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message ?? ""}`);
}
