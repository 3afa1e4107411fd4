/** Parts of a CRD in error messages: the API server shows them as JSON of its internal Go structs. */
import { showInternal } from "../../kinds/validation/internal-forms.js";
import type { JsonSchema, SchemaRule } from "../json-schema.js";
import type { InternalVersion } from "./internal-spec.js";

const group = "apiextensions.k8s.io/v1";

export function showVersions(versions: readonly InternalVersion[]): string {
  if (versions.length === 0) return "null";
  const shown = versions.map(({ version, schema, subresources, columns, selectableFields }) => ({
    ...version,
    schema: schema && { openAPIV3Schema: schema },
    subresources,
    additionalPrinterColumns: columns,
    selectableFields,
  }));
  return showInternal(shown, `${group}.CustomResourceDefinitionVersion`);
}

export function showRule(rule: SchemaRule): string {
  return showInternal(rule, `${group}.ValidationRule`);
}

export function showSchema(schema: JsonSchema): string {
  return showInternal(schema, `${group}.JSONSchemaProps`);
}
