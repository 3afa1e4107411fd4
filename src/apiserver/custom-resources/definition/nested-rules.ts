/**
 * The branches of logical operators (allOf, anyOf, oneOf, not) only restrict values. The schema outside them declares the
 * types.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go.
 */
import type { Patterns } from "../../../schema/patterns.js";
import { atKey, child, type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { hasDefault, isSaid, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";

export interface ValidationChecks {
  readonly skipsAnyOf: boolean;
  /** Skips the anyOf in the first branch of allOf. */
  readonly skipsFirstAllOf: boolean;
  readonly patterns: Patterns;
}

export function checkValidations(
  { anyOf = [], allOf = [], oneOf = [], not, pattern = "" }: JsonSchema,
  path: string,
  { skipsAnyOf, skipsFirstAllOf, patterns }: ValidationChecks,
): FieldError[] {
  const hasBranches = anyOf.length + allOf.length + oneOf.length > 0 || not !== undefined;
  if (!hasBranches && pattern === "") return [];
  const nested = (schema: JsonSchema, at: string, skips = false): FieldError[] =>
    checkNested(schema, at, patterns, skips);
  const faults = [
    ...(skipsAnyOf ? [] : anyOf.flatMap((each, index) => nested(each, atKey(child(path, "anyOf"), index)))),
    ...allOf.flatMap((each, index) => nested(each, atKey(child(path, "allOf"), index), skipsFirstAllOf && index === 0)),
    ...oneOf.flatMap((each, index) => nested(each, atKey(child(path, "oneOf"), index))),
    ...(not === undefined ? [] : nested(not, child(path, "not"))),
  ];
  const compiled = pattern === "" ? undefined : patterns.compile(pattern);
  if (typeof compiled !== "object") return faults;
  const why = `must be a valid regular expression, but isn't: ${compiled.fault}`;
  return [...faults, invalid(child(path, "pattern"), pattern, why)];
}

function checkNested(schema: JsonSchema, path: string, patterns: Patterns, skipsAnyOf = false): FieldError[] {
  const faults = checkValidations(schema, path, { skipsAnyOf, skipsFirstAllOf: false, patterns });
  const items = itemsOf(schema);
  if (items !== undefined) faults.push(...checkNested(items, child(path, "items"), patterns));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    faults.push(...checkNested(inner, atKey(child(path, "properties"), name), patterns));
  }
  for (const [name, isThere, why] of forbiddenIn(schema)) {
    if (isThere) faults.push(forbidden(child(path, name), why));
  }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, "metadata")) {
    const why = "must not be specified in a nested context";
    faults.push(forbidden(atKey(child(path, "properties"), "metadata"), why));
  }
  return faults;
}

const empty = "must be empty to be structural";
const unset = "must be undefined to be structural";
const off = "must be false to be structural";

type ForbiddenKey = readonly [name: string, isThere: boolean, why: string];

function forbiddenIn(schema: JsonSchema): readonly ForbiddenKey[] {
  const hasValues = valuesOf(schema) !== undefined || schema.additionalProperties === true;
  return [
    ["type", (schema.type ?? "") !== "", empty],
    ["additionalProperties", hasValues, unset],
    ["default", hasDefault(schema), unset],
    ["title", (schema.title ?? "") !== "", empty],
    ["description", (schema.description ?? "") !== "", empty],
    ["nullable", schema.nullable === true, off],
    ["x-kubernetes-preserve-unknown-fields", schema["x-kubernetes-preserve-unknown-fields"] === true, off],
    ["x-kubernetes-embedded-resource", schema["x-kubernetes-embedded-resource"] === true, off],
    ["x-kubernetes-int-or-string", schema["x-kubernetes-int-or-string"] === true, off],
    ["x-kubernetes-list-map-keys", (schema["x-kubernetes-list-map-keys"]?.length ?? 0) > 0, empty],
    ["x-kubernetes-list-type", schema["x-kubernetes-list-type"] !== undefined, unset],
    ["x-kubernetes-map-type", schema["x-kubernetes-map-type"] !== undefined, unset],
    ["x-kubernetes-validations", (schema["x-kubernetes-validations"]?.length ?? 0) > 0, empty],
  ];
}

/** Reports whether a schema sets no keys except `keys`. Keys that the structural form drops do not count. */
export function isNestedEmptyBut(schema: JsonSchema, keys: readonly string[]): boolean {
  return Object.entries(schema).every(
    ([key, value]) => keys.includes(key) || key === "externalDocs" || key === "example" || !isSaid(value),
  );
}
