/** Converts a version to the hub and back: the file with the conversion that follows from the types, and its test. */
import { mapObjects } from "../../conversion/plan-conversion.js";
import { isSameJson } from "../../core/json.js";
import { findResource, type Project, type Resource } from "../../project/project.js";
import type { Schema } from "../../schema/schema.js";
import { extensionNamesOf } from "../extension/extension-names.js";
import { type DirectionCode, type TextType, writeDirection } from "../conversion/direction-code.js";
import { capital, moduleFrom, type Names, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";
import type { ConversionFunctionView } from "../views.js";

/** The part of a version that its conversion needs. */
export interface ConvertedVersion {
  readonly version: string;
  /** The schema of its objects. */
  readonly schema: Schema;
}

interface ConversionScene {
  readonly request: {
    readonly resource: Resource;
    readonly versions: readonly ConvertedVersion[];
  };
  readonly project: Project;
  /** The spoke version. */
  readonly version: string;
}

/** Returns the name of the conversion of a version: `barV1`. */
export function spokeConstant(variable: string, version: string): string {
  return variable + capital(version);
}

/** Returns the file of a version's conversion, which is beside the file of its webhooks. */
export function conversionFileOf({ webhookPath, kindLower }: Pick<Names, "webhookPath" | "kindLower">): string {
  return `${webhookPath}/${kindLower}_conversion.ts`;
}

/**
 * Writes both files, and returns what the author must decide. With --force, adds what an existing conversion lacks, and
 * keeps the code of its author.
 */
export async function planConversion(
  placement: Placement,
  { request, project, version }: ConversionScene,
): Promise<string[]> {
  const { templates, header } = placement;
  const hub = request.resource;
  const spoke = findResource(project, { ...hub, version });
  const hubSchema = request.versions.find((each) => each.version === hub.version)?.schema;
  const spokeSchema = request.versions.find((each) => each.version === version)?.schema;
  if (spoke === undefined || hubSchema === undefined || spokeSchema === undefined) {
    throw new Error(`${version} of ${hub.kind} was not read`);
  }
  const names = extensionNamesOf(spoke, project);
  const file = conversionFileOf(names);
  const view = {
    header,
    kind: hub.kind,
    version,
    hubVersion: hub.version,
    constant: spokeConstant(names.variable, version),
    hubModule: moduleFrom(names.webhookPath, namesOf(hub, project).typesFile),
  };
  const sides = {
    spoke: { version, type: hub.kind, schema: spokeSchema },
    hub: { version: hub.version, type: "Hub", schema: hubSchema },
  };
  const toHub = writeDirection(
    { source: sides.spoke, target: sides.hub, suffix: "ToHub" },
    mapObjects(spokeSchema, hubSchema),
  );
  const fromHub = writeDirection(
    { source: sides.hub, target: sides.spoke, suffix: "FromHub" },
    mapObjects(hubSchema, spokeSchema),
  );
  const functions = [...toHub.functions, ...fromHub.functions];
  const conversion = templates.render("webhook/conversion.ts.hbs", {
    ...view,
    ...{ toHub: toHub.fields, toHubLost: toHub.lost, fromHub: fromHub.fields, fromHubLost: fromHub.lost, functions },
    imports: importsOf(functions),
    spokeModule: moduleFrom(names.webhookPath, names.typesFile),
    parsers: [...new Set([...toHub.parsed, ...fromHub.parsed])].map((type) => parsers[type]),
    listKeys: listKeysOf(toHub, version, hub.version),
  });
  const testFile = file.replace(/\.ts$/, ".test.ts");
  const renderTest = (converts: string): string =>
    templates.render("webhook/conversion.test.ts.hbs", {
      ...view,
      conversionModule: `./${names.kindLower}_conversion.js`,
      crd: `config/crd/${names.crdFile}`,
      definition: spoke.extension === undefined ? "" : names.definition,
      definitionModule: moduleFrom(names.webhookPath, names.definitionFile),
      converts,
    });
  const test = renderTest(convertsOf(toHub.open, fromHub.open, version, hub.version));
  const isMerge = placement.force && placement.tree.exists(file);
  const said = isMerge ? await mergeInto(placement, file, conversion) : [];
  if (!isMerge) placement.put(file, conversion, "collide");
  const presentTest = placement.tree.read(testFile)?.replaceAll("\r\n", "\n") ?? "";
  const isEdited = presentTest !== renderTest(/converts: (\{.*\}) \}\);/.exec(presentTest)?.[1] ?? "");
  placement.put(testFile, test, isMerge && isEdited ? "keep" : "collide");
  const text = placement.tree.read(file) ?? "";
  return [...said, ...decisionsOf({ file, text, version, hubVersion: hub.version, toHub, fromHub })];
}

