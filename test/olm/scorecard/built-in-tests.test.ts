import { describe, expect, test } from "vitest";
import { builtInTest } from "../../../src/olm/scorecard/built-in-tests.js";
import { scorecardTests, type ScorecardTestName } from "../../../src/olm/scorecard/test-names.js";
import { bundleWith, crdFile, csvFile } from "../../support/olm/scorecard.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";

const files = toFiles(validBundle());
const example = `{"apiVersion":"example.com/v1","kind":"Bar","metadata":{"name":"a"},"spec":{"size":1},"status":{"ready":true}}`;

/** Runs a test on the valid bundle with texts of one file replaced. */
function run(name: ScorecardTestName, file = csvFile, ...changes: readonly [from: string, to: string][]): unknown {
  let text = files.get(file) ?? "";
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
  }
  return builtInTest(name)?.(bundleWith({ [file]: text }));
}

/** Runs a test on the valid bundle with other examples. */
function runWith(name: ScorecardTestName, examples: string): unknown {
  return run(name, csvFile, [`[${example}]`, examples]);
}

test.each(scorecardTests)("the valid bundle passes $name", ({ name }) => {
  expect(run(name)).toEqual({ state: "pass" });
});

test.each(scorecardTests)("$name does not pass a bundle without a ClusterServiceVersion", ({ name }) => {
  const outcome = builtInTest(name)?.(bundleWith({ [csvFile]: undefined }));
  expect(outcome?.state).toBe(name === "olm-bundle-validation" ? "fail" : "error");
  expect(outcome?.errors?.join()).toContain("no ClusterServiceVersion");
});

test("there are no other tests", () => {
  expect(builtInTest("basic-check-specs")).toBeUndefined();
  expect(builtInTest("__proto__")).toBeUndefined();
});

describe("examples that are not valid JSON", () => {
  test.each<[name: ScorecardTestName, state: string]>([
    ["basic-check-spec", "fail"],
    ["olm-crds-have-validation", "error"],
    ["olm-spec-descriptors", "error"],
    ["olm-status-descriptors", "error"],
  ])("%s: %s", (name, state) => {
    const suggestions = ["Write a JSON list of objects, each with apiVersion and kind."];
    expect(runWith(name, "[{]")).toMatchObject({ state, suggestions });
    expect(runWith(name, "{}")).toMatchObject({
      state,
      errors: ["the annotation alm-examples is not a list of objects"],
    });
    expect(runWith(name, "[]")).toEqual({ state: "pass" });
  });
});

describe("basic-check-spec", () => {
  test("suggests a spec, and passes", () => {
    const without = example.replace('"spec":{"size":1}', '"spec":null');
    expect(runWith("basic-check-spec", `[${without}]`)).toEqual({
      state: "pass",
      suggestions: ["spec missing from [a]"],
    });
  });
});

describe("olm-bundle-validation", () => {
  test("fails by the rules of Operator Framework, and suggests what they warn about", () => {
    expect(run("olm-bundle-validation", csvFile, ["displayName: Demo", "other: Demo"])).toMatchObject({
      state: "fail",
      errors: [expect.stringMatching(/displayName.*\[/)],
    });
    expect(run("olm-bundle-validation", csvFile, ["minKubeVersion:", "other:"])).toEqual({
      state: "pass",
      suggestions: ["spec.minKubeVersion is not set [min-kube-version]"],
    });
  });

  test("passes a bundle that only the rules of tsop reject", () => {
    const annotations = "metadata/annotations.yaml";
    expect(run("olm-bundle-validation", annotations, ["default.v1: stable", "default.v1: beta"])).toEqual({
      state: "pass",
    });
  });
});

describe("olm-crds-have-validation", () => {
  test("fails if the schema lacks a field of an example", () => {
    const more = example.replace('"size":1', '"size":1,"toString":2').replace('"ready"', '"raedy"');
    expect(runWith("olm-crds-have-validation", `[${more}]`)).toEqual({
      state: "fail",
      errors: ["the schema of Bar/v1 has no spec field `toString`", "the schema of Bar/v1 has no status field `raedy`"],
      suggestions: [
        "Add CRD validation for spec field `toString` in Bar/v1",
        "Add CRD validation for status field `raedy` in Bar/v1",
      ],
    });
  });

  test("suggests a schema if the version has none, and passes", () => {
    expect(run("olm-crds-have-validation", crdFile, ["openAPIV3Schema:", "other:"])).toEqual({
      state: "pass",
      suggestions: ["Add CRD validation for Bar/v1"],
    });
  });

  test("reads the schema of a CRD of v1beta1", () => {
    const crd = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: bars.example.com}
spec:
  group: example.com
  version: v1
  names: {kind: Bar, plural: bars}
  validation: {openAPIV3Schema: {properties: {spec: {properties: {size: {}}}}}}
`;
    expect(builtInTest("olm-crds-have-validation")?.(bundleWith({ [crdFile]: crd }))).toMatchObject({
      state: "fail",
      errors: ["the schema of Bar/v1 has no status field `ready`"],
    });
  });

  test("ignores other versions, and rejects a spec that is not an object", () => {
    expect(runWith("olm-crds-have-validation", `[${example.replace("com/v1", "com/v2")}]`)).toEqual({ state: "pass" });
    expect(runWith("olm-crds-have-validation", `[${example.replace('{"size":1}', "1")}]`)).toEqual({
      state: "fail",
      errors: ["spec of [a] is not an object"],
    });
  });
});

describe("olm-crds-have-resources", () => {
  test("fails if an owned CRD has no resources", () => {
    expect(run("olm-crds-have-resources", csvFile, ["resources:\n      - kind", "other:\n      - kind"])).toEqual({
      state: "fail",
      errors: ["Owned CRDs do not have resources specified"],
      suggestions: ["Add the resources of bars.example.com to the ClusterServiceVersion"],
    });
  });
});

describe("olm-spec-descriptors", () => {
  test("fails if a field of an example has no descriptor", () => {
    expect(run("olm-spec-descriptors", csvFile, ["path: size", "path: sise"])).toEqual({
      state: "fail",
      errors: ["size does not have a spec descriptor"],
      suggestions: ["Add a spec descriptor for size"],
    });
  });

  test("fails if an example has no spec, or its kind has no owned CRD", () => {
    const without = example.replace('"spec":{"size":1},', "");
    expect(runWith("olm-spec-descriptors", `[${without}]`)).toEqual({
      state: "fail",
      errors: ["spec missing from [a]"],
    });
    expect(runWith("olm-spec-descriptors", `[${example.replace('"Bar"', '"Baz"')}]`)).toEqual({
      state: "fail",
      errors: ["Failed to find an owned CRD for CR a with GVK Baz.example.com/v1"],
    });
  });
});

describe("olm-status-descriptors", () => {
  test("fails if the example has a status, and its CRD no descriptor", () => {
    expect(run("olm-status-descriptors", csvFile, ["statusDescriptors:", "other:"])).toEqual({
      state: "fail",
      errors: ["bars.example.com does not have a status descriptor"],
      suggestions: ["Add a status descriptor for bars.example.com"],
    });
    expect(runWith("olm-status-descriptors", `[${example.replace('"Bar"', '"Baz"')}]`)).toMatchObject({
      state: "fail",
    });
  });

  test("passes an example without a status, and says that it checked nothing", () => {
    const without = example.replace('{"ready":true}', "{}");
    expect(runWith("olm-status-descriptors", `[${without}]`)).toEqual({
      state: "pass",
      suggestions: ["bars.example.com does not have a status in its example: the test checked no descriptors"],
    });
  });
});
