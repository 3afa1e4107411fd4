import { schemaOf, type Definition } from "../definition.js";
import { isSchemaList, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";
import { checkOfFormat } from "../string-formats.js";
import { toInternalSpec } from "./internal-spec.js";

/** Returns the unknown string formats in schema order. A format in a schema that all versions share appears once. */
export function unknownFormats({ spec }: Definition): string[] {
  const { shared, versions } = toInternalSpec(spec);
  const schemas = shared.schema === undefined ? versions.map(({ version }) => schemaOf(version)) : [shared.schema];
  return schemas.flatMap((schema) => (schema === undefined ? [] : formatsIn(schema)));
}

function formatsIn(schema: JsonSchema): string[] {
  const { type, format = "" } = schema;
  const own = type === "string" && format !== "" && checkOfFormat(format) === undefined ? [format] : [];
  const { allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema;
  const inner = [itemsOf(schema), ...allOf, ...anyOf, ...oneOf, not, ...Object.values(properties), valuesOf(schema)];
  const listed = isSchemaList(schema.items) ? schema.items : [];
  return [...own, ...[...inner, ...listed].flatMap((each) => (each === undefined ? [] : formatsIn(each)))];
}
