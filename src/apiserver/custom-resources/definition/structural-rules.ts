/**
 * The rules for structural schemas.
 * Sources: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/{validation,complete,convert}.go.
 */
import type { Patterns } from "../../../schema/patterns.js";
import { atKey, child, type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import { isFilled, isSchemaList, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";
import { checkCompleteness } from "./completeness.js";
import { checkValidations, isNestedEmptyBut } from "./nested-rules.js";

/** Returns the reason why a schema has no structural form. Other checks reject these schemas with other messages, too. */
export function unstructuralFault(schema: JsonSchema): string | undefined {
  const own = unsupportedKey(schema);
  if (own !== undefined) return `OpenAPIV3Schema '${own}' is not supported`;
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (isSchemaList(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  return (
    firstFault([schema.not]) ??
    firstFault(schema.allOf) ??
    firstFault(schema.anyOf) ??
    firstFault(schema.oneOf) ??
    (schema.properties && firstFault(Object.values(schema.properties))) ??
    firstFault([itemsOf(schema), valuesOf(schema)])
  );
}

function unsupportedKey(schema: JsonSchema): string | undefined {
  if ((schema.id ?? "") !== "") return "id";
  if ((schema.$schema ?? "") !== "") return "schema";
  if ((schema.$ref ?? "") !== "") return "$ref";
  if (isFilled(schema.patternProperties)) return "patternProperties";
  if (isFilled(schema.dependencies)) return "dependencies";
  if (schema.additionalItems !== undefined) return "additionalItems";
  return isFilled(schema.definitions) ? "definitions" : undefined;
}

function firstFault(schemas: readonly (JsonSchema | undefined)[] = []): string | undefined {
  for (const each of schemas) {
    const fault = each && unstructuralFault(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Sorts the errors by their text, as the API server does. */
export function checkStructural(schema: JsonSchema, path: string, patterns: Patterns): FieldError[] {
  const faults: FieldError[] = [];
  checkInvariants(schema, "root", path, { patterns, faults });
  faults.push(...checkCompleteness(schema, path));
  const textOf = ({ field, message }: FieldError): string => `${field}: ${message}`;
  return faults.sort((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
}

type Level = "root" | "item" | "field";

const untyped: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

interface Checking {
  readonly patterns: Patterns;
  /** The errors that were found. */
  readonly faults: FieldError[];
}

function checkInvariants(schema: JsonSchema, level: Level, path: string, checking: Checking): void {
  const { type = "", properties = {}, additionalProperties } = schema;
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  const typePath = child(path, "type");
  const { patterns, faults } = checking;
  const add = (isWrong: boolean, fault: () => FieldError): void => {
    if (isWrong) faults.push(fault());
  };
  add(type === "array" && items === undefined, () => required(child(path, "items"), "must be specified"));
  if (items !== undefined) checkInvariants(items, "item", child(path, "items"), checking);
  for (const [name, inner] of Object.entries(properties)) {
    checkInvariants(inner, "field", atKey(child(path, "properties"), name), checking);
  }
  const valuesPath = child(path, "additionalProperties");
  add(additionalProperties !== undefined && level === "root", () =>
    forbidden(valuesPath, "must not be used at the root"),
  );
  if (values !== undefined) checkInvariants(values, "field", valuesPath, checking);
  add(isIntOrString && keepsUnknown, () =>
    invalid(
      child(path, "x-kubernetes-preserve-unknown-fields"),
      true,
      "must be false if x-kubernetes-int-or-string is true",
    ),
  );
  add(isIntOrString && isEmbedded, () =>
    invalid(child(path, "x-kubernetes-embedded-resource"), true, "must be false if x-kubernetes-int-or-string is true"),
  );
  faults.push(...checkValidations(schema, path, { ...intOrStringForms(schema), patterns }));
  if (isEmbedded && type !== "object") {
    const why = "must be object if x-kubernetes-embedded-resource is true";
    faults.push(type === "" ? required(typePath, why) : invalid(typePath, type, why));
  } else add(type === "" && !isIntOrString && !keepsUnknown, () => required(typePath, untyped[level]));
  add(isEmbedded && additionalProperties !== undefined, () =>
    forbidden(valuesPath, "must not be used if x-kubernetes-embedded-resource is set"),
  );
  add(level === "root" && type !== "" && type !== "object", () =>
    invalid(typePath, type, "must be object at the root"),
  );
  faults.push(...checkResourceFields(schema, level, path));
  add(isEmbedded && !keepsUnknown && Object.keys(properties).length === 0, () =>
    required(
      child(path, "properties"),
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
    ),
  );
}

/** The schema of a resource can restrict its name, and no other field that all resources share. */
function checkResourceFields(schema: JsonSchema, level: Level, path: string): FieldError[] {
  const isResource = level === "root" || schema["x-kubernetes-embedded-resource"] === true;
  const { properties = {} } = schema;
  const faults: FieldError[] = [];
  const pathOf = (name: string): string => atKey(child(path, "properties"), name);
  for (const name of isResource ? ["kind", "apiVersion"] : []) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field !== undefined && field.type !== "string") {
      faults.push(invalid(child(pathOf(name), "type"), field.type ?? "", "must be string"));
    }
  }
  const metadata = Object.hasOwn(properties, "metadata") ? properties["metadata"] : undefined;
  if (metadata === undefined) return faults;
  if (isResource && metadata.type !== "object") {
    faults.push(invalid(child(pathOf("metadata"), "type"), metadata.type ?? "", "must be object"));
  }
  if (level === "root" && !restrictsNamesAlone(metadata)) {
    const why = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    faults.push(forbidden(pathOf("metadata"), why));
  }
  return faults;
}

function restrictsNamesAlone(metadata: JsonSchema): boolean {
  const names = Object.keys(metadata.properties ?? {});
  const areNames = names.every((name) => name === "name" || name === "generateName");
  return areNames && isNestedEmptyBut(metadata, ["type", "default", "properties"]);
}

const intOrString = ["integer", "string"];

function isIntOrStringChoice(branches: readonly JsonSchema[] | undefined): boolean {
  return (
    branches?.length === 2 &&
    branches.every((branch, index) => branch.type === intOrString[index] && isNestedEmptyBut(branch, ["type"]))
  );
}

/** Detects the two forms in which an int-or-string schema may repeat its types. */
function intOrStringForms({ anyOf, allOf }: JsonSchema): { skipsAnyOf: boolean; skipsFirstAllOf: boolean } {
  return { skipsAnyOf: isIntOrStringChoice(anyOf), skipsFirstAllOf: isIntOrStringChoice(allOf?.[0]?.anyOf) };
}
