/** Restrictions of values that are given as schemas: `@oneOf`, `@anyOf`, `@allOf`, `@not`. */
import type { JsonValue } from "../../core/yaml.js";
import type { Tag } from "../../model/annotations.js";
import type { Schema } from "../../schema/schema.js";
import { conflict, set, type TagContext } from "./context.js";

type Junctor = "allOf" | "anyOf" | "oneOf" | "not";

export function applyJunctor(context: TagContext, schema: Schema, tag: Tag, keyword: Junctor): void {
  const value = tag.argument.kind === "value" ? tag.argument.value : undefined;
  const branches = keyword === "not" ? [value] : Array.isArray(value) ? (value as readonly JsonValue[]) : [undefined];
  if (branches.length === 0 || !branches.every(isSchema)) {
    const form = keyword === "not" ? "one schema" : "a list of schemas";
    conflict(context, tag, `expected ${form} in JSON`, `For example: ${tag.record.example}`);
    return;
  }
  if (schema["x-kubernetes-int-or-string"] === true && keyword === "anyOf") {
    conflict(context, tag, "an integer or string has an anyOf of its own", 'Write @allOf [{"anyOf": […]}] instead.');
    return;
  }
  if (keyword === "not") set(context, schema, tag, "not", branches[0] as Schema);
  else set(context, schema, tag, keyword, [...(schema[keyword] ?? []), ...(branches as Schema[])]);
}

/** Whether its keywords may stand in a schema is checked with all else that the API server demands. */
function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
