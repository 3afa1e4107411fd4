import { printExactJson } from "../core/exact-json.js";
import type { Field } from "../model/type-model.js";
import { lowerBounds, type Schema, tighten, upperBounds } from "../schema/schema.js";
import type { TagContext } from "./tags/context.js";

/**
 * Merges a field that a type declares again when it extends or intersects another type. The constraints of the first
 * declaration still apply. The second declaration sets the type, which the first must allow.
 */
export function narrowSchema(context: TagContext, wide: Schema, narrow: Schema, field: Field): Schema {
  if (!allows(wide, narrow)) {
    context.reporter.error(
      "type/conflict",
      field.at,
      `the field ${field.name} is declared as ${nameOf(narrow)} here, and as ${nameOf(wide)} in a type that this one extends`,
      'Give it a type that both allow, or omit the inherited field: Omit<Base, "field">.',
    );
    return narrow;
  }
  const result: Schema = { ...withoutStructure(wide), ...narrow };
  for (const keyword of [...lowerBounds, ...upperBounds]) tighten(result, keyword, wide[keyword]);
  if (wide.enum !== undefined && narrow.enum !== undefined) {
    const { enum: allowed } = wide;
    result.enum = narrow.enum.filter((value) => allowed.includes(value));
  }
  if (wide.pattern !== undefined && narrow.pattern !== undefined && wide.pattern !== narrow.pattern) {
    result.allOf = [...(wide.allOf ?? []), ...(narrow.allOf ?? []), { pattern: wide.pattern }];
  }
  const rules = [...(narrow["x-kubernetes-validations"] ?? []), ...(wide["x-kubernetes-validations"] ?? [])];
  if (rules.length > 0) result["x-kubernetes-validations"] = rules;
  if (wide.properties !== undefined && narrow.properties !== undefined) {
    result.properties = joinFields(context, wide, narrow, field);
    const required = new Set([...(wide.required ?? []), ...(narrow.required ?? [])]);
    if (required.size > 0) result.required = [...required].toSorted();
  }
  context.origins.move(narrow, result);
  return result;
}

function joinFields(context: TagContext, wide: Schema, narrow: Schema, field: Field): Record<string, Schema> {
  const joined: Record<string, Schema> = { ...wide.properties };
  for (const [name, inner] of Object.entries(narrow.properties ?? {})) {
    const outer = Object.hasOwn(joined, name) ? joined[name] : undefined;
    joined[name] =
      outer === undefined ? inner : narrowSchema(context, outer, inner, { ...field, name: `${field.name}.${name}` });
  }
  return joined;
}

const structure: ReadonlySet<string> = new Set<keyof Schema>([
  ...(["type", "properties", "required", "items", "additionalProperties", "anyOf"] as const),
]);

/** Returns the schema without the keywords that the narrower declaration sets itself. */
function withoutStructure(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !structure.has(keyword)));
}

function allows(wide: Schema, narrow: Schema): boolean {
  if (wide.type === undefined) return wide["x-kubernetes-int-or-string"] !== true || isIntOrString(narrow);
  if (wide.type === "number" && narrow.type === "integer") return true;
  if (wide.type === narrow.type)
    return wide.enum === undefined || narrow.enum === undefined || overlaps(wide.enum, narrow.enum);
  return false;
}

function isIntOrString(schema: Schema): boolean {
  return schema["x-kubernetes-int-or-string"] === true || schema.type === "integer" || schema.type === "string";
}

function overlaps(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.some((value) => other.includes(value));
}

function nameOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => printExactJson(value)).join(" | ");
  return schema["x-kubernetes-int-or-string"] === true ? "IntOrString" : (schema.type ?? "unknown");
}
