/** Reads the configuration of scorecard in a bundle. */
import { type Diagnostic, errorAt } from "../../core/diagnostic.js";
import { isJsonObject, isList, type Json } from "../../core/json.js";
import type { SourceLocation } from "../../core/source-location.js";
import { nearest } from "../../core/suggest.js";
import { bundleKeys } from "../annotations.js";
import type { Bundle, Read } from "../read/bundle.js";
import { readLocatedDocument, type ValuePath } from "../../apiserver/yaml/located-document.js";
import { type ReadScorecard, type ReadScorecardTest, scorecardShape } from "../read/metadata-shape.js";
import { readShape } from "../read/shape.js";
import { customTestSpec } from "./custom-tests.js";
import type { ScorecardSpec } from "./result.js";
import { scorecardApiVersion, scorecardImage, scorecardProgram, scorecardTests } from "./test-names.js";

export interface ListedTest {
  readonly spec: ScorecardSpec;
  /** Where the configuration lists the test; undefined if the bundle has no configuration. */
  readonly at: SourceLocation | undefined;
  /** The stage of the test. Stages run one after the other. */
  readonly stage: number;
  /** Whether the tests of the stage run at the same time. */
  readonly isParallel: boolean;
}

export type ConfigReading =
  | { readonly kind: "tests"; readonly tests: readonly ListedTest[] }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Returns the tests in their order: without a configuration in the bundle, all tests of operator-sdk, and these tests in
 * TypeScript.
 */
export function readConfig(bundle: Bundle, customTests: readonly string[] = []): ConfigReading {
  const diagnostics = faultsOf(bundle);
  if (diagnostics.length > 0) return { kind: "faults", diagnostics };
  return {
    kind: "tests",
    tests: bundle.scorecard === undefined ? standardTests(customTests) : testsOf(bundle.scorecard),
  };
}

/** Reads a configuration outside the bundle. `file` is its path, as users see it. */
export function readConfigFile(file: string, content: Uint8Array): ConfigReading {
  const reading = readLocatedDocument(file, content);
  if (reading.kind === "fault") return { kind: "faults", diagnostics: [unreadable(reading)] };
  const { document } = reading;
  const { value = {}, faults } = readShape(document.value, scorecardShape);
  const diagnostics = [
    ...faults.map(({ path, message }) => unreadable({ at: document.at(path), message })),
    ...contentFaults({ value, document }),
  ];
  return diagnostics.length > 0
    ? { kind: "faults", diagnostics }
    : { kind: "tests", tests: testsOf({ value, document }) };
}

function standardTests(customTests: readonly string[]): ListedTest[] {
  const standard = scorecardTests.map(({ suite, name }) => ({
    image: scorecardImage,
    entrypoint: [scorecardProgram, name],
    labels: { suite, test: `${name}-test` },
  }));
  return [
    ...standard.map((spec) => ({ spec, at: undefined, stage: 0, isParallel: true })),
    ...customTests.map((name) => ({ spec: customTestSpec(name), at: undefined, stage: 1, isParallel: false })),
  ];
}

function testsOf({ value, document }: Read<ReadScorecard>): ListedTest[] {
  return (value.stages ?? []).flatMap(({ tests = [], parallel: isParallel = false }, stage) =>
    tests.map((test, index) => ({
      spec: specOf(test),
      at: document.at(["stages", stage, "tests", index]),
      ...{ stage, isParallel },
    })),
  );
}

function specOf({ image = "", entrypoint, labels, uniqueID }: ReadScorecardTest): ScorecardSpec {
  return {
    image,
    ...(entrypoint === undefined ? {} : { entrypoint }),
    ...(labels === undefined ? {} : { labels }),
    ...(uniqueID === undefined ? {} : { uniqueID }),
  };
}

function fault(at: SourceLocation, message: string, hint: string): Diagnostic {
  return errorAt("bundle/invalid-scorecard", at, message, hint);
}

function faultsOf({ annotations, faults, files, scorecard, scorecardFile, source }: Bundle): Diagnostic[] {
  const file = source === "" ? scorecardFile : `${source}/${scorecardFile}`;
  if (!files.has(scorecardFile)) {
    const named = annotations?.value[bundleKeys.testConfig];
    if (annotations === undefined || named === undefined) return [];
    return [
      fault(
        annotations.document.at(["annotations", bundleKeys.testConfig]),
        `the bundle has no file ${scorecardFile}, which the annotation ${bundleKeys.testConfig} names`,
        "Run `tsop bundle`, which generates the file; or delete the annotation.",
      ),
    ];
  }
  const found = faults.filter(({ at }) => at.file === file).map(unreadable);
  return scorecard === undefined ? found : [...found, ...contentFaults(scorecard)];
}

function unreadable({ at, message }: { readonly at: SourceLocation; readonly message: string }): Diagnostic {
  return fault(at, message, "Correct the file at this position.");
}

function contentFaults({ value, document }: Read<ReadScorecard>): Diagnostic[] {
  const { apiVersion = scorecardApiVersion, kind = "Configuration", stages = [] } = value;
  const unknown = unknownFields(document.value);
  const isEmpty = stages.every(({ tests = [] }) => tests.length === 0);
  return [
    ...(apiVersion === scorecardApiVersion
      ? []
      : [fault(document.at(["apiVersion"]), `the apiVersion is ${apiVersion}`, `Write ${scorecardApiVersion}.`)]),
    ...(kind === "Configuration" ? [] : [fault(document.at(["kind"]), `the kind is ${kind}`, "Write Configuration.")]),
    ...unknown.map(({ path, key, known }) => {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `The fields are ${known.join(", ")}.` : `Did you mean ${meant}?`;
      return fault(document.at([...path, key]), `the field ${key} does not exist`, hint);
    }),
    ...(isEmpty && unknown.length === 0
      ? [fault(document.at(["stages"]), "the configuration lists no test", "List the tests in stages[].tests.")]
      : []),
  ];
}

const fields = {
  configuration: ["apiVersion", "kind", "metadata", "stages", "serviceaccount", "storage"],
  stage: ["parallel", "tests"],
  test: ["image", "entrypoint", "labels", "storage", "uniqueID"],
} as const;

interface UnknownField {
  readonly path: ValuePath;
  readonly key: string;
  readonly known: readonly string[];
}

function unknownFields(config: Json): UnknownField[] {
  return [
    ...unknownIn(config, [], fields.configuration),
    ...itemsOf(config, "stages").flatMap((stage, index) => [
      ...unknownIn(stage, ["stages", index], fields.stage),
      ...itemsOf(stage, "tests").flatMap((test, at) => unknownIn(test, ["stages", index, "tests", at], fields.test)),
    ]),
  ];
}

/** The names of fields may differ in case. */
function unknownIn(value: Json, path: ValuePath, known: readonly string[]): UnknownField[] {
  const lower = new Set(known.map((each) => each.toLowerCase()));
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  return keys.filter((key) => !lower.has(key.toLowerCase())).map((key) => ({ path, key, known }));
}

function itemsOf(value: Json, name: string): readonly Json[] {
  const [, items] =
    (isJsonObject(value) ? Object.entries(value) : []).find(([key]) => key.toLowerCase() === name) ?? [];
  return items !== undefined && isList(items) ? items : [];
}
