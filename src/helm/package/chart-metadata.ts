/** Reads and checks Chart.yaml, as helm does before it packages a chart. */
import { valid } from "semver";
import type { Diagnostic } from "../../core/diagnostic.js";
import { escapeGoJson } from "../../core/go-json.js";
import { isJsonObject } from "../../core/json.js";
import { field, text } from "../../core/json-fields.js";

export interface ChartMetadata {
  readonly name: string;
  readonly version: string;
  readonly icon: string | undefined;
  /** The names of charts that this chart needs. */
  readonly dependencies: readonly string[];
  /** The JSON text of all fields that helm knows. */
  readonly config: string;
  /** The annotations of the chart in a registry. */
  readonly annotations: Readonly<Record<string, string>>;
}

export type ReadMetadata =
  | { readonly kind: "valid"; readonly metadata: ChartMetadata }
  | { readonly kind: "invalid"; readonly problems: readonly Diagnostic[] };

/** The fields of Chart.yaml and their types, in the order in which helm writes them. */
const fieldTypes = {
  name: "text",
  home: "text",
  sources: "texts",
  version: "text",
  description: "text",
  keywords: "texts",
  maintainers: "maps",
  icon: "text",
  apiVersion: "text",
  condition: "text",
  tags: "text",
  appVersion: "text",
  deprecated: "flag",
  annotations: "map",
  kubeVersion: "text",
  dependencies: "maps",
  type: "text",
} as const;

type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];

const typeTexts: Readonly<Record<FieldType, string>> = {
  text: "a string",
  texts: "a list of strings",
  maps: "a list of maps",
  flag: "true or false",
  map: "a map of strings",
};

/** Returns whether helm accepts the version: it must have no leading `v` and no surrounding text. */
export function isSemanticVersion(version: string): boolean {
  return /^\d.*\w$/.test(version) && valid(version) !== null;
}

/** @param value - the parsed file @param file - its name, for messages */
export function readChartMetadata(value: unknown, file: string): ReadMetadata {
  const problems: Diagnostic[] = [];
  const report = (message: string, hint: string): void => {
    problems.push({ code: "helm/invalid-chart", severity: "error", message, at: { file }, hint });
  };
  const fields = Object.entries(fieldTypes).flatMap(([name, type]): [string, unknown][] => {
    const given = field(value, name);
    if (given === undefined || given === null || given === "") return [];
    if (!hasType(given, type)) report(`\`${name}\` is not ${typeTexts[type]}`, quoteHint(given, name));
    return [[name, name === "annotations" ? sortKeys(given) : given]];
  });
  const [name, version, type] = ["name", "version", "type"].map((key) => text(value, key));
  const apiVersion = text(value, "apiVersion");
  if (apiVersion !== "v1" && apiVersion !== "v2") report("`apiVersion` is not v2", "Write: apiVersion: v2");
  if (name === undefined) report("`name` is missing", "Write, for example: name: demo");
  else if (!/^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/.test(name)) {
    report(`the name ${JSON.stringify(name)} is not valid`, 'Use lower case letters, digits, "-", "_" and ".".');
  }
  if (version === undefined) report("`version` is missing", "Write, for example: version: 0.1.0");
  else if (!isSemanticVersion(version)) {
    report(`the version ${JSON.stringify(version)} is not a semantic version`, "Write, for example: version: 0.1.0");
  }
  if (type !== undefined && type !== "application" && type !== "library") {
    report(`the type ${JSON.stringify(type)} does not exist`, "Write: type: application");
  }
  if (problems.length > 0 || name === undefined || version === undefined) return { kind: "invalid", problems };
  const icon = text(value, "icon");
  const dependencies = listOf(value, "dependencies").flatMap((each) => text(each, "name") ?? []);
  const config = escapeGoJson(JSON.stringify(Object.fromEntries(fields)));
  return { kind: "valid", metadata: { name, version, icon, dependencies, config, annotations: annotationsOf(value) } };
}

function hasType(value: unknown, type: FieldType): boolean {
  switch (type) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "texts":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
    case "maps":
      return Array.isArray(value) && value.every((each) => isJsonObject(each));
    case "map":
      return isJsonObject(value) && Object.values(value).every((each) => typeof each === "string");
  }
}

function quoteHint(value: unknown, name: string): string {
  if (typeof value !== "number" && typeof value !== "boolean") return "Correct the field, or remove it.";
  return `Put the value in quotes: ${name}: "${String(value)}"`;
}

function sortKeys(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the annotations that helm sets: some fields of the chart, and the chart's own annotations. */
function annotationsOf(value: unknown): Record<string, string> {
  const [source] = listOf(value, "sources");
  const authors = listOf(value, "maintainers").map((each) => {
    const email = text(each, "email");
    return `${text(each, "name") ?? ""}${email === undefined ? "" : ` (${email})`}`;
  });
  const own = Object.entries({
    title: text(value, "name"),
    version: text(value, "version"),
    description: text(value, "description"),
    url: text(value, "home"),
    source: typeof source === "string" ? source : undefined,
    authors: authors.join(", "),
  }).flatMap(([name, each]) => (each === undefined || each === "" ? [] : [[imageKey(name), each]]));
  const given = field(value, "annotations");
  // The version and the title always come from the chart itself.
  const others = Object.entries(isJsonObject(given) ? given : {}).filter(
    ([name]) => name !== imageKey("title") && name !== imageKey("version"),
  );
  const all = new Map([...own, ...others].map(([name, each]) => [name, String(each)]));
  return Object.fromEntries([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function imageKey(name: string): string {
  return `org.opencontainers.image.${name}`;
}

function listOf(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? (found as unknown[]) : [];
}
