/** Reads the configuration of scorecard in a bundle. */
import { type Diagnostic, errorAt } from "../../core/diagnostic.js";
import { isJsonObject, isList, type Json } from "../../core/json.js";
import type { SourceLocation } from "../../core/source-location.js";
import { nearest } from "../../core/suggest.js";
import { bundleKeys } from "../annotations.js";
import type { Bundle, Read } from "../read/bundle.js";
import type { ValuePath } from "../read/located-document.js";
import type { ReadScorecard, ReadScorecardTest } from "../read/metadata-shape.js";
import type { ScorecardSpec } from "./result.js";
import { scorecardApiVersion, scorecardImage, scorecardProgram, scorecardTests } from "./test-names.js";

export interface ListedTest {
  readonly spec: ScorecardSpec;
  /** Where the configuration lists the test; undefined if the bundle has no configuration. */
  readonly at: SourceLocation | undefined;
}

export type ConfigReading =
  | { readonly kind: "tests"; readonly tests: readonly ListedTest[] }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

/** Returns the tests in their order: all tests of operator-sdk if the bundle has no configuration. */
export function readConfig(bundle: Bundle): ConfigReading {
  const diagnostics = faultsOf(bundle);
  if (diagnostics.length > 0) return { kind: "faults", diagnostics };
  return {
    kind: "tests",
    tests: bundle.scorecard === undefined ? standardTests() : testsOf(bundle.scorecard),
  };
}

function standardTests(): ListedTest[] {
  return scorecardTests.map(({ suite, name }) => ({
    at: undefined,
    spec: {
      image: scorecardImage,
      entrypoint: [scorecardProgram, name],
      labels: { suite, test: `${name}-test` },
    },
  }));
}

function testsOf({ value, document }: Read<ReadScorecard>): ListedTest[] {
  return (value.stages ?? []).flatMap(({ tests = [] }, stage) =>
    tests.map((test, index) => ({
      spec: specOf(test),
      at: document.at(["stages", stage, "tests", index]),
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
  const unreadable = faults
    .filter(({ at }) => at.file === file)
    .map(({ at, message }) => fault(at, message, "Correct the file at this position."));
  return scorecard === undefined ? unreadable : [...unreadable, ...contentFaults(scorecard)];
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
