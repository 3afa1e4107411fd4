/** A CRD as it comes from outside → one that can be relied on. What it has besides is reported, not passed over. */
import type { Findings } from "./findings.js";
import type { ImportedColumn, ImportedCrd, ImportedScale, ImportedVersion } from "./imported-crd.js";
import { describe, isList, isRecord } from "./outside-value.js";
import { correctIt, readSchema } from "./read-schema.js";

type Json = Readonly<Record<string, unknown>>;

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
  const kind = reader.name(names, "kind", "spec.names.kind", /^[A-Z][A-Za-z0-9]{0,62}$/);
  const plural = reader.name(names, "plural", "spec.names.plural", label);
  const listKind = reader.optionalText(names, "listKind", "spec.names.listKind");
  if (listKind !== undefined && listKind !== `${kind}List`)
    findings.leaveOut("spec.names.listKind", `${describe(listKind)} is not ${kind}List`, "Lists get the usual name.");
  const scope = reader.name(spec, "scope", "spec.scope", /^(?:Namespaced|Cluster)$/);
  checkConversion(findings, spec["conversion"]);
  if (spec["preserveUnknownFields"] === true)
    findings.refuse("spec.preserveUnknownFields", "it must not be true", correctIt);
  return {
    group,
    kind,
    plural,
    singular:
      names["singular"] === undefined
        ? kind.toLowerCase()
        : reader.name(names, "singular", "spec.names.singular", label),
    shortNames: reader.names(names, "shortNames", "spec.names.shortNames"),
    categories: reader.names(names, "categories", "spec.names.categories"),
    scope: scope === "Cluster" ? "Cluster" : "Namespaced",
    annotations: withoutTraces(reader.pairs(metadata, "annotations", "metadata.annotations")),
    labels: reader.pairs(metadata, "labels", "metadata.labels"),
    versions: readVersions(reader, spec),
  };
}

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/;

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
  const name = reader.name(value, "name", `${path}.name`, label);
  const place = name === "" ? path : `spec.versions[${name}]`;
  const subresources = isRecord(value["subresources"]) ? value["subresources"] : {};
  const schema = isRecord(value["schema"]) ? value["schema"]["openAPIV3Schema"] : undefined;
  return {
    name,
    served: value["served"] !== false,
    storage: value["storage"] === true,
    deprecated: value["deprecated"] === true,
    deprecationWarning: reader.optionalText(value, "deprecationWarning", `${place}.deprecationWarning`),
    schema: readSchema(reader.findings, schema, `${place}.schema`),
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
    type: reader.text(value, "type", `${path}.type`),
    jsonPath: reader.text(value, "jsonPath", `${path}.jsonPath`),
    description: reader.optionalText(value, "description", `${path}.description`),
    format: reader.optionalText(value, "format", `${path}.format`),
    priority: typeof priority === "number" && Number.isInteger(priority) && priority !== 0 ? priority : undefined,
  };
}

function readScale(reader: Reader, value: unknown, path: string): ImportedScale | undefined {
  if (!isRecord(value)) return undefined;
  return {
    spec: reader.text(value, "specReplicasPath", `${path}.specReplicasPath`),
    status: reader.text(value, "statusReplicasPath", `${path}.statusReplicasPath`),
    selector: reader.optionalText(value, "labelSelectorPath", `${path}.labelSelectorPath`),
  };
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
    const value = from[key];
    return value === undefined || value === null || value === "" ? undefined : this.text(from, key, path);
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
