/** A CRD as it comes from outside → one that can be relied on. What it has besides is reported, not passed over. */
import { columnFormats, columnTypes } from "../generate/crd-columns.js";
import type { Findings } from "./findings.js";
import type { ImportedColumn, ImportedCrd, ImportedScale, ImportedVersion } from "./imported-crd.js";
import { describe, isList, isRecord } from "../schema/outside-value.js";
import { typeNameOf } from "../core/names.js";
import { withoutForeignMetadata } from "./root-fields.js";
import { readSchema } from "../schema/read-schema.js";
import { correctIt } from "../schema/schema-findings.js";

export type Json = Readonly<Record<string, unknown>>;

/** Whether a document is a CRD, in whatever version. */
export function isCrd(value: unknown): value is Json {
  return isRecord(value) && value["kind"] === "CustomResourceDefinition";
}

/** To be used only when the findings have no error. */
export function readCrd(findings: Findings, value: Json): ImportedCrd {
  if (value["apiVersion"] !== "apiextensions.k8s.io/v1") {
    const hint =
      "Import the CRD in the version apiextensions.k8s.io/v1: an API server gives it so, whatever was applied.";
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
  const annotations = withoutTraces(reader.pairs(metadata, "annotations", "metadata.annotations"));
  checkApproval(findings, group, annotations);
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
    labels: reader.pairs(metadata, "labels", "metadata.labels"),
    versions: readVersions(reader, spec),
  };
}

/** The API server compares names of kinds in lower case with the rules of {@link label}. */
const mixedLabel = /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

function checkKind(findings: Findings, kind: string): void {
  if (kind === "" || /^[A-Z][A-Za-z0-9]*$/.test(kind)) return;
  const hint = `The API server accepts it. The type is called ${typeNameOf(kind)}, and the objects keep their kind.`;
  findings.doubt("spec.names.kind", `${describe(kind)} is no word in PascalCase`, hint);
}

function readListKind(reader: Reader, names: Json, kind: string): string {
  const given = names["listKind"];
  const value = { listKind: given === undefined || given === null || given === "" ? `${kind}List` : given };
  const listKind = reader.name(value, "listKind", "spec.names.listKind", mixedLabel);
  if (listKind === kind)
    reader.findings.refuse("spec.names.listKind", `the kind of lists cannot be ${describe(kind)} too`, correctIt);
  return listKind;
}

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/;

/** @see https://github.com/kubernetes/enhancements/pull/1111 */
function checkApproval(findings: Findings, group: string, annotations: Readonly<Record<string, string>>): void {
  const approval = "api-approved.kubernetes.io";
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group) || annotations[approval] !== undefined) return;
  const message = `${group} belongs to the Kubernetes project, and the annotation ${approval} is missing`;
  findings.refuse("spec.group", message, correctIt);
}

/** What tools write about themselves, and what nobody means to say. */
function withoutTraces(annotations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !name.startsWith("controller-gen.kubebuilder.io/") && !name.startsWith("kubectl.kubernetes.io/"),
    ),
  );
}

function checkConversion(findings: Findings, conversion: unknown): void {
  if (!isRecord(conversion) || conversion["strategy"] === "None" || conversion["strategy"] === undefined) return;
  const hint =
    "The CRD comes without conversion. Where objects of several versions exist, a webhook has to convert them.";
  findings.leaveOut("spec.conversion", `the strategy ${describe(conversion["strategy"])} is not in the types`, hint);
}

function readVersions(reader: Reader, spec: Json): ImportedVersion[] {
  const given = spec["versions"];
  if (!isList(given) || given.length === 0) {
    reader.findings.refuse("spec.versions", "there is no version", correctIt);
    return [];
  }
  const versions = given.map((item, index) => readVersion(reader, item, `spec.versions[${index}]`));
  const names = versions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) reader.findings.refuse("spec.versions", `the version ${twice} is there twice`, correctIt);
  if (versions.filter(({ storage }) => storage).length !== 1)
    reader.findings.refuse("spec.versions", "not exactly one version is stored", correctIt);
  return versions;
}

function readVersion(reader: Reader, value: unknown, path: string): ImportedVersion {
  if (!isRecord(value)) {
    reader.findings.refuse(path, `expected a version, found ${describe(value)}`, correctIt);
    return { ...noVersion, schema: {} };
  }
  return reader.findings.within(value, () => readServed(reader, value, path));
}

