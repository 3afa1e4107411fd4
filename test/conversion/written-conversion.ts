/** The conversion that tsop writes for two schemas of one kind, and its types. */
import { runInThisContext } from "node:vm";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { defineKind, type Kind, type KubeObject, type Spoke, spoke } from "../../src/index.js";
import { textOf } from "../../src/machinery/snapshot.js";
import { parseProject } from "../../src/project/parse.js";
import { planOf } from "../../src/scaffold/placement.js";
import { loadTemplates } from "../../src/scaffold/templates.js";
import { planConversion } from "../../src/scaffold/webhook/conversion-file.js";
import { type Schema, schemaJson } from "../../src/schema/schema.js";
import { roundTrip } from "../../src/testing/round-trip/round-trip.js";
import { memorySnapshot } from "../support/planned-project.js";
import { compiler as ts } from "../../src/source/compiler.js";

const group = "foo.abc.com";
const resource = (version: string): string =>
  `- api:\n    crdVersion: v1\n    namespaced: true\n  domain: abc.com\n  group: foo\n  kind: Bar\n  path: api/${version}\n  version: ${version}\n`;
const project = parseProject(
  `domain: abc.com\nprojectName: bar\nresources:\n${["v1", "v2", "v3"].map(resource).join("")}version: "3"\n`,
);
const templates = await loadTemplates();

export interface Written {
  readonly conversion: string;
  readonly test: string;
  readonly next: readonly string[];
}

/** Writes the conversion of a version to the hub. */
export async function writtenConversion(
  spokeSchema: Schema,
  hubSchema: Schema,
  [version, hubVersion]: readonly [spoke: string, hub: string] = ["v1", "v2"],
): Promise<Written> {
  const files = memorySnapshot({});
  const hub = project.resources.find((each) => each.version === hubVersion);
  if (hub === undefined) throw new Error("no hub");
  const versions = [
    { version, schema: spokeSchema },
    { version: hubVersion, schema: hubSchema },
  ];
  let next: string[] = [];
  const plan = await planOf({ files, templates, force: false }, async (placement) => {
    next = await planConversion(placement, { request: { resource: hub, versions }, project, version });
  });
  const created = (file: string): string => {
    const action = plan.actions.find(({ path }) => path === file);
    return action?.kind === "create" ? textOf(action.content) : "";
  };
  return {
    conversion: created(`webhooks/${version}/bar_conversion.ts`),
    test: created(`webhooks/${version}/bar_conversion.test.ts`),
    next,
  };
}

export const kindOf = (version: string): Kind => defineKind(`${group}/${version}`, "Bar");

type Load = (define: typeof spoke, kind: Kind) => Spoke<KubeObject>;

/** Runs the code of a conversion. */
export function loaded(conversion: string, version = "v1"): Spoke<KubeObject> {
  const { outputText } = ts.transpileModule(
    conversion.replaceAll(/^import .*$/gm, "").replace("export const", "const"),
    { compilerOptions: { target: ts.ScriptTarget.ES2023 } },
  );
  const load = runInThisContext(`(spoke, Bar) => {${outputText}; return barV${version.slice(1)};}`) as Load;
  return load(spoke, kindOf(version));
}

export function crdOf(v1: Schema, v2: Schema): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `bars.${group}` },
    spec: {
      group,
      names: { kind: "Bar", plural: "bars" },
      scope: "Namespaced",
      versions: [v1, v2].map((schema, index) => ({
        ...{ name: `v${index + 1}`, served: true, storage: index === 1 },
        schema: { openAPIV3Schema: schemaJson(schema) as object },
      })),
    },
  };
}

/** Returns the file of a version's types. */
export function typesOf(version: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => fieldText(schema, name, field));
  return `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"${group}/${version}", "Bar"> { ${fields.join(" ")} }
export const Bar = defineKind<Bar>("${group}/${version}", "Bar");
`;
}

function fieldText({ required = [] }: Schema, name: string, field: Schema): string {
  return `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeText(field)};`;
}

function typeText(schema: Schema): string {
  return schema.nullable === true ? `${plainText(schema)} | null` : plainText(schema);
}

function plainText(schema: Schema): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "(number | string)";
  if (schema.enum !== undefined) return `(${schema.enum.map((value) => JSON.stringify(value)).join(" | ")})`;
  if (schema.items !== undefined) return `(${typeText(schema.items)})[]`;
  if (schema.additionalProperties !== undefined) return `Record<string, ${typeText(schema.additionalProperties)}>`;
  if (schema.oneOf !== undefined)
    return `(${schema.oneOf.map((form) => objectText(memberOf(schema, form))).join(" | ")})`;
  if (schema.type === "object") return objectText(schema);
  return schema.type === "integer" ? "number" : (schema.type ?? "unknown");
}

function objectText(schema: Schema): string {
  const others = schema["x-kubernetes-preserve-unknown-fields"] === true ? " [key: string]: unknown;" : "";
  return `{ ${Object.entries(schema.properties ?? {})
    .map(([name, field]) => fieldText(schema, name, field))
    .join(" ")}${others} }`;
}

/** Returns the schema of a member of a union, whose branch only restricts the fields. */
function memberOf({ properties = {}, required = [] }: Schema, form: Schema): Schema {
  const { not } = form;
  const foreign = [...(not?.required ?? []), ...(not?.anyOf ?? []).flatMap((each) => each.required ?? [])];
  const own = Object.entries(properties).filter(([name]) => !foreign.includes(name));
  const fields = own.map(([name, field]): [string, Schema] => [name, { ...field, ...form.properties?.[name] }]);
  return {
    ...{ type: "object", properties: Object.fromEntries(fields) },
    required: [...required, ...(form.required ?? [])],
  };
}

/** Converts objects of both versions to the other version and back. */
export async function expectRoundTrip([v1, v2]: readonly [v1: Schema, v2: Schema]): Promise<void> {
  const { conversion } = await writtenConversion(v1, v2);
  await roundTrip(kindOf("v2"), loaded(conversion), { crd: crdOf(v1, v2), runs: 20 });
}
