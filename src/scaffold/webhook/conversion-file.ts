/** How a version is converted to the hub and back: each field by name, so that the compiler sees which one was forgotten. */
import { findResource, type Project, type Resource } from "../../project/project.js";
import { moduleFrom, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";

/** A version of a kind, as far as its conversion is concerned. */
export interface ConvertedVersion {
  readonly version: string;
  /** All but what identifies an object. */
  readonly fields: readonly ConvertedField[];
}

/** `spec`, `status` and the like. */
export interface ConvertedField {
  readonly name: string;
  readonly required: boolean;
  /** Names of its own fields; undefined where it is no object with known fields. */
  readonly properties: readonly string[] | undefined;
}

interface ConversionScene {
  readonly header: string;
  readonly request: { readonly resource: Resource; readonly versions: readonly ConvertedVersion[] };
  readonly project: Project;
  /** The spoke. */
  readonly version: string;
}

/** `barV1`: what the conversion of a version is called. */
export function spokeConstant(variable: string, version: string): string {
  return variable + version.charAt(0).toUpperCase() + version.slice(1);
}

export function planConversion(placement: Placement, { header, request, project, version }: ConversionScene): void {
  const hub = request.resource;
  const spoke = findResource(project, { ...hub, version });
  const hubFields = request.versions.find((each) => each.version === hub.version)?.fields;
  const spokeFields = request.versions.find((each) => each.version === version)?.fields;
  if (spoke === undefined || hubFields === undefined || spokeFields === undefined) {
    throw new Error(`${version} of ${hub.kind} was not read`);
  }
  const [names, hubNames] = [spoke, hub].map((each) => namesOf({ ...each, multigroup: project.multigroup }));
  if (names === undefined || hubNames === undefined) throw new Error("two versions have two layouts");
  const file = names.webhookFile.replace(/_webhook\.ts$/, "_conversion.ts");
  const constant = spokeConstant(names.variable, version);
  const modules = {
    spoke: moduleFrom(names.webhookPath, names.typesFile),
    hub: moduleFrom(names.webhookPath, hubNames.typesFile),
    conversion: `./${names.kindLower}_conversion.js`,
  };
  const { kind } = hub;
  const pairs = pairsOf(spokeFields, hubFields);
  const body = [
    `import { ${importsOf(pairs).join(", ")} } from "tsop";`,
    `import { ${kind} } from "${modules.spoke}";`,
    `import type { ${kind} as Hub } from "${modules.hub}";`,
    "",
    `// EDIT THIS FILE: ${hub.version} is the hub, through which all versions are converted. Nothing may be lost on the way there and`,
    "// back, which the test beside this file tries with many objects: what a version has no field for goes into an annotation.",
    "//",
    "// Any field may be undefined here, required ones too, and an object or a list null: for `kubectl apply --server-side` the API server",
    "// also converts parts of objects. Keep what is undefined so, and write `spec.rules?.map(…)`.",
    "",
    `/** Makes a ${kind} of ${version} one of ${hub.version}, and the other way round. */`,
    `export const ${constant} = spoke(${kind}, {`,
    `  toHub: (${parameterOf(spokeFields)}) => ({`,
    ...pairs.map((pair) => lineOf(pair, "ToHub", pair.from, pair.to)),
    "  }),",
    `  fromHub: (${parameterOf(hubFields)}: ObjectPart<Hub>) => ({`,
    ...pairs.map((pair) => lineOf(pair, "FromHub", pair.to, pair.from)),
    "  }),",
    "});",
    ...pairs.filter(({ isNamed }) => isNamed).flatMap((pair) => functionsOf(pair, kind, version, hub.version)),
    "",
  ].join("\n");
  placement.put(file, header + body, "collide");
  const test = testOf({
    kind,
    version,
    hubVersion: hub.version,
    constant,
    crd: `config/crd/${names.crdFile}`,
    modules,
  });
  placement.put(file.replace(/\.ts$/, ".test.ts"), header + test, "collide");
}

function importsOf(pairs: readonly Pair[]): string[] {
  const hasFunctions = pairs.some(({ isNamed }) => isNamed);
  return [
    ...(hasFunctions ? ["type EveryField"] : []),
    "type ObjectPart",
    ...(hasFunctions ? ["type PartOf"] : []),
    "spoke",
  ];
}

/** A field of the object in both versions. */
interface Pair {
  readonly name: string;
  readonly from: ConvertedField | undefined;
  readonly to: ConvertedField | undefined;
  /** Whether its own fields are named one by one. */
  readonly isNamed: boolean;
}

function pairsOf(spoke: readonly ConvertedField[], hub: readonly ConvertedField[]): Pair[] {
  const names = [...new Set([...spoke, ...hub].map(({ name }) => name))];
  return names.map((name) => {
    const [from, to] = [spoke, hub].map((fields) => fields.find((field) => field.name === name));
    return { name, from, to, isNamed: from?.properties !== undefined && to?.properties !== undefined };
  });
}

function parameterOf(fields: readonly ConvertedField[]): string {
  return `{ ${fields.map(({ name }) => name).join(", ")} }`;
}

function lineOf(
  { name, isNamed }: Pair,
  direction: "ToHub" | "FromHub",
  source: ConvertedField | undefined,
  target: ConvertedField | undefined,
): string {
  if (target === undefined) return `    // ${name} has no place there.`;
  if (source === undefined) return `    // ${name} is there only: say what it becomes.`;
  if (!isNamed) return `    ${name},`;
  const call = `${name}${direction}(${name})`;
  // A required spec that is missing comes as {}.
  return source.required && name === "spec"
    ? `    ${name}: ${call},`
    : `    ${name}: ${name} === undefined ? undefined : ${call},`;
}

function functionsOf({ name, from, to }: Pair, kind: string, version: string, hubVersion: string): string[] {
  const [spokeNames, hubNames] = [from?.properties ?? [], to?.properties ?? []];
  const [spokeType, hubType] = [from, to].map((field, index) => {
    const type = `${index === 0 ? kind : "Hub"}["${name}"]`;
    return `PartOf<${field?.required === true ? type : `NonNullable<${type}>`}>`;
  });
  return [
    "",
    `function ${name}ToHub(${name}: ${spokeType ?? ""}): EveryField<${hubType ?? ""}> {`,
    ...bodyOf(name, spokeNames, hubNames, version, hubVersion),
    "}",
    "",
    `function ${name}FromHub(${name}: ${hubType ?? ""}): EveryField<${spokeType ?? ""}> {`,
    ...bodyOf(name, hubNames, spokeNames, hubVersion, version),
    "}",
  ];
}

function bodyOf(
  name: string,
  source: readonly string[],
  target: readonly string[],
  sourceVersion: string,
  targetVersion: string,
): string[] {
  const lost = source.filter((field) => !target.includes(field));
  return [
    "  return {",
    ...target.map((field) =>
      source.includes(field)
        ? `    ${propertyName(field)}: ${name}${access(field)},`
        : `    // ${propertyName(field)}: … ${sourceVersion} does not have it: say what it becomes`,
    ),
    ...lost.map(
      (field) => `    // ${name}${access(field)} has no field of its name in ${targetVersion}: say where it goes`,
    ),
    "  };",
  ];
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function propertyName(field: string): string {
  return identifier.test(field) ? field : JSON.stringify(field);
}

function access(field: string): string {
  return identifier.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
}

function testOf({
  kind,
  version,
  hubVersion,
  constant,
  crd,
  modules,
}: {
  readonly kind: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly constant: string;
  readonly crd: string;
  readonly modules: { readonly hub: string; readonly conversion: string };
}): string {
  return `import { roundTrip } from "tsop/testing";
import { test } from "vitest";
import { ${kind} as Hub } from "${modules.hub}";
import { ${constant} } from "${modules.conversion}";

// Objects are made up from the schemas of both versions, converted there and back, and compared. What is lost is named.
test("a ${kind} keeps all it has from ${version} to ${hubVersion} and back, and the other way round", async () => {
  await roundTrip(Hub, ${constant}, { crd: "${crd}" });
});
`;
}
