/** Reads CRDs for a comparison. */
import { type ExactJsonObject, isJsonObject, isList, type UnknownObject } from "../core/json.js";
import { readSchema } from "../schema/read-schema.js";
import type { SchemaFindings } from "../schema/schema-findings.js";
import type { Crd, CrdColumn, CrdScale, CrdVersion } from "./crd.js";

/** A CRD, or the reasons why it cannot be compared. */
export type ReadCrd =
  | { readonly kind: "crd"; readonly crd: Crd }
  | { readonly kind: "invalid"; readonly faults: readonly string[] };

/** Returns whether a document is a CRD, in any version. */
export function isCrdDocument(value: unknown): value is UnknownObject {
  return isJsonObject(value) && value["kind"] === "CustomResourceDefinition";
}

/** Reads a document of the kind CustomResourceDefinition. The API server need not have accepted it. */
export function readCrd(document: UnknownObject): ReadCrd {
  const faults: string[] = [];
  if (document["apiVersion"] !== "apiextensions.k8s.io/v1") faults.push("apiVersion: expected apiextensions.k8s.io/v1");
  const spec = recordOf(document["spec"]);
  const names = recordOf(spec["names"]);
  const need = (from: UnknownObject, key: string, path: string): string => {
    const value = from[key];
    if (typeof value === "string" && value !== "") return value;
    faults.push(`${path}.${key}: expected a text`);
    return "";
  };
  const group = need(spec, "group", "spec");
  const kind = need(names, "kind", "spec.names");
  const plural = need(names, "plural", "spec.names");
  const given = isList(spec["versions"]) ? spec["versions"] : [];
  if (given.length === 0) faults.push("spec.versions: expected a list of versions");
  const versions = given.map((each, index) => readVersion(recordOf(each), `spec.versions[${index}]`, faults));
  const twice = versions.find(({ name }, index) => versions.findIndex((each) => each.name === name) < index);
  if (twice !== undefined) faults.push(`spec.versions: the version ${twice.name} occurs twice`);
  if (faults.length > 0) return { kind: "invalid", faults };
  const conversion = textOf(recordOf(spec["conversion"])["strategy"]) ?? "None";
  const crd: Crd = {
    ...{ name: `${plural}.${group}`, group, kind, plural, conversion, versions },
    singular: textOf(names["singular"]) ?? kind.toLowerCase(),
    listKind: textOf(names["listKind"]) ?? `${kind}List`,
    shortNames: textsOf(names["shortNames"]),
    categories: textsOf(names["categories"]),
    scope: textOf(spec["scope"]) ?? "Namespaced",
    store: "etcd",
    preserveUnknownFields: spec["preserveUnknownFields"] === true,
    storedVersions: textsOf(recordOf(document["status"])["storedVersions"]),
    // Documents are parsed YAML or JSON, which consists of these values only.
    manifest: document as ExactJsonObject,
  };
  return { kind: "crd", crd };
}

function readVersion(value: UnknownObject, path: string, faults: string[]): CrdVersion {
  const name = textOf(value["name"]);
  if (name === undefined) faults.push(`${path}.name: expected a text`);
  const schema = recordOf(value["schema"])["openAPIV3Schema"];
  const subresources = recordOf(value["subresources"]);
  return {
    name: name ?? "",
    isServed: value["served"] === true,
    isStored: value["storage"] === true,
    deprecation: value["deprecated"] === true ? (textOf(value["deprecationWarning"]) ?? "") : undefined,
    schema: readSchema(collectIn(faults), schema ?? { type: "object" }, `${path}.schema`),
    columns: recordsOf(value["additionalPrinterColumns"]).map(readColumn),
    selectable: recordsOf(value["selectableFields"]).flatMap(({ jsonPath }) => textOf(jsonPath) ?? []),
    hasStatus: isJsonObject(subresources["status"]),
    scale: readScale(subresources["scale"]),
  };
}

/** Collects what the API server rejects; ignores what it only drops or accepts with a doubt. */
function collectIn(faults: string[]): SchemaFindings {
  return {
    refuse: (path, message) => faults.push(`${path}: ${message}`),
    leaveOut: () => undefined,
    doubt: () => undefined,
    within: (_value, read) => read(),
  };
}

function readColumn({ name, type, jsonPath, format, priority, description }: UnknownObject): CrdColumn {
  const [ofFormat, ofDescription] = [textOf(format), textOf(description)];
  return {
    name: textOf(name) ?? "",
    type: textOf(type) ?? "",
    jsonPath: textOf(jsonPath) ?? "",
    ...(ofFormat === undefined ? {} : { format: ofFormat }),
    ...(typeof priority === "number" && priority !== 0 ? { priority } : {}),
    ...(ofDescription === undefined ? {} : { description: ofDescription }),
  };
}

function readScale(value: unknown): CrdScale | undefined {
  if (!isJsonObject(value)) return undefined;
  const selector = textOf(value["labelSelectorPath"]);
  return {
    spec: textOf(value["specReplicasPath"]) ?? "",
    status: textOf(value["statusReplicasPath"]) ?? "",
    ...(selector === undefined ? {} : { selector }),
  };
}

function recordOf(value: unknown): UnknownObject {
  return isJsonObject(value) ? value : {};
}

function recordsOf(value: unknown): UnknownObject[] {
  return isList(value) ? value.map(recordOf) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsOf(value: unknown): string[] {
  return isList(value) ? value.filter((each) => typeof each === "string") : [];
}
