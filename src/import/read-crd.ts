/** Validates an external CRD and reads it into a reliable form. Reports everything else in it. */
import { hasErrors } from "../core/diagnostic.js";
import { isJsonObject, isList, type UnknownObject } from "../core/json.js";
import { isPair } from "../generate/crd.js";
import { columnFormats, columnTypes } from "../generate/crd-columns.js";
import { approval, isApproved, longestName } from "../generate/crd-names.js";
import { selectableFault } from "../generate/crd-subresources.js";
import { isDeprecationWarning } from "../generate/crd-version.js";
import type { Schema } from "../schema/schema.js";
import type { Findings } from "./findings.js";
import { judgeSchema } from "./judge-schema.js";
import { isAbsent, label, Reader } from "./reader.js";
import type { ImportedColumn, ImportedCrd, ImportedScale, ImportedVersion } from "./imported-crd.js";
import { describe } from "../schema/outside-value.js";
import { typeNameOf } from "../core/names.js";
import { withoutForeignMetadata } from "./root-fields.js";
import { readSchema } from "../schema/read-schema.js";
import { correctIt } from "../schema/schema-findings.js";

/** Returns whether a document is a CRD, in any version. */
export function isCrd(value: unknown): value is UnknownObject {
  return isJsonObject(value) && value["kind"] === "CustomResourceDefinition";
}

/** Reads a CRD. Use the result only if the findings contain no error. */
export function readCrd(findings: Findings, value: UnknownObject): ImportedCrd {
  if (value["apiVersion"] !== "apiextensions.k8s.io/v1") {
    const hint =
      "Import the CRD in the version apiextensions.k8s.io/v1: an API server returns every CRD in this version.";
    findings.refuse("apiVersion", `expected apiextensions.k8s.io/v1, found ${describe(value["apiVersion"])}`, hint);
  }
  const reader = new Reader(findings);
  const metadata = reader.record(value, "metadata", "metadata");
  const spec = reader.record(value, "spec", "spec");
  const names = reader.record(spec, "names", "spec.names");
  const group = reader.name(spec, "group", "spec.group", subdomain);
  const kind = reader.name(names, "kind", "spec.names.kind", mixedLabel);
  checkKind(findings, kind);
  const plural = reader.name(names, "plural", "spec.names.plural", label);
  const scope = reader.name(spec, "scope", "spec.scope", /^(?:Namespaced|Cluster)$/);
  checkConversion(findings, spec["conversion"]);
  if (spec["preserveUnknownFields"] === true)
    findings.refuse("spec.preserveUnknownFields", "it must not be true", correctIt);
  const annotations = withoutTraces(readPairs(reader, metadata, "annotations"));
  const labels = readPairs(reader, metadata, "labels");
  checkApproval(findings, group, annotations);
  checkName(findings, metadata["name"], plural, group);
  return {
    group,
    kind,
    plural,
    listKind: readListKind(reader, names, kind),
    singular:
      names["singular"] === undefined
        ? kind.toLowerCase()
        : reader.name(names, "singular", "spec.names.singular", label),
    shortNames: reader.names(names, "shortNames", "spec.names.shortNames"),
    categories: reader.names(names, "categories", "spec.names.categories"),
    scope: scope === "Cluster" ? "Cluster" : "Namespaced",
    annotations,
    labels,
    versions: readVersions(reader, spec),
  };
}

/** The API server compares names of kinds in lower case with the rules of {@link label}. */
const mixedLabel = /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

function checkKind(findings: Findings, kind: string): void {
  if (kind === "" || /^[A-Z][A-Za-z0-9]*$/.test(kind)) return;
  const hint = `The API server accepts it. The type is called ${typeNameOf(kind)}, and the objects keep their kind.`;
  findings.doubt("spec.names.kind", `${describe(kind)} is not a word in PascalCase`, hint);
}

function readListKind(reader: Reader, names: UnknownObject, kind: string): string {
  const given = names["listKind"];
  const value = { listKind: given === undefined || given === null || given === "" ? `${kind}List` : given };
  const listKind = reader.name(value, "listKind", "spec.names.listKind", mixedLabel);
  if (listKind === kind)
    reader.findings.refuse("spec.names.listKind", `the kind of lists cannot be ${describe(kind)} too`, correctIt);
  return listKind;
}

const subdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/;

/** @see https://github.com/kubernetes/enhancements/pull/1111 */
function checkApproval(findings: Findings, group: string, annotations: Readonly<Record<string, string>>): void {
  if (isApproved(group, annotations)) return;
  const value = annotations[approval];
  const message =
    value === undefined || value === ""
      ? `${group} belongs to the Kubernetes project, and the annotation ${approval} is missing`
      : `${group} belongs to the Kubernetes project, and the annotation ${approval} must be a URL, or begin with "unapproved": ${describe(value)}`;
  findings.refuse("spec.group", message, correctIt);
}

function checkName(findings: Findings, given: unknown, plural: string, group: string): void {
  if (plural === "" || group === "") return; // already reported
  const name = `${plural}.${group}`;
  if (given !== name) findings.refuse("metadata.name", `it must be ${name}, not ${describe(given)}`, correctIt);
  else if (name.length > longestName)
    findings.refuse("metadata.name", `it has more than ${longestName} characters`, correctIt);
}

function readPairs(reader: Reader, metadata: UnknownObject, part: "annotations" | "labels"): Record<string, string> {
  const pairs = reader.pairs(metadata, part, `metadata.${part}`);
  for (const [key, value] of Object.entries(pairs)) {
    if (!isPair(part, key, value))
      reader.findings.refuse(`metadata.${part}`, `${describe(`${key}=${value}`)} cannot be one of them`, correctIt);
  }
  return pairs;
}

/** Removes annotations that tools write about themselves and that users do not intend. */
function withoutTraces(annotations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !name.startsWith("controller-gen.kubebuilder.io/") && !name.startsWith("kubectl.kubernetes.io/"),
    ),
  );
}

function checkConversion(findings: Findings, conversion: unknown): void {
  if (!isJsonObject(conversion)) return;
  const { strategy, webhook } = conversion;
  const refuse = (message: string): void => findings.refuse("spec.conversion", message, correctIt);
  if (strategy !== "None" && strategy !== "Webhook")
    refuse(`the strategy must be None or Webhook, not ${describe(strategy)}`);
  else if (strategy === "None" && !isAbsent(webhook)) refuse("the strategy None cannot have a webhook");
  else if (strategy === "Webhook" && !isWebhook(webhook))
    refuse("the strategy Webhook needs webhook.clientConfig and webhook.conversionReviewVersions");
  else if (strategy === "Webhook") {
    const hint =
      "The generated CRD has no conversion. If objects of several versions exist, add a webhook that converts them.";
    findings.leaveOut("spec.conversion", `the strategy ${describe(strategy)} is not part of the types`, hint);
  }
}

function isWebhook(webhook: unknown): boolean {
  if (!isJsonObject(webhook)) return false;
  const versions = webhook["conversionReviewVersions"];
  return isJsonObject(webhook["clientConfig"]) && isList(versions) && versions.length > 0;
}

function readVersions(reader: Reader, spec: UnknownObject): ImportedVersion[] {
  const given = spec["versions"];
  if (!isList(given) || given.length === 0) {
    reader.findings.refuse("spec.versions", "it has no version", correctIt);
    return [];
  }
  const versions = given.map((item, index) => readVersion(reader, item, `spec.versions[${index}]`));
  const names = versions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) reader.findings.refuse("spec.versions", `the version ${twice} occurs twice`, correctIt);
  if (versions.filter(({ storage }) => storage).length !== 1)
    reader.findings.refuse("spec.versions", "exactly one version must be the storage version", correctIt);
  return versions;
}

function readVersion(reader: Reader, value: unknown, path: string): ImportedVersion {
  if (!isJsonObject(value)) {
    reader.findings.refuse(path, `expected a version, found ${describe(value)}`, correctIt);
    return { ...noVersion, schema: {} };
  }
  return reader.findings.within(value, () => readServed(reader, value, path));
}

