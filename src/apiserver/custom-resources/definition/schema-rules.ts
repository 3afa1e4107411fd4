/**
 * The rules for each part of a CRD's schema.
 * Source: ValidateCustomResourceDefinitionOpenAPISchema in
 * k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import { atKey, child, type FieldError, forbidden, invalid, notSupported } from "../../../core/field-error.js";
import { hasDefault, isFilled, isSchemaList, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";
import { checkListsAndMaps } from "./list-rules.js";
import { checkRuleTexts } from "./rule-texts.js";

export interface SchemaPlace {
  readonly path: string;
  readonly isRoot: boolean;
  /** The reason why the schema must not set a default here. */
  readonly noDefaults?: string;
  readonly isInMetadata: boolean;
}

/** Adds the paths of the parts without an error to `sound`. Only the rules of those parts are worth compiling. */
export function checkSchema(schema: JsonSchema, place: SchemaPlace, sound: Set<string>): FieldError[] {
  const faults = [
    ...checkSupported(schema, place),
    ...checkInner(schema, place, sound),
    ...checkListsAndMaps(schema, place.path),
    ...checkRuleTexts(schema, place.path),
  ];
  if (faults.length === 0) sound.add(place.path);
  return faults;
}

const types = ["array", "boolean", "integer", "number", "object", "string"];

function checkSupported(schema: JsonSchema, { path, noDefaults, isInMetadata }: SchemaPlace): FieldError[] {
  const { type = "" } = schema;
  const refused: readonly (readonly [name: string, isThere: boolean, why: string])[] = [
    ["default", hasDefault(schema) && noDefaults !== undefined, `must not be set ${noDefaults ?? ""}`],
    ["id", (schema.id ?? "") !== "", "id is not supported"],
    ["additionalItems", schema.additionalItems !== undefined, "additionalItems is not supported"],
    ["patternProperties", isFilled(schema.patternProperties), "patternProperties is not supported"],
    ["definitions", isFilled(schema.definitions), "definitions is not supported"],
    ["dependencies", schema.dependencies !== undefined, "dependencies is not supported"],
    ["$ref", schema.$ref !== undefined, "$ref is not supported"],
    ["type", type === "null", "type cannot be set to null, use nullable as an alternative"],
    ["items", isSchemaList(schema.items) && schema.items.length > 0, "items must be a schema object and not an array"],
    [
      "x-kubernetes-embedded-resource",
      isInMetadata && schema["x-kubernetes-embedded-resource"] === true,
      "must not be used inside of resource meta",
    ],
    [
      "uniqueItems",
      schema.uniqueItems === true,
      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
    ],
    [
      "additionalProperties",
      isFilled(schema.properties) && schema.additionalProperties !== undefined && schema.additionalProperties !== true,
      "additionalProperties and properties are mutual exclusive",
    ],
  ];
  const unknownType = type !== "" && !types.includes(type) ? [notSupported(child(path, "type"), type, types)] : [];
  return [
    ...unknownType,
    ...refused.filter(([, isThere]) => isThere).map(([name, , why]) => forbidden(child(path, name), why)),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === false
      ? [invalid(child(path, "x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")]
      : []),
  ];
}

const resourceFields = ["metadata", "kind", "apiVersion"];

function checkInner(schema: JsonSchema, place: SchemaPlace, sound: Set<string>): FieldError[] {
  const { path, isRoot, isInMetadata } = place;
  const inner = (each: JsonSchema, at: string, more: Partial<SchemaPlace> = {}): FieldError[] =>
    checkSchema(each, { ...place, isRoot: false, ...more, path: child(path, at) }, sound);
  const isResource = isRoot || schema["x-kubernetes-embedded-resource"] === true;
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  const { not, allOf = [], oneOf = [], anyOf = [], definitions = {}, dependencies = {} } = schema;
  return [
    ...(values === undefined
      ? []
      : inner(
          values,
          "additionalProperties",
          isInMetadata ? { noDefaults: "inside additionalProperties applying to object metadata" } : {},
        )),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
      const isMeta = isResource && resourceFields.includes(name);
      return inner(each, atKey("properties", name), {
        ...(isMeta ? { isInMetadata: true } : {}),
        ...(isMeta && isRoot ? { noDefaults: `in top-level ${name}` } : {}),
      });
    }),
    ...(not === undefined ? [] : inner(not, "not")),
    ...Object.entries({ allOf, oneOf, anyOf }).flatMap(([name, branches]) =>
      branches.flatMap((each, index) => inner(each, atKey(name, index))),
    ),
    ...Object.entries(definitions).flatMap(([name, each]) => inner(each, atKey("definitions", name))),
    ...(items === undefined ? [] : inner(items, "items")),
    ...(isSchemaList(schema.items) ? schema.items.flatMap((each, index) => inner(each, atKey("items", index))) : []),
    ...Object.entries(dependencies).flatMap(([name, each]) =>
      isSchemaList(each as JsonSchema) ? [] : inner(each as JsonSchema, atKey("dependencies", name)),
    ),
  ];
}
