/** Finds the fields of two versions that belong together. */
import { fieldOf, type Schema } from "../schema/schema.js";
import { isPluralOf, similarity } from "./related-names.js";
import { isSameType } from "./same-type.js";

export interface FieldPair {
  readonly left: string;
  readonly right: string;
  /** Whether the names differ, so that only the author knows whether the fields belong together. */
  readonly isProposed: boolean;
}

/** Returns the pairs. The result is the same in both directions. */
export function matchFields(left: Schema, right: Schema): FieldPair[] {
  const names = Object.keys(left.properties ?? {});
  const others = Object.keys(right.properties ?? {});
  const same = names.filter((name) => others.includes(name));
  const removed = names.filter((name) => !same.includes(name));
  const added = others.filter((name) => !same.includes(name));
  const scores = removed.flatMap((one) =>
    added.flatMap((other) => {
      const score = scoreOf(one, fieldOf(left, one), other, fieldOf(right, other));
      return score === 0 ? [] : [{ left: one, right: other, score }];
    }),
  );
  // A field with two equal candidates has none.
  const isBest = (each: (typeof scores)[number]): boolean =>
    scores.every(
      (other) => other === each || (other.left !== each.left && other.right !== each.right) || other.score < each.score,
    );
  return [
    ...same.map((name) => ({ left: name, right: name, isProposed: false })),
    ...scores.filter(isBest).map((each) => ({ left: each.left, right: each.right, isProposed: true })),
  ];
}

function scoreOf(name: string, schema: Schema | undefined, other: string, otherSchema: Schema | undefined): number {
  if (schema === undefined || otherSchema === undefined) return 0;
  if (isSameType(schema, otherSchema)) {
    return similarity({ name, description: schema.description }, { name: other, description: otherSchema.description });
  }
  return isListOf(name, schema, other, otherSchema) ||
    isListOf(other, otherSchema, name, schema) ||
    isMovedInto(name, schema, otherSchema) ||
    isMovedInto(other, otherSchema, schema)
    ? 1
    : 0;
}

/** Returns whether a field became a list: `host` and `hosts`. */
function isListOf(name: string, schema: Schema, listName: string, list: Schema): boolean {
  return list.items !== undefined && isPluralOf(name, listName) && isSameType(schema, list.items);
}

/** Returns whether a field moved into an object: `html` and `content.html`. */
function isMovedInto(name: string, schema: Schema, object: Schema): boolean {
  const inner = fieldOf(object, name);
  return inner !== undefined && isSameType(schema, inner);
}