function readServed(reader: Reader, value: Json, path: string): ImportedVersion {
  const name = reader.name(value, "name", `${path}.name`, label);
  const place = name === "" ? path : `spec.versions[${name}]`;
  const subresources = isRecord(value["subresources"]) ? value["subresources"] : {};
  const schema = isRecord(value["schema"]) ? value["schema"]["openAPIV3Schema"] : undefined;
  const deprecated = value["deprecated"] === true;
  const deprecationWarning = reader.optionalText(value, "deprecationWarning", `${place}.deprecationWarning`);
  if (deprecationWarning !== undefined && !deprecated)
    reader.findings.refuse(`${place}.deprecationWarning`, "the version is not deprecated", correctIt);
  return {
    name,
    served: value["served"] !== false,
    storage: value["storage"] === true,
    deprecated,
    deprecationWarning,
    schema: withoutForeignMetadata(
      reader.findings,
      readSchema(reader.findings, schema, `${place}.schema`),
      `${place}.schema`,
    ),
    columns: reader.items(value, "additionalPrinterColumns", place).map(([item, at]) => readColumn(reader, item, at)),
    selectable: reader
      .items(value, "selectableFields", place)
      .map(([item, at]) => reader.text(item, "jsonPath", `${at}.jsonPath`)),
    hasStatus: isRecord(subresources["status"]),
    scale: readScale(reader, subresources["scale"], `${place}.subresources.scale`),
  };
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

function readColumn(reader: Reader, value: Json, path: string): ImportedColumn {
  const priority = value["priority"];
  return {
    name: reader.text(value, "name", `${path}.name`),
    type: reader.word(value, "type", `${path}.type`, columnTypes),
    jsonPath: reader.path(value, "jsonPath", `${path}.jsonPath`, ["."]),
    description: reader.optionalText(value, "description", `${path}.description`),
    format: isAbsent(value["format"]) ? undefined : reader.word(value, "format", `${path}.format`, columnFormats),
    priority: typeof priority === "number" && Number.isInteger(priority) && priority !== 0 ? priority : undefined,
  };
}

function readScale(reader: Reader, value: unknown, path: string): ImportedScale | undefined {
  if (!isRecord(value)) return undefined;
  return {
    spec: reader.path(value, "specReplicasPath", `${path}.specReplicasPath`, [".spec."]),
    status: reader.path(value, "statusReplicasPath", `${path}.statusReplicasPath`, [".status."]),
    selector: isAbsent(value["labelSelectorPath"])
      ? undefined
      : reader.path(value, "labelSelectorPath", `${path}.labelSelectorPath`, [".spec.", ".status."]),
  };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Takes members out of an object, and reports those that are absent or of the wrong form. */
class Reader {
  readonly findings: Findings;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  record(from: Json, key: string, path: string): Json {
    const value = from[key];
    if (isRecord(value)) return value;
    this.findings.refuse(path, `expected an object, found ${describe(value)}`, correctIt);
    return {};
  }

  text(from: Json, key: string, path: string): string {
    const value = from[key];
    if (typeof value === "string" && value !== "") return value;
    this.findings.refuse(path, `expected a text, found ${describe(value)}`, correctIt);
    return "";
  }

  optionalText(from: Json, key: string, path: string): string | undefined {
    return isAbsent(from[key]) ? undefined : this.text(from, key, path);
  }

  word(from: Json, key: string, path: string, words: readonly string[]): string {
    const text = this.text(from, key, path);
    if (text !== "" && !words.includes(text))
      this.findings.refuse(path, `expected one of ${words.join(", ")}, found ${describe(text)}`, correctIt);
    return text;
  }

  path(from: Json, key: string, path: string, starts: readonly string[]): string {
    const text = this.text(from, key, path);
    if (text !== "" && !starts.some((start) => text.startsWith(start)))
      this.findings.refuse(path, `the path ${describe(text)} must start with ${starts.join(" or ")}`, correctIt);
    return text;
  }

  name(from: Json, key: string, path: string, form: RegExp): string {
    const value = from[key];
    if (typeof value === "string" && form.test(value)) return value;
    this.findings.refuse(path, `${describe(value)} cannot be a name here`, correctIt);
    return "";
  }

  names(from: Json, key: string, path: string): string[] {
    const value = from[key] ?? [];
    if (isList(value)) return value.map((name) => this.name({ name }, "name", path, label));
    this.findings.refuse(path, `expected a list of names, found ${describe(value)}`, correctIt);
    return [];
  }

  pairs(from: Json, key: string, path: string): Record<string, string> {
    const value = from[key] ?? {};
    if (isRecord(value)) {
      const entries = Object.keys(value).map((name) => [name, value[name] === "" ? "" : this.text(value, name, path)]);
      // Each entry is a pair of texts.
      return Object.fromEntries(entries) as Record<string, string>;
    }
    this.findings.refuse(path, `expected texts by name, found ${describe(value)}`, correctIt);
    return {};
  }

  items(from: Json, key: string, path: string): [Json, string][] {
    const value = from[key] ?? [];
    if (!isList(value) || !value.every(isRecord)) {
      this.findings.refuse(`${path}.${key}`, `expected a list of objects, found ${describe(value)}`, correctIt);
      return [];
    }
    return value.map((item, index) => [item, `${path}.${key}[${index}]`]);
  }
}
