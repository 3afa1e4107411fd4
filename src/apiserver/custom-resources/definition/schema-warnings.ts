import { compareText } from "../../../core/compare-text.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { schemaOf, type Definition } from "../definition.js";
import { isSchemaList, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";
import { isKnownFormat } from "../string-formats.js";
import { toInternalSpec } from "./internal-spec.js";

/** Returns what a client should know about new parts of the schemas. */
export function schemaWarnings(
  definition: Definition,
  old: Definition | undefined,
  version: KubernetesVersion,
): string[] {
  const added = (find: (each: Definition) => readonly string[]): readonly string[] => {
    const found = find(definition);
    if (found.length === 0 || old === undefined) return found;
    const known = new Set(find(old));
    return found.filter((each) => !known.has(each));
  };
  return [
    ...added((each) => unknownFormats(each, version)).map((format) => `unrecognized format ${JSON.stringify(format)}`),
    ...(isSince(version, "1.37") ? added(oddSets) : []),
  ];
}

/** Returns the unknown formats in schema order. A format in a schema that all versions share appears once. */
function unknownFormats(definition: Definition, version: KubernetesVersion): string[] {
  return partsOf(definition).flatMap((schema) => {
    const { type, format = "" } = schema;
    const isJudged = type === "string" || isSince(version, "1.37");
    return isJudged && format !== "" && !isKnownFormat(schema, version) ? [format] : [];
  });
}

/** Returns the sets whose items have another form than plain values. */
function oddSets(definition: Definition): string[] {
  const found = partsOf(definition).flatMap((schema) => {
    const type = schema["x-kubernetes-list-type"] === "set" ? itemsOf(schema)?.type : undefined;
    return type === "object" || type === "array"
      ? [
          `x-kubernetes-list-type: set for items of type ${JSON.stringify(type)} is not supported by server-side apply or CEL validation rules`,
        ]
      : [];
  });
  return [...new Set(found)].toSorted(compareText);
}

/** Returns a schema and all that it contains, of each version. */
function partsOf({ spec }: Definition): readonly JsonSchema[] {
  const { shared, versions } = toInternalSpec(spec);
  const schemas = shared.schema === undefined ? versions.map(({ version }) => schemaOf(version)) : [shared.schema];
  const parts: JsonSchema[] = [];
  for (const schema of schemas) addParts(parts, schema);
  return parts;
}

function addParts(parts: JsonSchema[], schema: JsonSchema | undefined): void {
  if (schema === undefined) return;
  parts.push(schema);
  const { allOf = [], anyOf = [], oneOf = [], not, properties } = schema;
  const addAll = (schemas: readonly JsonSchema[]): void => schemas.forEach((each) => addParts(parts, each));
  addParts(parts, itemsOf(schema));
  addAll(allOf);
  addAll(anyOf);
  addAll(oneOf);
  addParts(parts, not);
  if (properties !== undefined) addAll(Object.values(properties));
  addParts(parts, valuesOf(schema));
  if (isSchemaList(schema.items)) addAll(schema.items);
}