function readServed(reader: Reader, value: UnknownObject, path: string): ImportedVersion {
  const { findings } = reader;
  const name = reader.name(value, "name", `${path}.name`, label);
  const place = name === "" ? path : `spec.versions[${name}]`;
  const subresources = isJsonObject(value["subresources"]) ? value["subresources"] : {};
  const hasStatus = isJsonObject(subresources["status"]);
  const given = isJsonObject(value["schema"]) ? value["schema"]["openAPIV3Schema"] : undefined;
  const deprecated = reader.flag(value, "deprecated", `${place}.deprecated`);
  const before = findings.all.length;
  const read = readSchema(findings, given, `${place}.schema`);
  const isSound = !hasErrors(findings.all.slice(before));
  const schema = withoutForeignMetadata(findings, read, `${place}.schema`);
  // A malformed schema would have further faults that only result from its form.
  if (isSound) judgeSchema(findings, schema, `${place}.schema`, hasStatus);
  const selectable = readSelectable(reader, value, place, isSound ? schema : undefined);
  return {
    name,
    served: reader.flag(value, "served", `${place}.served`),
    storage: reader.flag(value, "storage", `${place}.storage`),
    deprecated,
    deprecationWarning: readDeprecationWarning(reader, value, `${place}.deprecationWarning`, deprecated),
    schema,
    columns: reader.items(value, "additionalPrinterColumns", place).map(([item, at]) => readColumn(reader, item, at)),
    selectable,
    hasStatus,
    scale: readScale(reader, subresources["scale"], `${place}.subresources.scale`),
  };
}

function readDeprecationWarning(
  reader: Reader,
  from: UnknownObject,
  path: string,
  isDeprecated: boolean,
): string | undefined {
  const value = from["deprecationWarning"];
  if (value === undefined || value === null) return undefined;
  if (!isDeprecated) reader.findings.refuse(path, "the version is not deprecated", correctIt);
  const warning = reader.text(from, "deprecationWarning", path);
  if (warning !== "" && !isDeprecationWarning(warning))
    reader.findings.refuse(path, "it must be one to 256 bytes of printable characters", correctIt);
  return warning;
}

/** @param schema - undefined if the fields are unknown */
function readSelectable(reader: Reader, version: UnknownObject, place: string, schema: Schema | undefined): string[] {
  const found = reader
    .items(version, "selectableFields", place)
    .map(([item, at]) => ({ at, path: reader.text(item, "jsonPath", `${at}.jsonPath`) }));
  const paths = found.map(({ path }) => path);
  for (const [index, { at, path }] of schema === undefined ? [] : found.entries()) {
    const fault = schema && path !== "" ? selectableFault(schema, paths, index) : undefined;
    if (fault !== undefined) reader.findings.refuse(`${at}.jsonPath`, fault.message, correctIt);
  }
  return paths;
}

const noVersion: Omit<ImportedVersion, "schema"> = {
  name: "",
  served: true,
  storage: false,
  deprecated: false,
  deprecationWarning: undefined,
  columns: [],
  selectable: [],
  hasStatus: false,
  scale: undefined,
};

function readColumn(reader: Reader, value: UnknownObject, path: string): ImportedColumn {
  const priority = reader.integer(value, "priority", `${path}.priority`);
  return {
    name: reader.text(value, "name", `${path}.name`),
    type: reader.word(value, "type", `${path}.type`, columnTypes),
    jsonPath: reader.path(value, "jsonPath", `${path}.jsonPath`, ["."]),
    description: reader.optionalText(value, "description", `${path}.description`),
    format: isAbsent(value["format"]) ? undefined : reader.word(value, "format", `${path}.format`, columnFormats),
    priority: priority === 0 ? undefined : priority,
  };
}

function readScale(reader: Reader, value: unknown, path: string): ImportedScale | undefined {
  if (!isJsonObject(value)) return undefined;
  return {
    spec: reader.path(value, "specReplicasPath", `${path}.specReplicasPath`, [".spec."]),
    status: reader.path(value, "statusReplicasPath", `${path}.statusReplicasPath`, [".status."]),
    selector: isAbsent(value["labelSelectorPath"])
      ? undefined
      : reader.path(value, "labelSelectorPath", `${path}.labelSelectorPath`, [".spec.", ".status."]),
  };
}
