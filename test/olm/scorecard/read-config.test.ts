import { expect, test } from "vitest";
import { formatDiagnostic } from "../../../src/core/diagnostic.js";
import { formatLocation } from "../../../src/core/source-location.js";
import { printYaml } from "../../../src/core/yaml.js";
import { scorecardConfiguration } from "../../../src/olm/generate/metadata.js";
import { customTestNames } from "../../../src/olm/scorecard/custom-tests.js";
import { readConfig } from "../../../src/olm/scorecard/read-config.js";
import { bundleWith, configFile } from "../../support/olm/scorecard.js";

function read(text: string | undefined, file = configFile): readonly string[] {
  const reading = readConfig(bundleWith({ [file]: text }));
  if (reading.kind === "faults") return reading.diagnostics.map(formatDiagnostic);
  return reading.tests.map(
    ({ spec, at }) => `${at === undefined ? "" : formatLocation(at)} ${(spec.entrypoint ?? []).join(" ")}`,
  );
}

const all = [
  "basic-check-spec",
  "olm-bundle-validation",
  "olm-crds-have-validation",
  "olm-crds-have-resources",
  "olm-spec-descriptors",
  "olm-status-descriptors",
];

test("a bundle without a configuration has all tests; the configuration that tsop generates lists the same", () => {
  expect(read(undefined)).toEqual(all.map((name) => ` scorecard-test ${name}`));
  const generated = printYaml(scorecardConfiguration([]));
  expect(read(generated).map((each) => each.replace(/^\S+/, ""))).toEqual(read(undefined));
});

test("tests in TypeScript follow those of operator-sdk, without a configuration and in a generated one", () => {
  const specs = (text: string | undefined, customTests: string[]): unknown => {
    const reading = readConfig(bundleWith({ [configFile]: text }), customTests);
    return reading.kind === "tests"
      ? reading.tests.map(({ spec, stage, isParallel }) => ({ spec, stage, isParallel }))
      : reading;
  };
  const own = { image: "", entrypoint: ["tsop-scorecard-test", "ready"] };
  expect(specs(undefined, ["ready"])).toMatchObject([...all.map(() => ({ stage: 0 })), { stage: 1, spec: own }]);
  expect(specs(printYaml(scorecardConfiguration(["ready"])), [])).toEqual(specs(undefined, ["ready"]));
});

test("only files of the folder with plain names are tests", () => {
  expect(customTestNames(["ready.ts", "a-1.ts", "ready.test.ts", "types.d.ts", "Helper.ts", "x.js", ".ts"])).toEqual([
    "a-1",
    "ready",
  ]);
});

test("tests of all stages are listed, with their places; the names of fields may differ in case", () => {
  const text = `apiversion: scorecard.operatorframework.io/v1alpha3
kind: Configuration
stages:
- parallel: true
  tests:
  - image: a
    entrypoint: [one, two]
- tests:
  - image: b
    uniqueid: "1"
`;
  expect(read(text)).toEqual([`bundle/${configFile}:6:5 one two`, `bundle/${configFile}:9:5 `]);
});

test("the annotation names the folder of the configuration", () => {
  const annotations = `annotations:
  operators.operatorframework.io.test.config.v1: ./scorecard
`;
  const config = "stages: [{tests: [{image: a}]}]\n";
  const files = { "metadata/annotations.yaml": annotations };
  expect(readConfig(bundleWith({ ...files, "scorecard/config.yaml": config }))).toMatchObject({
    kind: "tests",
    tests: [{ spec: { image: "a" } }],
  });
  expect(readConfig(bundleWith({ ...files, [configFile]: config }))).toMatchObject({
    kind: "faults",
    diagnostics: [{ at: { file: "bundle/metadata/annotations.yaml", line: 2 } }],
  });
});

const at = (line: string): string => `bundle/${configFile}:${line}  error bundle/invalid-scorecard: `;

test.each<[fault: string, config: string, diagnostics: string[]]>([
  ["an empty file", "", [`${at("1")}the file contains no object\n  Correct the file at this position.`]],
  [
    "no test",
    "stages:\n- tests: []\n",
    [`${at("2:1")}the configuration lists no test\n  List the tests in stages[].tests.`],
  ],
  [
    "no stage",
    "kind: Configuration\n",
    [`${at("1:1")}the configuration lists no test\n  List the tests in stages[].tests.`],
  ],
  [
    "a wrong version and kind",
    "apiVersion: scorecard.operatorframework.io/v1\nkind: Config\nstages: [{tests: [{image: a}]}]\n",
    [
      `${at("1:13")}the apiVersion is scorecard.operatorframework.io/v1\n  Write scorecard.operatorframework.io/v1alpha3.`,
      `${at("2:7")}the kind is Config\n  Write Configuration.`,
    ],
  ],
  [
    "typing mistakes",
    "stages:\n- test: []\n  tests:\n  - entrypont: [a]\n    foo: 1\n",
    [
      `${at("2:9")}the field test does not exist\n  Did you mean tests?`,
      `${at("4:16")}the field entrypont does not exist\n  Did you mean entrypoint?`,
      `${at("5:10")}the field foo does not exist\n  The fields are image, entrypoint, labels, storage, uniqueID.`,
    ],
  ],
  [
    "a wrong type",
    "stages:\n- tests:\n  - entrypoint: scorecard-test\n",
    [
      `${at("3:17")}stages[0].tests[0].entrypoint is the text "scorecard-test", but must be a list\n  Correct the file at this position.`,
    ],
  ],
])("%s is a fault", (_, config, diagnostics) => {
  expect(read(config)).toEqual(diagnostics);
});
