/** Changes published CRDs in one place, the same for the same seed. */
import { install } from "../../../src/compatibility/witness/requests.js";
import { createEmbeddedServer } from "../../../src/compatibility/witness/trial.js";
import { type ExactJsonObject, isJsonObject, isList } from "../../../src/core/json.js";
import { parsePublishedCrd, publishedCrds } from "../../support/published-crds.js";
import { pick } from "../../support/random-crd.js";
import { seeded } from "../../support/seeded.js";
import { crdMutations } from "./crd-mutations.js";
import type { Node, Random, SchemaMutation } from "./schema-parts.js";
import { structureMutations } from "./structure-mutations.js";
import { valueMutations } from "./value-mutations.js";

export interface MutatedCrd {
  readonly title: string;
  readonly before: ExactJsonObject;
  readonly after: ExactJsonObject;
}

const all = [...valueMutations, ...structureMutations, ...crdMutations];
const mostTries = 60;

const files = publishedCrds();
const parsed = new Map<string, Node>();

/** Returns a published CRD, which stays unchanged: parsing takes longer than most mutations. */
function publishedCrd(file: string): Node {
  const known = parsed.get(file) ?? (parsePublishedCrd(file) as Node);
  parsed.set(file, known);
  return known;
}

/** Returns a CRD before and after a mutation that the API server accepts. Each mutation has its turn. */
export async function mutatedCrd(seed: number): Promise<MutatedCrd> {
  const random = seeded(seed);
  const mutation = all[seed % all.length]!;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const file = pick(random, files);
    const before = publishedCrd(file);
    const after = structuredClone(before);
    const spec = after["spec"] as Node;
    const place =
      "fits" in mutation ? changeSchema(spec, mutation, random) : mutation.change(spec, random) ? "" : undefined;
    if (place === undefined || JSON.stringify(before) === JSON.stringify(after)) continue;
    // Every second time, the mutation is undone. Both are parsed YAML.
    const isUndone = Math.floor(seed / all.length) % 2 === 1;
    const [old, now] = (isUndone ? [after, before] : [before, after]) as unknown as [ExactJsonObject, ExactJsonObject];
    if (await install(createEmbeddedServer(), isUndone ? old : now))
      return { title: `${isUndone ? "undone: " : ""}${mutation.name}: ${file} ${place}`, before: old, after: now };
  }
  throw new Error(`no CRD can have the mutation "${mutation.name}"`);
}

/** Changes a schema, and returns its path; undefined if no schema fits. */
function changeSchema(spec: Node, { fits, change }: SchemaMutation, random: Random): string | undefined {
  const places = (spec["versions"] as Node[]).flatMap(({ name, schema }) => {
    const { openAPIV3Schema } = schema as { readonly openAPIV3Schema: Node };
    return schemasIn(openAPIV3Schema, String(name)).filter(({ schema: each }) => fits(each));
  });
  if (places.length === 0) return undefined;
  const { path, schema } = pick(random, places);
  change(schema, random);
  return path;
}

interface SchemaPlace {
  readonly path: string;
  readonly schema: Node;
}

/** Returns the schemas of a kind's own fields. */
function schemasIn(root: Node, path: string): SchemaPlace[] {
  const { properties, items, additionalProperties } = root;
  const inner = (schema: unknown, step: string): SchemaPlace[] =>
    isJsonObject(schema) ? [{ path: `${path}${step}`, schema }, ...schemasIn(schema, `${path}${step}`)] : [];
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return [
    ...fields
      .filter(([name]) => path.includes(".") || name === "spec" || name === "status")
      .flatMap(([name, schema]) => inner(schema, `.${name}`)),
    ...(isList(items) ? [] : inner(items, "[*]")),
    ...inner(additionalProperties, ".*"),
  ];
}
