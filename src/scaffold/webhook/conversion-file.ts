/** Converts a version to the hub and back. The code names each field, so that the compiler finds forgotten fields. */
import { findResource, type Project, type Resource } from "../../project/project.js";
import { capital, moduleFrom, type Names, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";
import type { ConversionFunctionView, ConvertedFieldView } from "../views.js";

/** The parts of a version that its conversion needs. */
export interface ConvertedVersion {
  readonly version: string;
  /** All fields except the fields that identify an object. */
  readonly fields: readonly ConvertedField[];
}

/** A field such as `spec` or `status`. */
export interface ConvertedField {
  readonly name: string;
  readonly required: boolean;
  /** The names of its fields; undefined if it is not an object with known fields. */
  readonly properties: readonly string[] | undefined;
}

interface ConversionScene {
  readonly request: { readonly resource: Resource; readonly versions: readonly ConvertedVersion[] };
  readonly project: Project;
  /** The spoke version. */
  readonly version: string;
}

/** Returns the name of the conversion of a version: `barV1`. */
export function spokeConstant(variable: string, version: string): string {
  return variable + capital(version);
}

/** Returns the file of a version's conversion, which is beside the file of its webhooks. */
export function conversionFileOf({ webhookFile }: Pick<Names, "webhookFile">): string {
  return webhookFile.replace(/_webhook\.ts$/, "_conversion.ts");
}

export function planConversion(placement: Placement, { request, project, version }: ConversionScene): void {
  const { templates, header } = placement;
  const hub = request.resource;
  const spoke = findResource(project, { ...hub, version });
  const hubFields = request.versions.find((each) => each.version === hub.version)?.fields;
  const spokeFields = request.versions.find((each) => each.version === version)?.fields;
  if (spoke === undefined || hubFields === undefined || spokeFields === undefined) {
    throw new Error(`${version} of ${hub.kind} was not read`);
  }
  const names = namesOf(spoke, project);
  const file = conversionFileOf(names);
  const view = {
    header,
    kind: hub.kind,
    version,
    hubVersion: hub.version,
    constant: spokeConstant(names.variable, version),
    hubModule: moduleFrom(names.webhookPath, namesOf(hub, project).typesFile),
  };
  const pairs = pairsOf(spokeFields, hubFields);
  const conversion = templates.render("webhook/conversion.ts.hbs", {
    ...view,
    imports: importsOf(pairs).join(", "),
    spokeModule: moduleFrom(names.webhookPath, names.typesFile),
    spokeNames: spokeFields.map(({ name }) => name).join(", "),
    hubNames: hubFields.map(({ name }) => name).join(", "),
    toHub: pairs.map((pair) => fieldView(pair, pair.from, pair.to)),
    fromHub: pairs.map((pair) => fieldView(pair, pair.to, pair.from)),
    functions: pairs
      .filter(({ isNamed }) => isNamed)
      .flatMap((pair) => functionViews(pair, hub.kind, version, hub.version)),
  });
  placement.put(file, conversion, "collide");
  const test = templates.render("webhook/conversion.test.ts.hbs", {
    ...view,
    conversionModule: `./${names.kindLower}_conversion.js`,
    crd: `config/crd/${names.crdFile}`,
  });
  placement.put(file.replace(/\.ts$/, ".test.ts"), test, "collide");
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
  /** Whether the code lists its fields one by one. */
  readonly isNamed: boolean;
}

function pairsOf(spoke: readonly ConvertedField[], hub: readonly ConvertedField[]): Pair[] {
  const names = [...new Set([...spoke, ...hub].map(({ name }) => name))];
  return names.map((name) => {
    const [from, to] = [spoke, hub].map((fields) => fields.find((field) => field.name === name));
    return { name, from, to, isNamed: from?.properties !== undefined && to?.properties !== undefined };
  });
}

function fieldView({ name, isNamed }: Pair, source?: ConvertedField, target?: ConvertedField): ConvertedFieldView {
  return {
    name,
    isGone: target === undefined,
    isNew: source === undefined,
    isPlain: !isNamed,
    // A required spec that is missing arrives as {}.
    isAlwaysThere: source?.required === true && name === "spec",
  };
}

function functionViews(
  { name, from, to }: Pair,
  kind: string,
  version: string,
  hubVersion: string,
): ConversionFunctionView[] {
  const typeOf = (object: string, field: ConvertedField | undefined): string => {
    const type = `${object}["${name}"]`;
    return `PartOf<${field?.required === true ? type : `NonNullable<${type}>`}>`;
  };
  const spoke = { version, type: typeOf(kind, from), names: from?.properties ?? [] };
  const hub = { version: hubVersion, type: typeOf("Hub", to), names: to?.properties ?? [] };
  return [functionView(`${name}ToHub`, name, spoke, hub), functionView(`${name}FromHub`, name, hub, spoke)];
}

/** A field that has known fields, in one version. */
interface Side {
  readonly version: string;
  readonly type: string;
  readonly names: readonly string[];
}

function functionView(name: string, parameter: string, source: Side, target: Side): ConversionFunctionView {
  return {
    ...{ name, parameter, source: source.type, target: target.type },
    fields: target.names.map((field) => ({
      property: propertyName(field),
      value: source.names.includes(field) ? parameter + access(field) : "",
      sourceVersion: source.version,
    })),
    lost: source.names
      .filter((field) => !target.names.includes(field))
      .map((field) => ({ value: parameter + access(field), targetVersion: target.version })),
  };
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function propertyName(field: string): string {
  return identifier.test(field) ? field : JSON.stringify(field);
}

function access(field: string): string {
  return identifier.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
}
