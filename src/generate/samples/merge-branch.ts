/** What a schema asks for where a value is to have one of its forms. */
import { lowerBounds, type Schema, tighten, upperBounds } from "../../schema/schema.js";

/**
 * The schema, or another branch, narrowed by a branch of its junctors: what either asks for, without their junctors. An
 * approximation, from which a value is made that is then judged by the whole.
 */
export function mergeBranch(whole: Schema, branch: Schema): Schema {
  const merged = withoutJunctors(whole);
  mergeBounds(merged, branch);
  const values = branch.enum;
  if (values !== undefined) merged.enum = whole.enum?.filter((value) => values.includes(value)) ?? values;
  mergeFields(merged, branch);
  const [items, entries] = [whole.items ?? branch.items, whole.additionalProperties ?? branch.additionalProperties];
  if (items !== undefined) merged.items = branch.items === undefined ? items : mergeBranch(items, branch.items);
  if (entries !== undefined) {
    merged.additionalProperties =
      branch.additionalProperties === undefined ? entries : mergeBranch(entries, branch.additionalProperties);
  }
  return merged;
}

export function withoutJunctors(schema: Schema): Schema {
  const bare = { ...schema };
  delete bare.allOf;
  delete bare.anyOf;
  delete bare.oneOf;
  return bare;
}

function mergeBounds(merged: Schema, branch: Schema): void {
  for (const keyword of [...lowerBounds, ...upperBounds]) tighten(merged, keyword, branch[keyword]);
  if (branch.exclusiveMinimum === true) merged.exclusiveMinimum = true;
  if (branch.exclusiveMaximum === true) merged.exclusiveMaximum = true;
  if (branch.pattern !== undefined) merged.pattern ??= branch.pattern;
  if (branch.format !== undefined) merged.format ??= branch.format;
  if (branch.multipleOf !== undefined) merged.multipleOf ??= branch.multipleOf;
}

function mergeFields(merged: Schema, branch: Schema): void {
  const required = new Set([...(merged.required ?? []), ...(branch.required ?? [])]);
  if (required.size > 0) merged.required = [...required];
  const foreign = foreignFields(branch.not);
  const fields = new Map(Object.entries(merged.properties ?? {}));
  for (const [name, narrowed] of Object.entries(branch.properties ?? {})) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? narrowed : mergeBranch(known, narrowed));
  }
  for (const name of foreign) fields.delete(name);
  if (fields.size > 0 || merged.properties !== undefined) merged.properties = Object.fromEntries(fields);
  if (branch.not !== undefined)
    merged.not = merged.not === undefined ? branch.not : { anyOf: [merged.not, branch.not] };
}

/** The fields that must be absent: each alone, not several together. */
function foreignFields(not: Schema | undefined): string[] {
  const { required = [], anyOf = [] } = not ?? {};
  return [...(required.length === 1 ? required : []), ...anyOf.flatMap(foreignFields)];
}
