/** Finds the fields that the API server prunes when it changes only the version of an object. */
import type { Schema } from "./schema.js";

/** A step from a schema into a field, into the items of a list, or into the values of a map. */
export type FieldStep =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "item" }
  | { readonly kind: "value" };

/** Returns the paths of the outermost fields that one schema has and the other prunes. */
export function missingFields(schema: Schema, other: Schema, path: readonly FieldStep[] = []): FieldStep[][] {
  if (other["x-kubernetes-preserve-unknown-fields"] === true) return [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place: FieldStep[] = [...path, { kind: "field", name }];
    const counterpart = fieldIn(other, name);
    return counterpart === undefined ? [place] : missingFields(field, counterpart, place);
  });
  return [
    ...fields,
    ...missingIn(schema.items, other.items, [...path, { kind: "item" }]),
    ...missingIn(schema.additionalProperties, other.additionalProperties, [...path, { kind: "value" }]),
  ];
}

function missingIn(schema: Schema | undefined, other: Schema | undefined, path: readonly FieldStep[]): FieldStep[][] {
  return schema === undefined || other === undefined ? [] : missingFields(schema, other, path);
}

/** Returns the schema of a field by its name; a map accepts any name. */
function fieldIn({ properties = {}, additionalProperties }: Schema, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}
