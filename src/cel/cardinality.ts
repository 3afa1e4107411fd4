import { maxRequestSize, type Bounds, type DeclaredType } from "./declared-type.js";
import type { Schema } from "../schema/schema.js";
import { times } from "./sizes.js";

/** A schema on the way from the root to a rule. */
export interface Step {
  readonly schema: Schema;
  readonly path: string;
}

/** What a rule costs in all, for it is evaluated once for each value that its schema can describe. */
export function cardinalityOf(
  steps: readonly Step[],
  self: DeclaredType,
  once: number,
  bounds: Bounds = new Map(),
): number {
  let count = 1;
  for (const { schema } of steps.slice(0, -1)) {
    const most = mostElements(schema, bounds);
    // Without a bound somewhere, as many as fit into a request, each with its comma.
    if (most === undefined) return times(once, Math.floor(maxRequestSize / (self.minSize + 1)));
    count = times(count, Math.max(0, most));
  }
  return times(once, count);
}

function mostElements(schema: Schema, bounds: Bounds): number | undefined {
  if (schema.type === "array") return bounds.get(schema) ?? schema.maxItems;
  if (schema.type === "object" && schema.additionalProperties !== undefined) {
    return bounds.get(schema) ?? schema.maxProperties;
  }
  return 1;
}
