import type { Schema } from "../../schema/schema.js";

/** All fields, at every depth. */
export function countFields({ properties = {}, items, additionalProperties }: Schema): number {
  const inner = [...Object.values(properties), items, additionalProperties].filter((each) => each !== undefined);
  return inner.reduce((sum, each) => sum + countFields(each), Object.keys(properties).length);
}
