import { nearest } from "../core/suggest.js";
import { fieldOf, type Schema } from "../schema/schema.js";

/** Returns the schema at a simple path (`.spec.replicas`), or undefined if the path leads to no known field. */
export function followPath(root: Schema, path: string): Schema | "unknown" | undefined {
  let schema = root;
  for (const step of path.split(".").slice(1)) {
    const next = fieldOf(schema, step) ?? schema.additionalProperties;
    if (next === undefined) return schema["x-kubernetes-preserve-unknown-fields"] === true ? "unknown" : undefined;
    schema = next;
  }
  return schema;
}

/** Returns the most likely intended path for a path that leads to no field. */
function nearestPath(root: Schema, path: string): string | undefined {
  const steps = path.split(".").slice(1);
  let [schema, prefix] = [root, ""];
  for (const [index, step] of steps.entries()) {
    const next = fieldOf(schema, step) ?? schema.additionalProperties;
    if (next !== undefined) {
      [schema, prefix] = [next, `${prefix}.${step}`];
      continue;
    }
    const near = nearest(step, Object.keys(schema.properties ?? {}));
    const corrected = [prefix, near, ...steps.slice(index + 1)].join(".");
    if (near !== undefined && typeof followPath(root, corrected) === "object") return corrected;
    break;
  }
  return pathsTo(root, steps.at(-1) ?? "")[0];
}

/** Returns the paths to fields of a name, outermost first, without fields inside lists. */
function pathsTo(root: Schema, name: string): string[] {
  const found: string[] = [];
  let level = [{ path: "", schema: root }];
  for (let depth = 0; depth < 8 && level.length > 0; depth += 1) {
    level = level.flatMap(({ path, schema }) =>
      Object.entries(schema.properties ?? {}).map(([key, inner]) => ({ path: `${path}.${key}`, schema: inner })),
    );
    found.push(...level.map(({ path }) => path).filter((path) => path.endsWith(`.${name}`)));
  }
  return found;
}

/** Returns a hint for a path that leads to no field. */
export function pathHint(root: Schema, path: string): string {
  const near = nearestPath(root, path);
  return near === undefined ? "Correct the path, or add the field." : `Did you mean ${near}?`;
}

/** Returns whether a path consists only of names with dots before them. */
export function isSimplePath(path: string): boolean {
  return /^(?:\.[A-Za-z_][\w-]*)+$/.test(path);
}
