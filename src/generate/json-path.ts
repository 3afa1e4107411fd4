import { fieldOf, type Schema } from "../schema/schema.js";

/** What a simple path (`.spec.replicas`) leads to in a schema; undefined where it leads to nothing that is known. */
export function followPath(root: Schema, path: string): Schema | "unknown" | undefined {
  let schema = root;
  for (const step of path.split(".").slice(1)) {
    const next = fieldOf(schema, step) ?? schema.additionalProperties;
    if (next === undefined) return schema["x-kubernetes-preserve-unknown-fields"] === true ? "unknown" : undefined;
    schema = next;
  }
  return schema;
}

/** Whether a path is nothing but names with dots before them. */
export function isSimplePath(path: string): boolean {
  return /^(?:\.[A-Za-z_][\w-]*)+$/.test(path);
}
