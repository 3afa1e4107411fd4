/** Makes CRDs small for a real API server, whose work grows with the size of a CRD. */
import type { Crd } from "../../../src/compatibility/crd.js";
import type { Sides } from "../../../src/compatibility/witness/ground.js";
import type { Writes } from "../../../src/compatibility/witness/witness.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "../../../src/core/json.js";

/** Returns the CRDs without the fields that no request has, and that decide nothing. */
export function withUsedFields({ from, to }: Sides, writes: readonly Writes[]): Sides {
  const objects = writes.flatMap((each) => (each.kind === "create" ? [each.object] : [each.object, each.second]));
  const kept = new Set<string>();
  for (const root of [...rootsOf(from), ...rootsOf(to)]) collect(root, objects, "", kept);
  return { from: only(from, kept), to: only(to, kept) };
}

type Version = ExactJsonObject & { readonly schema: { readonly openAPIV3Schema: ExactJsonObject } };

function versionsOf({ manifest }: Crd): readonly Version[] {
  return (manifest["spec"] as ExactJsonObject)["versions"] as readonly Version[];
}

function rootsOf(crd: Crd): ExactJsonObject[] {
  return versionsOf(crd).map(({ schema }) => schema.openAPIV3Schema);
}

function only(crd: Crd, kept: ReadonlySet<string>): Crd {
  const spec = crd.manifest["spec"] as ExactJsonObject;
  const versions = versionsOf(crd).map((version) => {
    // The API server checks that the fields to select by exist.
    if (version["selectableFields"] !== undefined) return version;
    return { ...version, schema: { openAPIV3Schema: prune(version.schema.openAPIV3Schema, "", kept) } };
  });
  return { ...crd, manifest: { ...crd.manifest, spec: { ...spec, versions } } };
}

/** Rules and the branches of a schema can mention every field inside, and defaults add fields. */
const deciding = ["x-kubernetes-validations", "allOf", "anyOf", "oneOf", "not", "default"];

/** Collects the paths of the fields to keep. Below a `+`, all fields stay. */
function collect(schema: ExactJsonObject, values: readonly ExactJsonValue[], path: string, kept: Set<string>): void {
  if (deciding.some((keyword) => schema[keyword] !== undefined)) kept.add(`${path}+`);
  const { properties, items, additionalProperties, required } = schema;
  const objects = values.filter(isJsonObject);
  if (isJsonObject(items)) collect(items, values.filter(isList).flat(), `${path}[]`, kept);
  if (isJsonObject(additionalProperties))
    collect(additionalProperties, objects.flatMap(Object.values), `${path}{}`, kept);
  if (!isJsonObject(properties)) return;
  for (const [name, field] of Object.entries(properties)) {
    if (!isJsonObject(field)) continue;
    const own = objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]!] : []));
    if (own.length === 0 && !(isList(required) && required.includes(name)) && !decides(field)) continue;
    kept.add(`${path}.${name}`);
    collect(field, own, `${path}.${name}`, kept);
  }
}

function decides(schema: ExactJsonValue): boolean {
  if (isList(schema)) return schema.some(decides);
  if (!isJsonObject(schema)) return false;
  return deciding.some((each) => schema[each] !== undefined) || Object.values(schema).some((each) => decides(each!));
}

function prune(schema: ExactJsonObject, path: string, kept: ReadonlySet<string>): ExactJsonObject {
  if (kept.has(`${path}+`)) return schema;
  const { properties, items, additionalProperties } = schema;
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, field]) =>
    isJsonObject(field) && kept.has(`${path}.${name}`) ? [[name, prune(field, `${path}.${name}`, kept)] as const] : [],
  );
  return {
    ...schema,
    ...(isJsonObject(items) ? { items: prune(items, `${path}[]`, kept) } : {}),
    ...(isJsonObject(additionalProperties)
      ? { additionalProperties: prune(additionalProperties, `${path}{}`, kept) }
      : {}),
    ...(isJsonObject(properties) ? { properties: Object.fromEntries(fields) } : {}),
  };
}
