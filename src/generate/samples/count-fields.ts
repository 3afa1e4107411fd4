import { innerSchemas, type Schema } from "../../schema/schema.js";

/** Counts all fields, at every depth. */
export function countFields(schema: Schema): number {
  const own = Object.keys(schema.properties ?? {}).length;
  return innerSchemas(schema).reduce((sum, inner) => sum + countFields(inner), own);
}
