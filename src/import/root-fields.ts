/** The fields of every object: `CustomResource` provides them, and a CRD can add constraints. */
import { fieldOf, type Schema } from "../schema/schema.js";
import type { Findings } from "./findings.js";
import { withoutKeywords } from "./keywords.js";

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Returns the schema of a kind without constraints on `metadata` that the API server rejects. */
export function withoutForeignMetadata(findings: Findings, schema: Schema, path: string): Schema {
  const metadata = fieldOf(schema, "metadata");
  if (metadata === undefined) return schema;
  const { type = "object", properties = {} } = metadata;
  const isName = (name: string): boolean => name === "name" || name === "generateName";
  const foreign = [
    ...Object.keys(withoutKeywords(metadata, new Set(["type", "description", "properties"]))),
    ...Object.keys(properties)
      .filter((name) => !isName(name))
      .map((name) => `properties.${name}`),
  ];
  if (foreign.length > 0) {
    const hint = "A schema restricts name and generateName of metadata only. A webhook can check the rest.";
    findings.leaveOut(`${path}.metadata`, `the API server does not allow ${foreign.join(", ")} here`, hint);
  }
  const names = Object.entries(properties).filter(([name]) => isName(name));
  const kept: Schema = { type, ...(names.length === 0 ? {} : { properties: Object.fromEntries(names) }) };
  return { ...schema, properties: { ...schema.properties, metadata: kept } };
}

/** Returns the constraints of a schema on these fields, except the constraints of every schema. */
export function fixedPart(schema: Schema): Schema {
  const properties = [...objectFields].flatMap((name) => {
    const said = withoutKeywords(fieldOf(schema, name) ?? {}, new Set(["description"]));
    return Object.keys(said).some((keyword) => keyword !== "type") ? [[name, said] as const] : [];
  });
  const required = (schema.required ?? []).filter((name) => name !== "metadata" && objectFields.has(name));
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Returns the rest of a schema. */
export function ownPart(schema: Schema): Schema {
  const { properties, required } = schema;
  const isOwn = (name: string): boolean => !objectFields.has(name);
  const own = Object.entries(properties ?? {}).filter(([name]) => isOwn(name));
  const ownRequired = (required ?? []).filter(isOwn);
  return {
    ...withoutKeywords(schema, new Set(["description", "properties", "required"])),
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
    ...(ownRequired.length === 0 ? {} : { required: ownRequired }),
  };
}
