/**
 * The tests of the image `scorecard-test`. They need nothing but the bundle; if an API server knows the bundle, they also
 * report what it rejects, and read the status of the examples there.
 * Source: operator-framework/operator-sdk, internal/scorecard/tests.
 */
import { isJsonObject, isList, type JsonObject } from "../../core/json.js";
import { csvKeys } from "../annotations.js";
import type { Bundle } from "../read/bundle.js";
import type { ReadCrdDescription } from "../read/csv-shape.js";
import { fieldAt } from "../validate/field-at.js";
import { type CsvFacts, factsOf } from "../validate/rule.js";
import { examplesOf, gvkOf, showGvk } from "../validate/rules/examples.js";
import { validateBundle } from "../validate/validate-bundle.js";
import { validators } from "../validate/validators.js";
import { type LiveBundle, withLiveStatus } from "./live-bundle.js";
import type { Outcome } from "./result.js";
import type { ScorecardTestName } from "./test-names.js";

type BuiltInTest = (bundle: Bundle, live?: LiveBundle) => Outcome;

export function builtInTest(name: string): BuiltInTest | undefined {
  return new Map<string, BuiltInTest>(Object.entries(tests)).get(name);
}

const tests: Readonly<Record<ScorecardTestName, BuiltInTest>> = {
  "basic-check-spec": (bundle, live) => joinLive(ofExamples(checkSpec, "fail")(bundle, live), live),
  "olm-bundle-validation": validate,
  "olm-crds-have-validation": ofExamples(checkValidation),
  "olm-crds-have-resources": ofCsv((csv) => outcomeOf(checkResources(csv))),
  "olm-spec-descriptors": ofExamples(checkSpecDescriptors),
  "olm-status-descriptors": ofExamples(checkStatusDescriptors),
};

interface Found {
  readonly errors: readonly string[];
  readonly suggestions: readonly string[];
}

function outcomeOf({ errors, suggestions }: Found, failed: "fail" | "error" = "fail"): Outcome {
  return {
    state: errors.length === 0 ? "pass" : failed,
    ...(errors.length === 0 ? {} : { errors }),
    ...(suggestions.length === 0 ? {} : { suggestions }),
  };
}

/** Adds what the API server says of the examples. */
function joinLive(outcome: Outcome, live: LiveBundle | undefined): Outcome {
  if (live === undefined || outcome.state === "error") return outcome;
  return outcomeOf({
    errors: [...(outcome.errors ?? []), ...live.rejected],
    suggestions: [...(outcome.suggestions ?? []), ...live.remarks],
  });
}

function ofCsv(check: (csv: CsvFacts, bundle: Bundle, live: LiveBundle | undefined) => Outcome): BuiltInTest {
  return (bundle, live) => {
    const { csv } = factsOf(bundle);
    if (csv !== undefined) return check(csv, bundle, live);
    return {
      state: "error",
      errors: ["the bundle contains no ClusterServiceVersion that tsop can read"],
      suggestions: ["Run `tsop bundle validate`, which reports why."],
    };
  };
}

/**
 * Joins the faults of each example in `alm-examples`.
 *
 * @param unreadable - the state if `alm-examples` is not valid
 */
function ofExamples(
  check: (example: JsonObject, csv: CsvFacts, bundle: Bundle) => Found,
  unreadable: "fail" | "error" = "error",
): BuiltInTest {
  return ofCsv((csv, bundle, live) => {
    const examples = examplesOf(csv);
    // The tests do not read olm.examples.
    if (examples.kind === "none" || examples.key !== csvKeys.examples) return { state: "pass" };
    if (examples.kind === "invalid") {
      const suggestions = ["Write a JSON list of objects, each with apiVersion and kind."];
      return outcomeOf({ errors: [examples.message], suggestions }, unreadable);
    }
    const found = examples.objects.map((example, index) =>
      check(withLiveStatus(example, live?.stored.get(index)), csv, bundle),
    );
    return outcomeOf({
      errors: found.flatMap(({ errors }) => errors),
      suggestions: found.flatMap(({ suggestions }) => suggestions),
    });
  });
}

function checkSpec(example: JsonObject): Found {
  return {
    errors: [],
    suggestions: isMissing(example, "spec") ? [`spec missing from [${nameOf(example)}]`] : [],
  };
}

/** Runs the validators that always run, without the rules that Operator Framework's validators lack. */
function validate(bundle: Bundle): Outcome {
  const always = validators.filter(({ labels }) => labels === undefined);
  const findings = validateBundle(bundle, always).filter(({ isOwn }) => !isOwn);
  const of = (wanted: string): string[] =>
    findings.filter(({ severity }) => severity === wanted).map(({ message, rule }) => `${message} [${rule}]`);
  return outcomeOf({ errors: of("error"), suggestions: of("warning") });
}

/** Each field of an example must be in the schema of its version. */
function checkValidation(example: JsonObject, _: CsvFacts, { crds }: Bundle): Found {
  const found = crds.flatMap(({ document }) => checkSchemas(example, document.value));
  return {
    errors: [
      ...(["spec", "status"] as const).flatMap((block) => wrongBlock(example, block)),
      ...found.flatMap(({ errors }) => errors),
    ],
    suggestions: found.flatMap(({ suggestions }) => suggestions),
  };
}

