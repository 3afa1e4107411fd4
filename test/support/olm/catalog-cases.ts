/** Catalogs with and without faults. A case changes one value of a valid catalog, or is a text of its own. */
import { copyJson, isJsonObject, isList, type Json, type JsonObject } from "../../../src/core/json.js";
import { printYaml } from "../../../src/core/yaml.js";
import { oddCatalogs } from "./odd-catalogs.js";

export interface CatalogCase {
  readonly name: string;
  /** The files of the catalog by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

export const validDocuments: readonly JsonObject[] = [
  {
    schema: "olm.package",
    name: "demo",
    defaultChannel: "stable",
    description: "A demo",
    icon: { base64data: "PHN2Zy8+", mediatype: "image/svg+xml" },
    properties: [{ type: "maturity", value: "alpha" }],
  },
  {
    schema: "olm.channel",
    package: "demo",
    name: "stable",
    entries: [
      { name: "demo.v1.2.0", replaces: "demo.v1.1.0", skips: ["demo.v1.1.1"], skipRange: ">=1.0.0 <1.2.0" },
      { name: "demo.v1.1.1", replaces: "demo.v1.1.0" },
      { name: "demo.v1.1.0", replaces: "demo.v1.0.0" },
      { name: "demo.v1.0.0", replaces: "demo.v0.9.0" },
    ],
    properties: [{ type: "any", value: null }],
  },
  { schema: "olm.channel", package: "demo", name: "old", entries: [{ name: "demo.v1.0.0" }] },
  ...["1.0.0", "1.1.0", "1.1.1"].map((version) => bundle(version)),
  {
    ...bundle("1.2.0"),
    properties: [
      { type: "olm.package", value: { packageName: "demo", version: "1.2.0" } },
      { type: "olm.gvk", value: { group: "demo.example.com", kind: "Demo", version: "v1" } },
      { type: "olm.gvk.required", value: { group: "other.example.com", kind: "Other", version: "v1" } },
      { type: "olm.package.required", value: { packageName: "other", versionRange: ">=1.0.0" } },
      { type: "olm.bundle.object", value: { data: "a2luZDogU2VydmljZUFjY291bnQK" } },
      { type: "olm.constraint", value: { any: ["thing"] } },
      {
        type: "olm.csv.metadata",
        value: {
          annotations: { capabilities: "Basic Install" },
          crdDescriptions: { owned: [{ name: "demos.demo.example.com", version: "v1", kind: "Demo" }] },
          apiServiceDefinitions: {},
          displayName: "Demo",
          installModes: [{ type: "AllNamespaces", supported: true }],
          keywords: ["demo"],
          links: [{ name: "Source", url: "https://example.com" }],
          maintainers: [{ name: "Ann", email: "ann@example.com" }],
          provider: { name: "Example" },
        },
      },
    ],
    relatedImages: [
      { name: "", image: "registry.example.com/demo-bundle:v1.2.0" },
      { name: "manager", image: `registry.example.com/demo@sha256:${"a1".repeat(32)}` },
    ],
  },
  {
    schema: "olm.deprecations",
    package: "demo",
    entries: [
      { reference: { schema: "olm.bundle", name: "demo.v1.0.0" }, message: "Use 1.2.0." },
      { reference: { schema: "olm.channel", name: "old" }, message: "Use stable." },
      { reference: { schema: "olm.package" }, message: "Use another operator." },
    ],
  },
  { schema: "example.com/custom", package: "demo", anything: [1, 2] },
];

function bundle(version: string): JsonObject {
  return {
    schema: "olm.bundle",
    package: "demo",
    name: `demo.v${version}`,
    image: `registry.example.com/demo-bundle:v${version}`,
    properties: [{ type: "olm.package", value: { packageName: "demo", version } }],
  };
}

/** Every case with its verdict in `test/olm/catalog/verdicts.json`. */
export function catalogCases(): CatalogCase[] {
  return [
    { name: "valid YAML", files: { "demo/catalog.yaml": yamlOf(validDocuments) } },
    { name: "valid JSON", files: { "demo/catalog.json": jsonOf(validDocuments) } },
    ...validDocuments.flatMap(changesOf),
    ...Object.entries(oddCatalogs).map(([name, files]) => ({ name, files })),
  ];
}

function yamlOf(documents: readonly JsonObject[]): string {
  return documents.map((each) => `---\n${printYaml(each)}`).join("");
}

function jsonOf(documents: readonly JsonObject[]): string {
  return documents.map((each) => JSON.stringify(each, null, 2)).join("\n");
}

type Path = readonly (string | number)[];

const replacements: Readonly<Record<string, Json>> = {
  null: null,
  empty: "",
  text: "some-thing.v9",
  number: 7,
  list: [],
};

/** Returns a catalog for each change of each value of a document: removed, replaced, repeated, renamed. */
function changesOf(document: JsonObject, index: number): CatalogCase[] {
  const label = [document["schema"], document["name"]].map((each) => (typeof each === "string" ? each : "")).join(" ");
  return [
    changed(`${label}: missing`, index, undefined),
    changed(`${label}: twice`, index, document, document),
    ...pathsOf(document, []).flatMap((path) => {
      const name = `${label}: ${path.join(".")}`;
      return [
        changed(`${name} removed`, index, withValue(document, path, undefined)),
        ...Object.entries(replacements).map(([what, value]) =>
          changed(`${name} is ${what}`, index, withValue(document, path, value)),
        ),
      ];
    }),
  ];
}

function changed(name: string, index: number, ...documents: readonly (JsonObject | undefined)[]): CatalogCase {
  const all = validDocuments.flatMap((each, at) => (at === index ? documents : [each]));
  const present = all.filter((each) => each !== undefined);
  // Both formats get about the same number of cases.
  return name.length % 2 === 0
    ? { name, files: { "catalog.yaml": yamlOf(present) } }
    : { name, files: { "catalog.json": jsonOf(present) } };
}

function pathsOf(value: Json | undefined, path: Path): Path[] {
  if (isList(value)) return value.flatMap((each, index) => [[...path, index], ...pathsOf(each, [...path, index])]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => [[...path, key], ...pathsOf(each, [...path, key])]);
}

function withValue(document: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const copy = copyJson(document);
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<Json | undefined>((at, step) => memberOf(at, step), copy);
  if (isList(parent)) parent.splice(Number(last), 1, ...(value === undefined ? [] : [value]));
  else if (isJsonObject(parent)) parent[last] = value;
  return copy;
}

function memberOf(value: Json | undefined, step: string | number): Json | undefined {
  if (isList(value)) return value[Number(step)];
  return isJsonObject(value) ? value[step] : undefined;
}
