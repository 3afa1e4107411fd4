/** Parts of a CRD as the API server shows them in refusals: as JSON of its internal Go structs, in the order of their fields. */
import { toGoJson } from "../../../core/go-value.js";
import type { Json } from "../../../core/json.js";
import { isSchemaList, type JsonSchema, type SchemaRule } from "../json-schema.js";
import type { InternalVersion } from "./internal-spec.js";

type Members = readonly (readonly [name: string, shown: string])[];

function struct(members: Members): string {
  return `{${members.map(([name, shown]) => `"${name}":${shown}`).join(",")}}`;
}

const show = (value: Json | undefined): string => toGoJson(value ?? null);
const list = <Item>(items: readonly Item[] | undefined, each: (item: Item) => string): string =>
  items === undefined ? "null" : `[${items.map(each).join(",")}]`;

export function showVersions(versions: readonly InternalVersion[] | undefined): string {
  return list(versions?.length === 0 ? undefined : versions, showVersion);
}

function showVersion({ version, schema, subresources, columns, selectableFields }: InternalVersion): string {
  return struct([
    ["Name", show(version.name)],
    ["Served", show(version.served)],
    ["Storage", show(version.storage)],
    ["Deprecated", show(version.deprecated ?? false)],
    ["DeprecationWarning", show(version.deprecationWarning)],
    ["Schema", schema === undefined ? "null" : struct([["OpenAPIV3Schema", showSchema(schema)]])],
    [
      "Subresources",
      subresources === undefined
        ? "null"
        : struct([
            ["Status", subresources.status === undefined ? "null" : "{}"],
            [
              "Scale",
              subresources.scale === undefined
                ? "null"
                : struct([
                    ["SpecReplicasPath", show(subresources.scale.specReplicasPath)],
                    ["StatusReplicasPath", show(subresources.scale.statusReplicasPath)],
                    ["LabelSelectorPath", show(subresources.scale.labelSelectorPath)],
                  ]),
            ],
          ]),
    ],
    [
      "AdditionalPrinterColumns",
      list(columns, ({ name, type, format = "", description = "", priority = 0, jsonPath }) =>
        struct([
          ["Name", show(name)],
          ["Type", show(type)],
          ["Format", show(format)],
          ["Description", show(description)],
          ["Priority", show(priority)],
          ["JSONPath", show(jsonPath)],
        ]),
      ),
    ],
    ["SelectableFields", list(selectableFields, ({ jsonPath }) => struct([["JSONPath", show(jsonPath)]]))],
  ]);
}

export function showRule({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: SchemaRule): string {
  return struct([
    ["Rule", show(rule)],
    ["Message", show(message ?? "")],
    ["MessageExpression", show(messageExpression ?? "")],
    ["Reason", show(reason)],
    ["FieldPath", show(fieldPath ?? "")],
    ["OptionalOldSelf", show(optionalOldSelf)],
  ]);
}

export function showSchema(schema: JsonSchema): string {
  const { items, additionalProperties, additionalItems, dependencies, externalDocs } = schema;
  const text = (value: string | undefined): string => show(value ?? "");
  const flag = (value: boolean | undefined): string => show(value ?? false);
  const texts = (value: readonly string[] | undefined): string => list(value, show);
  const schemas = (value: readonly JsonSchema[] | undefined): string => list(value, showSchema);
  const schemaMap = (value: Readonly<Record<string, JsonSchema>> | undefined): string => map(value, showSchema);
  return struct([
    ["ID", text(schema.id)],
    ["Schema", text(schema.$schema)],
    ["Ref", show(schema.$ref)],
    ["Description", text(schema.description)],
    ["Type", text(schema.type)],
    ["Nullable", flag(schema.nullable)],
    ["Format", text(schema.format)],
    ["Title", text(schema.title)],
    ["Default", show(schema.default)],
    ["Maximum", show(schema.maximum)],
    ["ExclusiveMaximum", flag(schema.exclusiveMaximum)],
    ["Minimum", show(schema.minimum)],
    ["ExclusiveMinimum", flag(schema.exclusiveMinimum)],
    ["MaxLength", show(schema.maxLength)],
    ["MinLength", show(schema.minLength)],
    ["Pattern", text(schema.pattern)],
    ["MaxItems", show(schema.maxItems)],
    ["MinItems", show(schema.minItems)],
    ["UniqueItems", flag(schema.uniqueItems)],
    ["MultipleOf", show(schema.multipleOf)],
    ["Enum", list(schema.enum, show)],
    ["MaxProperties", show(schema.maxProperties)],
    ["MinProperties", show(schema.minProperties)],
    ["Required", texts(schema.required)],
    [
      "Items",
      items === undefined
        ? "null"
        : isSchemaList(items)
          ? struct([
              ["Schema", "null"],
              ["JSONSchemas", schemas(items)],
            ])
          : struct([
              ["Schema", showSchema(items)],
              ["JSONSchemas", "null"],
            ]),
    ],
    ["AllOf", schemas(schema.allOf)],
    ["OneOf", schemas(schema.oneOf)],
    ["AnyOf", schemas(schema.anyOf)],
    ["Not", schema.not === undefined ? "null" : showSchema(schema.not)],
    ["Properties", schemaMap(schema.properties)],
    ["AdditionalProperties", showSchemaOrFlag(additionalProperties)],
    ["PatternProperties", schemaMap(schema.patternProperties)],
    [
      "Dependencies",
      map(dependencies, (each) =>
        Array.isArray(each)
          ? struct([
              ["Schema", "null"],
              ["Property", texts(each as readonly string[])],
            ])
          : struct([
              ["Schema", showSchema(each as JsonSchema)],
              ["Property", "null"],
            ]),
      ),
    ],
    ["AdditionalItems", showSchemaOrFlag(additionalItems)],
    ["Definitions", schemaMap(schema.definitions)],
    [
      "ExternalDocs",
      externalDocs === undefined
        ? "null"
        : struct([
            ["Description", text(externalDocs.description)],
            ["URL", text(externalDocs.url)],
          ]),
    ],
    ["Example", show(schema.example)],
    ["XPreserveUnknownFields", show(schema["x-kubernetes-preserve-unknown-fields"])],
    ["XEmbeddedResource", flag(schema["x-kubernetes-embedded-resource"])],
    ["XIntOrString", flag(schema["x-kubernetes-int-or-string"])],
    ["XListMapKeys", texts(schema["x-kubernetes-list-map-keys"])],
    ["XListType", show(schema["x-kubernetes-list-type"])],
    ["XMapType", show(schema["x-kubernetes-map-type"])],
    ["XValidations", list(schema["x-kubernetes-validations"], showRule)],
  ]);
}

function showSchemaOrFlag(value: boolean | JsonSchema | undefined): string {
  if (value === undefined) return "null";
  const isSchema = typeof value === "object";
  return struct([
    ["Allows", show(isSchema ? true : value)],
    ["Schema", isSchema ? showSchema(value) : "null"],
  ]);
}

function map<Value>(value: Readonly<Record<string, Value>> | undefined, each: (value: Value) => string): string {
  if (value === undefined) return "null";
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${show(name)}:${each(member)}`).join(",")}}`;
}
