/**
 * The schema of a version, or of all versions.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import { child, type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { isSaid, type JsonSchema } from "../json-schema.js";
import { checkDefaults } from "./default-rules.js";
import { internalType } from "../../kinds/validation/internal-forms.js";
import { showSchema } from "./go-structs.js";
import { checkSchemaRules } from "./rule-findings.js";
import { checkSchema } from "./schema-rules.js";
import type { ValidatorOptions } from "../value-validator.js";
import { checkStructural, unstructuralFault } from "./structural-rules.js";

export interface SchemaOptions extends ValidatorOptions {
  readonly hasStatus: boolean;
  readonly isUnchanged: boolean;
}

/** `path`: the path of the parent of `openAPIV3Schema`. */
export function checkVersionSchema(schema: JsonSchema, path: string, options: SchemaOptions): FieldError[] {
  const { version, patterns, hasStatus, isUnchanged } = options;
  const schemaPath = child(path, "openAPIV3Schema");
  const faults = hasStatus ? checkRoot(schema, schemaPath) : [];
  if (schema.nullable === true) {
    faults.push(forbidden(child(schemaPath, "nullable"), "nullable cannot be true at the root"));
  }
  const unstructural = unstructuralFault(schema);
  const structural = unstructural === undefined ? checkStructural(schema, schemaPath, patterns) : [];
  const isStructural = unstructural === undefined && structural.length === 0;
  const defaults = isStructural ? checkDefaults(schema, schemaPath, options) : [];
  const sound = new Set<string>();
  const place = { path: schemaPath, isRoot: true, isInMetadata: false };
  faults.push(...structural, ...defaults, ...checkSchema(schema, place, sound));
  if (isStructural && defaults.length === 0) {
    faults.push(...checkSchemaRules(schema, schemaPath, { version, patterns, sound, isUnchanged }));
  }
  // The schema's own rules usually report this error already, with another message.
  if (faults.length === 0 && unstructural !== undefined) faults.push(invalid(schemaPath, "", unstructural));
  return faults;
}

const rootFields: readonly string[] = [
  ...["description", "type", "format", "title", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "required"],
  ...[
    "items",
    "properties",
    "externalDocs",
    "example",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
  ],
];

/** The API server takes the schema of the status out of the root schema, so the root must not restrict it. */
function checkRoot(schema: JsonSchema, path: string): FieldError[] {
  const { type = "" } = schema;
  const other = Object.entries(schema).some(([name, value]) => !rootFields.includes(name) && isSaid(value));
  if (type !== "" && type !== "object") {
    const why = `only "object" is allowed as the type at the root of the schema if the status subresource is enabled`;
    return [invalid(child(path, "type"), type, why)];
  }
  if (!other) return [];
  const fields = internalType("apiextensions.k8s.io/v1.JSONSchemaProps").fields;
  const allowed = fields.filter(({ name }) => rootFields.includes(name)).map(({ goName }) => goName);
  const why = `only [${allowed.join(" ")}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [{ type: "FieldValueInvalid", field: path, message: `Invalid value: ${showSchema(schema)}: ${why}` }];
}
