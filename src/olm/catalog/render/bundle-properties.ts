/** The properties of an olm.bundle document. Source: operator-registry, pkg/registry (parse.go, registry_to_model.go). */
import { compareText } from "../../../core/compare-text.js";
import { goJson } from "../../../core/go-json.js";
import type { GroupVersionKind } from "../../../core/gvk.js";
import { isList, type Json, type JsonObject } from "../../../core/json.js";
import { readJson, text } from "../../../core/json-fields.js";
import { csvKeys } from "../../annotations.js";
import type { Bundle } from "../../read/bundle.js";
import type { ReadCsv } from "../../read/csv-shape.js";
import { readShape } from "../../read/shape.js";
import { propertiesShape } from "../../read/metadata-shape.js";
import { packageProperty } from "../read/shapes.js";
import { csvMetadata } from "./csv-metadata.js";
import { providedApis, requiredApis } from "./provided-apis.js";

/** How the document describes the bundle: by the metadata of the ClusterServiceVersion, or by all its objects. */
export type BundleFormat = "csv-metadata" | "objects";

interface Property {
  readonly type: string;
  readonly value: Json;
}

export function bundleProperties(
  bundle: Bundle,
  csv: ReadCsv,
  packageName: string,
  format: BundleFormat,
): JsonObject[] {
  const own = [...typedValues(bundle.properties?.value.properties), ...annotated(csv)];
  const dependencies = typedValues(bundle.dependencies?.value.dependencies);
  const ofType = (list: readonly Property[], type: string): Json[] =>
    list.filter((each) => each.type === type).map(({ value }) => value);
  const provided = [...ofType(own, "olm.gvk").map(gvkOf), ...providedApis(bundle, csv)];
  const required = [...ofType(dependencies, "olm.gvk").map(gvkOf), ...requiredApis(csv)];
  const packages = ofType(dependencies, "olm.package").map((value) => ({
    packageName: text(value, "packageName") ?? "",
    versionRange: text(value, "version") ?? "",
  }));
  const isOther = ({ type }: Property): boolean => type !== "olm.gvk" && type !== "olm.package";
  const properties: Property[] = [
    { type: "olm.package", value: packageValue(own, csv, packageName) },
    ...withoutRepeats(provided).map((value) => ({ type: "olm.gvk", value: { ...value } })),
    ...withoutRepeats(required).map((value) => ({ type: "olm.gvk.required", value: { ...value } })),
    ...packages.map((value) => ({ type: "olm.package.required", value })),
    ...withoutRepeats([...own, ...dependencies].filter(isOther)),
  ];
  const sorted = properties.toSorted(
    (a, b) => compareText(a.type, b.type) || compareText(goJson(a.value), goJson(b.value)),
  );
  return [...sorted, ...descriptions(bundle, csv, format)].map(({ type, value }) => ({ type, value }));
}

/** Returns the properties that describe the bundle, which come last. */
function descriptions(bundle: Bundle, csv: ReadCsv, format: BundleFormat): Property[] {
  if (format === "csv-metadata") return [{ type: "olm.csv.metadata", value: csvMetadata(csv) }];
  const texts = bundle.objects.map(({ document }) => Buffer.from(goJson(document.value)).toString("base64"));
  return texts.toSorted(compareText).map((data) => ({ type: "olm.bundle.object", value: { data } }));
}

/** Returns the last olm.package property that the bundle sets itself, or the package and version of the bundle. */
function packageValue(own: readonly Property[], { spec = {} }: ReadCsv, packageName: string): JsonObject {
  const derived = { packageName, version: spec.version ?? "", release: spec.release ?? "" };
  const set = own.findLast(({ type }) => type === "olm.package");
  const {
    packageName: name = "",
    version = "",
    release = "",
  } = set === undefined ? derived : (readShape(set.value, packageProperty).value ?? {});
  return { packageName: name, version, ...(release === "" ? {} : { release }) };
}

/** Returns the properties in the annotation of the ClusterServiceVersion. A value that is not JSON is ignored. */
function annotated({ metadata = {} }: ReadCsv): Property[] {
  const value = readJson(metadata.annotations?.[csvKeys.properties] ?? "");
  if (!isList(value)) return [];
  // The text is JSON.
  return typedValues(readShape({ properties: value as Json[] }, propertiesShape).value?.properties);
}

function typedValues(list: readonly { readonly type?: string; readonly value?: Json }[] = []): Property[] {
  return list.map(({ type = "", value = null }) => ({ type, value }));
}

function gvkOf(value: Json): GroupVersionKind {
  const [group = "", version = "", kind = ""] = ["group", "version", "kind"].map((name) => text(value, name));
  return { group, version, kind };
}

function withoutRepeats<Value extends Property | GroupVersionKind>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [goJson({ ...value }), value])).values()];
}