/** Loads the code that edits TypeScript only if a conversion exists. */
async function mergeInto(placement: Placement, file: string, conversion: string): Promise<string[]> {
  const { editConversion } = await import("../edits/conversion-file.js");
  return editConversion(placement, file, conversion);
}

function importsOf(functions: readonly ConversionFunctionView[]): string {
  const types = functions.length === 0 ? ["ObjectPart"] : ["EveryField", "ObjectPart", "PartOf"];
  const isUnion = functions.some((each) => `${each.parameter} ${each.target}`.includes("AllFields<"));
  const names = (isUnion ? ["AllFields", ...types] : types).map((name) => `type ${name}`);
  return [...names, "spoke"].join(", ");
}

interface OpenQuestions {
  readonly file: string;
  /** The text of the file. An author who has decided removes the comment of tsop. */
  readonly text: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly toHub: DirectionCode;
  readonly fromHub: DirectionCode;
}

function decisionsOf({ file, text, version, hubVersion, toHub, fromHub }: OpenQuestions): string[] {
  const asked = [...text.matchAll(/CONFIRM: (\S+) of \S+ and (\S+) of /g)];
  const unwritten = [...text.matchAll(/TODO: (?:convert|set) (\S+)[:,] /g)];
  const isOpen = (path: string): boolean => unwritten.some(([, name = ""]) => path.endsWith(name));
  const open = [
    ...toHub.open.filter(isOpen).map((path) => `${path} of ${hubVersion}`),
    ...fromHub.open.filter(isOpen).map((path) => `${path} of ${version}`),
  ];
  return [
    ...toHub.proposals
      .filter(([from, to]) => asked.some(([, one = "", other = ""]) => from.endsWith(one) && to.endsWith(other)))
      .map(
        ([from, to]) => `confirm in ${file}: ${from} of ${version} and ${to} of ${hubVersion} look like the same field`,
      ),
    ...(open.length === 0 ? [] : [`convert in ${file}: ${open.join(", ")}; its test fails until then`]),
  ];
}

/** Returns an option of `spoke`: the keys of the lists whose items the code converts. */
function listKeysOf({ lists }: DirectionCode, version: string, hubVersion: string): string {
  const keysOf = (side: "source" | "target"): Record<string, readonly string[]> =>
    Object.fromEntries(
      lists.flatMap((list): [string, readonly string[]][] => {
        const { path, schema } = list[side];
        const keys = schema["x-kubernetes-list-map-keys"];
        return keys === undefined ? [] : [[path, keys]];
      }),
    );
  return printOption({ [version]: keysOf("source"), [hubVersion]: keysOf("target") });
}

/** Returns an option of `roundTrip`: the fields that the author must convert. */
function convertsOf(toHub: readonly string[], fromHub: readonly string[], version: string, hubVersion: string): string {
  return printOption({ [version]: fromHub, [hubVersion]: toHub });
}

function printOption(option: Readonly<Record<string, Readonly<Record<string, unknown>> | readonly string[]>>): string {
  const given = Object.entries(option).filter(([, value]) => !isSameJson(value, {}) && !isSameJson(value, []));
  if (given.length === 0) return "";
  return `{ ${given.map(([name, value]) => `${name}: ${spaced(value)}`).join(", ")} }`;
}

/** Prints JSON in one line, as Prettier formats it. */
function spaced(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ").replaceAll("[ ", "[").replaceAll(" ]", "]");
}

const parsers: Readonly<Record<TextType, string>> = {
  integer: `/** Returns the integer that a text shows. Undefined for other texts, which an annotation keeps. */
function integerOf(text: string | null | undefined): number | undefined {
  return text && /^-?\\d{1,15}$/.test(text) ? Number(text) : undefined;
}`,
  number: `/** Returns the number that a text shows. Undefined for other texts, which an annotation keeps. */
function numberOf(text: string | null | undefined): number | undefined {
  return text && /^-?\\d{1,15}(\\.\\d{1,15})?$/.test(text) ? Number(text) : undefined;
}`,
  boolean: `/** Returns the boolean that a text shows. Undefined for other texts, which an annotation keeps. */
function booleanOf(text: string | null | undefined): boolean | undefined {
  return text === "true" || text === "false" ? text === "true" : undefined;
}`,
};