/** Compares an example with the schema of its version in a CRD. The test ignores groups, and the case of kinds. */
function checkSchemas(example: JsonObject, crd: JsonObject): Found[] {
  const { version, kind } = gvkOf(example);
  if (!isSame(fieldAt(crd, ["spec", "names", "kind"]), kind)) return [];
  return versionsOf(crd).flatMap((each) => {
    if (!isSame(each["name"], version)) return [];
    const schema =
      fieldAt(each, ["schema", "openAPIV3Schema"]) ?? fieldAt(crd, ["spec", "validation", "openAPIV3Schema"]);
    if (!isJsonObject(schema))
      return [
        {
          errors: [],
          suggestions: [`Add CRD validation for ${kind}/${version}`],
        },
      ];
    return (["spec", "status"] as const).map((block): Found => {
      const known = fieldAt(schema, ["properties", block, "properties"]);
      const missing = keysOf(example, block).filter((key) => fieldAt(known, [key]) === undefined);
      return {
        errors: missing.map((key) => `the schema of ${kind}/${version} has no ${block} field \`${key}\``),
        suggestions: missing.map((key) => `Add CRD validation for ${block} field \`${key}\` in ${kind}/${version}`),
      };
    });
  });
}

/** Returns the versions of a CRD, also of the old form with one version. */
function versionsOf(crd: JsonObject): readonly JsonObject[] {
  const versions = fieldAt(crd, ["spec", "versions"]);
  if (versions !== undefined && isList(versions)) return versions.filter((each) => isJsonObject(each));
  const single = fieldAt(crd, ["spec", "version"]);
  return single === undefined ? [] : [{ name: single }];
}

function isSame(value: unknown, wanted: string): boolean {
  return typeof value === "string" && value.toLowerCase() === wanted.toLowerCase();
}

function checkResources({ spec }: CsvFacts): Found {
  const owned = spec.customresourcedefinitions?.owned ?? [];
  const without = owned.filter(({ resources = [] }) => resources.length === 0);
  return {
    errors: without.length === 0 ? [] : ["Owned CRDs do not have resources specified"],
    suggestions: without.map(({ name = "" }) => `Add the resources of ${name} to the ClusterServiceVersion`),
  };
}

function checkSpecDescriptors(example: JsonObject, csv: CsvFacts): Found {
  if (isMissing(example, "spec"))
    return {
      errors: [`spec missing from [${nameOf(example)}]`],
      suggestions: [],
    };
  const owned = ownedCrd(example, csv);
  if (owned === undefined) return notOwned(example);
  const paths = new Set((owned.specDescriptors ?? []).map(({ path }) => path));
  const missing = keysOf(example, "spec").filter((key) => !paths.has(key));
  return {
    errors: [...wrongBlock(example, "spec"), ...missing.map((key) => `${key} does not have a spec descriptor`)],
    suggestions: missing.map((key) => `Add a spec descriptor for ${key}`),
  };
}

function checkStatusDescriptors(example: JsonObject, csv: CsvFacts): Found {
  const owned = ownedCrd(example, csv);
  if (owned === undefined) return notOwned(example);
  const { name = "", statusDescriptors = [] } = owned;
  const errors = wrongBlock(example, "status");
  if (keysOf(example, "status").length === 0) {
    return {
      errors,
      suggestions: [`${name} does not have a status in its example: the test checked no descriptors`],
    };
  }
  if (statusDescriptors.length > 0) return { errors, suggestions: [] };
  return {
    errors: [`${name} does not have a status descriptor`],
    suggestions: [`Add a status descriptor for ${name}`],
  };
}

/**
 * Finds the description of an example's version, or else the first one of its kind. The tests of operator-sdk always take
 * the first one.
 */
function ownedCrd(example: JsonObject, { spec }: CsvFacts): ReadCrdDescription | undefined {
  const ofKind = (spec.customresourcedefinitions?.owned ?? []).filter(({ kind }) => kind === example["kind"]);
  return ofKind.find(({ version }) => version === gvkOf(example).version) ?? ofKind[0];
}

function notOwned(example: JsonObject): Found {
  const message = `Failed to find an owned CRD for CR ${nameOf(example)} with GVK ${showGvk(gvkOf(example))}`;
  return { errors: [message], suggestions: [] };
}

function nameOf(example: JsonObject): string {
  const name = fieldAt(example, ["metadata", "name"]);
  return typeof name === "string" ? name : "";
}

type Block = "spec" | "status";

function isMissing(example: JsonObject, block: Block): boolean {
  return example[block] === undefined || example[block] === null;
}

function wrongBlock(example: JsonObject, block: Block): string[] {
  if (isMissing(example, block) || isJsonObject(example[block])) return [];
  return [`${block} of [${nameOf(example)}] is not an object`];
}

function keysOf(example: JsonObject, block: Block): string[] {
  const value = example[block];
  return isJsonObject(value) ? Object.keys(value) : [];
}
