/** The rules for the examples in the annotations. Source: operator-framework/api, pkg/validation/internal/csv.go. */
import { type GroupVersionKind, parseApiVersion, showGroupKind } from "../../../core/gvk.js";
import { isJsonObject, isList, type JsonObject } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import { csvKeys } from "../../annotations.js";
import { type CsvFacts, csvRule, type Found, foundIf, type Rule } from "../rule.js";

const olmExamples = "olm.examples";

export type Examples =
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly key: string; readonly message: string }
  | { readonly kind: "examples"; readonly key: string; readonly objects: readonly JsonObject[] };

/** Reads the examples of custom resources in the annotation `alm-examples`. */
export function examplesOf({ annotations }: Pick<CsvFacts, "annotations">): Examples {
  const key = [csvKeys.examples, olmExamples].find((each) => Object.hasOwn(annotations, each));
  if (key === undefined) return { kind: "none" };
  const text = annotations[key] ?? "";
  if (text === "") return { kind: "examples", key, objects: [] };
  const value = readJson(text);
  const invalid = (message: string): Examples => ({ kind: "invalid", key, message });
  if (value === undefined) return invalid(`the annotation ${key} is not valid JSON: ${jsonFault(text)}`);
  if (value === null) return { kind: "examples", key, objects: [] };
  if (!isList(value)) return invalid(`the annotation ${key} is not a list of objects`);
  const objects = value.filter(
    (each): each is JsonObject => isJsonObject(each) && typeof each["kind"] === "string" && each["kind"] !== "",
  );
  if (objects.length === value.length) return { kind: "examples", key, objects };
  return invalid(`the annotation ${key} contains a value that is not an object with a kind`);
}

function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function gvkOf(object: JsonObject): GroupVersionKind {
  const { apiVersion, kind } = object;
  return {
    ...parseApiVersion(typeof apiVersion === "string" ? apiVersion : ""),
    kind: typeof kind === "string" ? kind : "",
  };
}

export function showGvk({ group, version, kind }: GroupVersionKind): string {
  return `${showGroupKind({ group, kind })}/${version}`;
}

/** Returns the kinds that the operator owns, each once; without those whose name has no group. */
export function providedApis({ spec }: Pick<CsvFacts, "spec">): ReadonlyMap<string, readonly (string | number)[]> {
  const found = new Map<string, readonly (string | number)[]>();
  for (const [index, { name = "", version = "", kind = "" }] of (
    spec.customresourcedefinitions?.owned ?? []
  ).entries()) {
    const dot = name.indexOf(".");
    const key = showGvk({ group: name.slice(dot + 1), version, kind });
    if (dot !== -1 && !found.has(key)) found.set(key, ["spec", "customresourcedefinitions", "owned", index]);
  }
  for (const [index, { group = "", version = "", kind = "" }] of (spec.apiservicedefinitions?.owned ?? []).entries()) {
    const key = showGvk({ group, version, kind });
    if (!found.has(key)) found.set(key, ["spec", "apiservicedefinitions", "owned", index]);
  }
  return found;
}

export const exampleRules: readonly Rule[] = [
  csvRule({
    name: "csv-annotations",
    severity: "warning",
    hint: "Add annotations such as alm-examples, capabilities and categories.",
    check: ({ annotations, at }) =>
      foundIf(
        Object.keys(annotations).length === 0,
        () => at("metadata"),
        () => "metadata has no annotations",
      ),
  }),
  csvRule({
    name: "examples-missing",
    severity: "warning",
    hint: "Add the annotation alm-examples: a JSON list with an example of each kind.",
    check: (csv) =>
      foundIf(
        Object.keys(csv.annotations).length > 0 && examplesOf(csv).kind === "none",
        () => csv.at("metadata", "annotations"),
        () => "the annotation alm-examples is missing",
      ),
  }),
  csvRule({
    name: "examples-twice",
    severity: "warning",
    hint: "Delete olm.examples: OLM reads alm-examples.",
    check: ({ annotations, at }) =>
      foundIf(
        Object.hasOwn(annotations, csvKeys.examples) && Object.hasOwn(annotations, olmExamples),
        () => at("metadata", "annotations", olmExamples),
        () => "both alm-examples and olm.examples are present",
      ),
  }),
  csvRule({
    name: "examples-json",
    severity: "error",
    hint: "Write a JSON list of objects, each with apiVersion and kind.",
    check: (csv) => {
      const examples = examplesOf(csv);
      const found = examples.kind === "invalid" ? examples : undefined;
      return found === undefined ? [] : [{ at: csv.at("metadata", "annotations", found.key), message: found.message }];
    },
  }),
  csvRule({
    name: "owned-crd-name",
    severity: "error",
    hint: "Write the name of the CRD: PLURAL.GROUP.",
    check: (csv) =>
      examplesOf(csv).kind !== "examples"
        ? []
        : (csv.spec.customresourcedefinitions?.owned ?? []).flatMap(({ name = "" }, index) =>
            foundIf(
              !name.includes("."),
              () => csv.at("spec", "customresourcedefinitions", "owned", index, "name"),
              () => `"${name}" is not the name of a CRD`,
            ),
          ),
  }),
  csvRule({
    name: "example-not-owned",
    severity: "error",
    hint: "Delete the example, or add its kind to spec.customresourcedefinitions.owned.",
    check: (csv) => compareExamples(csv).notOwned,
  }),
  csvRule({
    name: "example-missing",
    severity: "warning",
    hint: "Add an example of this kind to the annotation alm-examples. Catalogs show it to users.",
    check: (csv) => compareExamples(csv).missing,
  }),
];

function compareExamples(csv: CsvFacts): { readonly notOwned: readonly Found[]; readonly missing: readonly Found[] } {
  const examples = examplesOf(csv);
  if (examples.kind !== "examples") return { notOwned: [], missing: [] };
  const given = new Set(examples.objects.map((object) => showGvk(gvkOf(object))));
  const owned = providedApis(csv);
  return {
    notOwned: [...given]
      .filter((each) => !owned.has(each))
      .map((each) => ({
        at: csv.at("metadata", "annotations", examples.key),
        message: `the annotation ${examples.key} contains an example of ${each}, which the operator does not own`,
      })),
    missing: [...owned]
      .filter(([each]) => !given.has(each))
      .map(([each, path]) => ({ at: csv.at(...path), message: `${each} has no example` })),
  };
}
