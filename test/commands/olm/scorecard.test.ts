import { describe, expect, test } from "vitest";
import { scorecard } from "../../../src/commands/olm/scorecard.js";
import { TsopError } from "../../../src/core/errors.js";
import { configFile, csvFile } from "../../support/olm/scorecard.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";
import { recordingContext } from "../../support/recording-context.js";
import { tempFolder } from "../../support/temp-folder.js";

const config = `stages:
- tests:
  - image: a
    entrypoint: [scorecard-test, olm-spec-descriptors]
    labels: {suite: olm, test: olm-spec-descriptors-test}
  - image: mine
    entrypoint: [mine, one]
    labels: {suite: mine, test: one-test}
`;

/** Writes the valid bundle, without the spec descriptor of its field, and with a configuration. */
function folder(): string {
  const files = toFiles(validBundle());
  files.set(csvFile, (files.get(csvFile) ?? "").replace("path: size", "path: sise"));
  files.set(configFile, config);
  return tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
}

const valid = tempFolder(
  Object.fromEntries([...toFiles(validBundle())].map(([file, text]) => [`bundle/${file}`, text])),
);

describe("a valid bundle", () => {
  const context = recordingContext({ cwd: valid });

  test("passes all tests", () => {
    const result = scorecard({}, context);
    expect(result).toMatchObject({
      exitCode: 0,
      diagnostics: [],
      json: { kind: "TestList" },
    });
    expect(result.text).toBe(`pass   basic-check-spec
pass   olm-bundle-validation
pass   olm-crds-have-validation
pass   olm-crds-have-resources
pass   olm-spec-descriptors
pass   olm-status-descriptors
bundle: 6 of 6 tests passed`);
  });

  test("runs the tests that a selector selects", () => {
    expect(scorecard({ selector: "suite=basic", dir: "bundle/" }, context).text).toBe(
      "pass   basic-check-spec\nbundle: 1 of 1 test passed",
    );
  });

  test("prints a document for CI systems", () => {
    const { text, isDocument } = scorecard({ format: "xunit", selector: "suite=basic" }, context);
    expect(isDocument).toBe(true);
    expect(text).toContain('<testsuites name="scorecard" tests="1" failures="0" errors="0">');
  });
});

describe("tests that do not pass", () => {
  const context = recordingContext({ cwd: folder() });

  test("fail the command, with their reasons and places", () => {
    const { text, json, diagnostics, exitCode } = scorecard({}, context);
    expect(exitCode).toBe(1);
    expect(text).toBe(`fail   olm-spec-descriptors
         size does not have a spec descriptor
         suggestion: Add a spec descriptor for size
error  one-test
         tsop did not run this test, which has the image mine and the entrypoint mine one
         suggestion: tsop runs the tests of scorecard-test. Run this one with operator-sdk scorecard, or exclude it with --selector.
bundle: 0 of 2 tests passed`);
    expect(json).toMatchObject({
      apiVersion: "scorecard.operatorframework.io/v1alpha3",
      items: [
        {
          kind: "Test",
          spec: { image: "a" },
          status: {
            results: [{ name: "olm-spec-descriptors", state: "fail" }],
          },
        },
        {
          spec: { labels: { suite: "mine" } },
          status: { results: [{ name: "one-test", state: "error" }] },
        },
      ],
    });
    expect(diagnostics).toMatchObject([
      {
        code: "bundle/scorecard-failed",
        message: "olm-spec-descriptors: size does not have a spec descriptor",
        at: { file: `bundle/${configFile}`, line: 3 },
      },
      { at: { line: 6 } },
    ]);
  });

  test("fail the command also if they could not run", () => {
    expect(scorecard({ selector: "suite!=olm" }, context)).toMatchObject({
      exitCode: 1,
    });
  });

  test("are listed, and not run", () => {
    const { text, json, exitCode = 0 } = scorecard({ list: true }, context);
    expect(exitCode).toBe(0);
    expect(text).toBe(`NAME                       LABELS                                    ENTRYPOINT
olm-spec-descriptors-test  suite=olm,test=olm-spec-descriptors-test  scorecard-test olm-spec-descriptors
one-test                   suite=mine,test=one-test                  mine one`);
    expect(json).toMatchObject({ items: [{ status: {} }, { status: {} }] });
  });
});

test.each([
  [{ dir: "other" }, "other is not a folder"],
  [{ selector: "suite=base" }, "--selector suite=base selects no test"],
  [{ selector: "suite=base", list: true }, "--selector suite=base selects no test"],
  [{ selector: "suite=(" }, "not a label selector"],
])("rejects %o", (options, message) => {
  const run = (): unknown => scorecard(options, recordingContext({ cwd: valid }));
  expect(run).toThrow(TsopError);
  expect(run).toThrow(message);
});

test("rejects a configuration with a typing mistake, and suggests the selector that the user meant", () => {
  const files = toFiles(validBundle()).set(configFile, config.replace("- tests:", "- test:"));
  const cwd = tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
  expect(() => scorecard({}, recordingContext({ cwd }))).toThrow(
    expect.objectContaining({ code: "bundle/invalid-scorecard" }),
  );
  expect(() => scorecard({ selector: "suite=base" }, recordingContext({ cwd: valid }))).toThrow(
    expect.objectContaining({
      hint: "Did you mean suite=basic? `tsop scorecard --list` lists all tests.",
    }),
  );
});
