/** Finds the schemas on a path. */
import { fieldOf, type Schema } from "../schema/schema.js";
import type { Step } from "./change.js";

/** Returns the schema at the end of a path; undefined if the root does not declare the path. */
export function schemaAt(root: Schema, path: readonly Step[]): Schema | undefined {
  const { around, isWhole } = schemasAlong(root, path);
  return isWhole ? around.at(-1) : undefined;
}

/** Returns the schemas from the root to the end of a path. `isWhole`: the root declares the path to its end. */
export function schemasAlong(
  root: Schema,
  path: readonly Step[],
): { readonly around: Schema[]; readonly isWhole: boolean } {
  const around = [root];
  let at: Schema | undefined = root;
  for (const step of path) {
    at = innerAt(at, step);
    if (at === undefined) return { around, isWhole: false };
    around.push(at);
  }
  return { around, isWhole: true };
}

export function innerAt(schema: Schema, step: Step): Schema | undefined {
  if (step.kind === "item") return schema.items;
  return step.kind === "value" ? schema.additionalProperties : fieldOf(schema, step.name);
}
