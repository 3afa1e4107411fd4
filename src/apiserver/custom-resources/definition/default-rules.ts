/**
 * Defaults must be valid for their schema and must not have unknown fields.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go.
 */
import { isSameJson, type Json } from "../../../core/json.js";
import { atKey, child, type FieldError, invalid, noPath } from "../../../core/field-error.js";
import { compileEmbeddedResources } from "../embedded-resources.js";
import { hasDefault, itemsOf, valuesOf, type JsonSchema } from "../json-schema.js";
import { prune } from "../prune.js";
import { compileRules } from "../rules.js";
import { toFieldErrors } from "../value-result.js";
import { compileValidator, type ValidatorOptions } from "../value-validator.js";

/** The defaults in the schemas of map values are not checked. */
export function checkDefaults(root: JsonSchema, path: string, options: ValidatorOptions): FieldError[] {
  return checkWithin(root, path, true, options);
}

function checkWithin(schema: JsonSchema, path: string, isResource: boolean, options: ValidatorOptions): FieldError[] {
  const faults = hasDefault(schema)
    ? checkDefault(schema, schema.default ?? null, child(path, "default"), isResource, options)
    : [];
  const items = itemsOf(schema);
  if (items !== undefined) faults.push(...checkWithin(items, child(path, "items"), isEmbedded(items), options));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    faults.push(...checkWithin(inner, atKey(child(path, "properties"), name), isEmbedded(inner), options));
  }
  return faults;
}

function checkDefault(
  schema: JsonSchema,
  value: Json,
  path: string,
  isResource: boolean,
  options: ValidatorOptions,
): FieldError[] {
  const pruned = structuredClone(value);
  prune(pruned, schema, isResource);
  const unknown = isSameJson(pruned, value) ? [] : [invalid(path, value, "must not have unknown fields")];
  const embedded = compileEmbeddedResources(
    isResource ? { ...schema, "x-kubernetes-embedded-resource": true } : schema,
    options.version,
  );
  const fault = embedded?.coerce(structuredClone(value)).fault;
  if (fault !== undefined) return [...unknown, { ...fault, field: within(path, fault.field) }];
  const ofResources = embedded?.validate(value, path) ?? [];
  if (ofResources.length > 0) return [...unknown, ...ofResources];
  const ofValue = toFieldErrors(compileValidator(withoutChoice(schema), options).validate(value, "").faults, path);
  if (ofValue.length > 0) return [...unknown, ...ofValue];
  return [...unknown, ...checkRulesOn(schema, value, path, isResource, options)];
}

/** The API server does not check that the default of an int-or-string is an integer or a string. */
function withoutChoice(schema: JsonSchema): JsonSchema {
  const { "x-kubernetes-int-or-string": isChoice, properties, ...rest } = schema;
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  return {
    ...rest,
    ...(isChoice === true ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withoutChoice(each)])),
        }),
    ...(items === undefined ? {} : { items: withoutChoice(items) }),
    ...(values === undefined ? {} : { additionalProperties: withoutChoice(values) }),
  };
}

/** Checks the value as an update of itself, then as a new value, because rules with an optional oldSelf can differ. */
function checkRulesOn(
  schema: JsonSchema,
  value: Json,
  path: string,
  isResource: boolean,
  options: ValidatorOptions,
): FieldError[] {
  const rules = compileRules(schema, {
    patterns: options.patterns,
    isResource,
    ratchets: false,
  });
  if (rules === undefined) return [];
  const replaced = rules.validate(value, value).faults;
  const faults = replaced.length > 0 ? replaced : rules.validate(value).faults;
  return faults.map((fault) => ({ ...fault, field: within(path, fault.field) }));
}

function within(path: string, field: string): string {
  if (field === noPath) return path;
  return field.startsWith("[") ? `${path}${field}` : `${path}.${field}`;
}

function isEmbedded(schema: JsonSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}
