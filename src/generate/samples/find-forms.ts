/** Finds the forms of a kind that deserve their own sample: the forms of its unions of objects, at any depth. */
import { printExactJson } from "../../core/exact-json.js";
import { innerSteps, type Schema, schemaJson } from "../../schema/schema.js";
import { type Chosen, choicePoints, type Form } from "./shapes.js";

export interface FormSample {
  /** The unique name for files and objects, in lower case and with dashes. */
  readonly slug: string;
  readonly choice: Chosen & { readonly path: string };
}

/** The maximum number of forms of a kind that get a sample. */
const maxForms = 32;
/** The maximum depth of the search; few users look deeper. */
const maxDepth = 12;

/** Returns the forms of a kind, outermost first. Identical choices at several paths count once. */
export function findForms(root: Schema): FormSample[] {
  const found: FormSample[] = [];
  const slugs = new Set(["full"]);
  const seen = new Set<string>();
  let level: Place[] = [{ schema: root, trail: [], path: "" }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    for (const { schema, trail, path } of level) {
      if (schema.type !== "object") continue;
      // If several rules concern the same fields, one rule shows all forms.
      const shown = new Set<string>();
      for (const [point, { forms, isUnion }] of choicePoints(schema).entries()) {
        const fields = JSON.stringify(forms.map(({ shows }) => shows));
        const key = `${point} ${printExactJson(schemaJson(schema))}`;
        if (!isUnion || forms.length < 2 || shown.has(fields) || seen.has(key)) continue;
        shown.add(fields);
        seen.add(key);
        for (const [form, each] of forms.entries()) {
          const slug = slugOf(trail, labelOf(each, form), slugs);
          slugs.add(slug);
          found.push({ slug, choice: { path, point, form } });
        }
      }
    }
    level = level.flatMap(inside);
  }
  return found.slice(0, maxForms);
}

interface Place {
  readonly schema: Schema;
  /** The names of the fields that lead to this schema. */
  readonly trail: readonly string[];
  readonly path: string;
}

function inside({ schema, trail, path }: Place): Place[] {
  return innerSteps(schema).map(({ step, name, inner }) => ({
    schema: inner,
    trail: name === undefined ? trail : [...trail, name],
    path: path + step,
  }));
}

/** Returns the literals that identify a form, or else its fields. */
function labelOf({ branch, shows }: Form, index: number): string {
  const literals = Object.values(branch.properties ?? {}).flatMap((inner) => inner.enum ?? []);
  const named = literals.length > 0 ? literals.map(String) : shows;
  return toSlug(named.slice(0, 3).join("-")) || String(index + 1);
}

/** Uses the fewest names of the trail that make the slug unique. */
function slugOf(trail: readonly string[], label: string, taken: ReadonlySet<string>): string {
  for (let count = Math.min(1, trail.length); count <= trail.length; count += 1) {
    const context = trail.slice(trail.length - count).filter((name) => name !== "spec" || count > 1);
    const slug = [...context.map(toSlug), label]
      .filter((part) => part !== "")
      .join("-")
      .slice(0, maxSlug);
    if (!taken.has(slug)) return slug;
  }
  let number = 2;
  while (taken.has(`${label}-${number}`)) number += 1;
  return `${label}-${number}`;
}

const maxSlug = 40;

function toSlug(text: string): string {
  return text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlug)
    .replaceAll(/^-+|(?<!-)-+$/g, "");
}
