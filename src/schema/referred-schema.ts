import type { OpenApiSchema } from "./openapi-data.js";

/** Returns the full name of the schema that a reference points to, either alone or (beside a default) in an allOf of one. */
export function referredSchema(schema: OpenApiSchema): string | undefined {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return reference?.replace("#/components/schemas/", "");
}
