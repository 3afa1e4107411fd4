import type { Schema, ValidationRule } from "../../src/schema/schema.js";

export interface SchemaCase {
  readonly name: string;
  readonly schema: Schema;
}

export const rules = (...given: (string | ValidationRule)[]): Pick<Schema, "x-kubernetes-validations"> => ({
  "x-kubernetes-validations": given.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
export const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });
export const map = (additionalProperties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  additionalProperties,
  ...more,
});
export const text = (more: Schema = {}): Schema => ({ type: "string", ...more });
export const number: Schema = { type: "integer" };
export const matchesA = "self.matches('^a+$')";
export const allMatchA = "self.all(x, x.matches('^a+$'))";
export const isUnique = "self.all(x, self.exists_one(y, x == y))";

/** Returns a case with a rule below a field. */
export const spec = (name: string, field: Schema): SchemaCase => ({
  name,
  schema: object({ spec: object({ field }) }),
});
export const root = (name: string, schema: Schema): SchemaCase => ({ name, schema });
