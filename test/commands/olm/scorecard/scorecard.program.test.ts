import { describe, expect, test } from "vitest";
import { scorecard } from "../../../../src/commands/olm/scorecard/scorecard.js";
import { configFile, crdFile, csvFile } from "../../../support/olm/scorecard.js";
import { toFiles, validBundle } from "../../../support/olm/valid-bundle.js";
import { recordingContext } from "../../../support/recording-context.js";
import { tempFolder, writeFiles } from "../../../support/temp-folder.js";

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

/** Adds a version to the CRD, its description and an example of the same object. */
function withSecondVersion(files: Map<string, string>): Map<string, string> {
  const crd = files.get(crdFile) ?? "";
  const [, version = ""] = /\n {2}versions:\n([^]*)/.exec(crd) ?? [];
  const [, description = ""] = /\n {4}owned:\n([^]*?)\n {2}description/.exec(files.get(csvFile) ?? "") ?? [];
  const renamed = (text: string): string =>
    text.replace("name: v1", "name: v2").replace("size:", "count:").replace("path: size", "path: count");
  const edited = (files.get(csvFile) ?? "")
    .replace(/alm-examples: '\[(.*)\]'/, (_, first: string) => {
      const second = first.replace("com/v1", "com/v2").replace("size", "count");
      return `alm-examples: '[${first},${second}]'`;
    })
    .replace(description, () => `${description}\n${renamed(description).replace(/version: v1$/, "version: v2")}`);
  return files
    .set(csvFile, edited)
    .set(
      crdFile,
      crd + renamed(version).replace("storage: true", "storage: false").replace(".spec.size", ".spec.count"),
    );
}

test("each example is compared with its version, and created once", async () => {
  const files = withSecondVersion(toFiles(validBundle()));
  const cwd = tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
  const { text } = await scorecard({}, recordingContext({ cwd }));
  expect(text).toBe(`pass   basic-check-spec
pass   olm-bundle-validation
pass   olm-crds-have-validation
pass   olm-crds-have-resources
pass   olm-spec-descriptors
pass   olm-status-descriptors
bundle: 6 of 6 tests passed`);
});

describe("a valid bundle", () => {
  const context = recordingContext({ cwd: valid });

  test("passes all tests", async () => {
    const result = await scorecard({}, context);
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

  test("runs the tests that a selector selects", async () => {
    expect((await scorecard({ selector: "suite=basic", bundle: "bundle/" }, context)).text).toBe(
      "pass   basic-check-spec\nbundle: 1 of 1 test passed",
    );
  });

  test("prints a document for CI systems", async () => {
    const { text, isDocument } = await scorecard({ format: "xunit", selector: "suite=basic" }, context);
    expect(isDocument).toBe(true);
    expect(text).toContain('<testsuites name="scorecard" tests="1" failures="0" errors="0">');
  });
});

describe("tests that do not pass", () => {
  const context = recordingContext({ cwd: folder() });

  test("fail the command, with their reasons and places", async () => {
    const { text, json, diagnostics, exitCode } = await scorecard({}, context);
    expect(exitCode).toBe(1);
    expect(text).toBe(`fail   olm-spec-descriptors
         size does not have a spec descriptor
         suggestion: Add a spec descriptor for size
error  one-test
         tsop did not run this test, which has the image mine and the entrypoint mine one
         suggestion: tsop runs the tests of scorecard-test, and those in test/scorecard. Run this one with operator-sdk scorecard, or exclude it with --selector.
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

  test("fail the command also if they could not run", async () => {
    expect(await scorecard({ selector: "suite!=olm" }, context)).toMatchObject({
      exitCode: 1,
    });
  });

  test("are listed, and not run", async () => {
    const { text, json, exitCode = 0 } = await scorecard({ list: true }, context);
    expect(exitCode).toBe(0);
    expect(text).toBe(`NAME                       LABELS                                    ENTRYPOINT
olm-spec-descriptors-test  suite=olm,test=olm-spec-descriptors-test  scorecard-test olm-spec-descriptors
one-test                   suite=mine,test=one-test                  mine one`);
    expect(json).toMatchObject({ items: [{ status: {} }, { status: {} }] });
  });
});

test.each([
  [{ bundle: "other" }, "other is not a folder"],
  [{ selector: "suite=base" }, "--selector suite=base selects no test"],
  [{ selector: "suite=base", list: true }, "--selector suite=base selects no test"],
  [{ selector: "suite=(" }, "not a label selector"],
  [{ config: "none.yaml" }, "cannot read the file of --config"],
  [{ skipCleanup: true }, "--skip-cleanup keeps objects in a cluster, but no cluster is named"],
  [{ run: true }, "PROJECT"],
])("rejects %o", async (options, message) => {
  await expect(scorecard(options, recordingContext({ cwd: valid }))).rejects.toThrow(message);
});

test("rejects a configuration with a typing mistake, and suggests the selector that the user meant", async () => {
  const files = toFiles(validBundle()).set(configFile, config.replace("- tests:", "- test:"));
  const cwd = tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
  await expect(scorecard({}, recordingContext({ cwd }))).rejects.toMatchObject({ code: "bundle/invalid-scorecard" });
  await expect(scorecard({ selector: "suite=base" }, recordingContext({ cwd: valid }))).rejects.toMatchObject({
    hint: "Did you mean suite=basic? `tsop scorecard --list` lists all tests.",
  });
});

describe("the API server", () => {
  test("rejects CRDs and examples, which fails basic-check-spec", async () => {
    const files = toFiles(validBundle());
    files.set(csvFile, (files.get(csvFile) ?? "").replace('"spec":{"size":1}', '"spec":{"size":"many"}'));
    const cwd = tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
    const { text, exitCode } = await scorecard({ selector: "suite=basic" }, recordingContext({ cwd }));
    expect(exitCode).toBe(1);
    expect(text).toContain("fail   basic-check-spec");
    expect(text).toMatch(/the API server rejects the example Bar a: .*size/);
  });

  test("gets no examples of kinds that the bundle does not define", async () => {
    const files = toFiles(validBundle());
    files.set(csvFile, (files.get(csvFile) ?? "").replace('"kind":"Bar","metadata"', '"kind":"Baz","metadata"'));
    const cwd = tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text])));
    const { text } = await scorecard({ selector: "suite=basic" }, recordingContext({ cwd }));
    expect(text).toContain("suggestion: tsop did not create the example Baz a: the bundle does not contain its CRD");
  });
});

test("--config names another configuration", async () => {
  const cwd = folder();
  writeFiles(cwd, { "mine.yaml": config.slice(0, config.indexOf("  - image: mine")) });
  const { text } = await scorecard({ config: "mine.yaml" }, recordingContext({ cwd }));
  expect(text).toContain("bundle: 0 of 1 test passed");
  writeFiles(cwd, { "mine.yaml": "stages: [{tests: 1}]\n" });
  await expect(scorecard({ config: "mine.yaml" }, recordingContext({ cwd }))).rejects.toMatchObject({
    diagnostics: [{ at: { file: "mine.yaml" } }, { at: { file: "mine.yaml" } }],
  });
});
