import { isDeepStrictEqual } from "node:util";
import { withoutKeywords } from "../import/keywords.js";
import type { Schema } from "../schema/schema.js";

/** The keywords that a reference expresses by types, fields and texts. */
const structure: ReadonlySet<string> = new Set<keyof Schema>([
  ...(["properties", "required", "items", "additionalProperties", "description"] as const),
]);

/** Returns the keywords of a schema without its structure and without those of its named type. */
export function ownKeywords(schema: Schema, ofType: Schema | undefined): Schema {
  const own = withoutKeywords(schema, structure);
  if (ofType === undefined) return own;
  const { "x-kubernetes-validations": all = [], ...rest } = own;
  const shared = ofType["x-kubernetes-validations"] ?? [];
  const rules = all.filter((rule) => !shared.some((each) => isDeepStrictEqual(each, rule)));
  const differing = Object.entries(rest).filter(
    ([name, value]) => !isDeepStrictEqual(value, ofType[name as keyof Schema]),
  );
  return { ...Object.fromEntries(differing), ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }) };
}
