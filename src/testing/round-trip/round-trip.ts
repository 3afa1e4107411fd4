import type * as FastCheck from "fast-check";
import { prune } from "../../apiserver/custom-resources/prune.js";
import type { JsonSchema } from "../../apiserver/custom-resources/json-schema.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import type { Json, JsonValue } from "../../core/json.js";
import { printYaml } from "../../core/yaml.js";
import { type CustomResourceDefinition, isCrd } from "../../cluster/crd.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import type { Spoke } from "../../runtime/webhook/conversion.js";
import { type Conversions, convertObject } from "../../runtime/webhook/convert.js";
import { findFault } from "../../schema/check-value.js";
import { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";
import { anyName, anyWord, arbitraryValue } from "./arbitrary-object.js";
import { type Difference, differences, isAt } from "../../core/differences.js";
import { missingFields } from "./missing-fields.js";
import { tryParts } from "./try-parts.js";

/**
 * The options of {@link roundTrip}.
 *
 * @example
 * ```ts
 * import type { RoundTripOptions } from "tsop/testing";
 *
 * export const options: RoundTripOptions = {
 *   crd: "config/crd/bases/foo.abc.com_bars.yaml",
 *   mayChange: { v1: ["spec.deprecated"] },
 *   values: { "spec.schedule": ["0 * * * *", "@daily"] },
 * };
 * ```
 */
export interface RoundTripOptions {
  /** The CRD with the schemas of both versions: a file, or the object, such as the definition of an extension API server. */
  readonly crd: string | Definition;
  /**
   * The fields that may differ after the round trip, by version: `{ v1: ["spec.legacy"] }`. Includes the fields below
   * them, and `[]` matches any item: `spec.ports[].name`.
   */
  readonly mayChange?: Readonly<Record<string, readonly string[]>>;
  /**
   * The fields that a converted object must have, by its version: `{ v2: ["spec.size"] }`. `[]` matches any item, `*` any
   * key of a map. A converted object may lack a field if the original object lacks the field of the same path, or the
   * object around it. Default: none.
   */
  readonly converts?: Readonly<Record<string, readonly string[]>>;
  /** Values for fields whose valid values the schema does not determine, by path: `{ "spec.schedule": ["@daily"] }`. */
  readonly values?: Readonly<Record<string, readonly JsonValue[]>>;
  /** Selects the valid objects if rules between fields determine validity. */
  readonly where?: (object: KubeObject) => boolean;
  /** The number of objects of each version. Default 200. */
  readonly runs?: number;
  /** The seed for generating the same objects again; a failure reports it. */
  readonly seed?: number;
}

/**
 * Checks whether a conversion preserves all data: generates objects from the schemas of both versions, converts them to
 * the other version and back, and compares them. On the way, objects lose the fields that the other version does not
 * have, as in the API server. A conversion may add labels and annotations, but not lose them. It must also convert
 * parts of objects, in which any field may be missing, because the API server requests this when a user applies an
 * object in another version than before.
 *
 * @throws TsopError `testing/round-trip` with the smallest object that it finds and the fields that change, or with the part that cannot
 * be converted
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type ObjectPart, spoke } from "tsop";
 * import { roundTrip } from "tsop/testing";
 * import { test } from "vitest";
 *
 * interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
 * interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
 *   spec: { replicas: number };
 * }
 * const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");
 *
 * const v1 = spoke(BarV1, {
 *   toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
 *   fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
 * });
 *
 * test("a Bar keeps all it has", async () => {
 *   await roundTrip(BarV2, v1, { crd: "config/crd/bases/foo.abc.com_bars.yaml" });
 * });
 * ```
 */
export async function roundTrip<Hub extends KubeObject>(
  hub: Kind<Hub>,
  spoke: Spoke<Hub>,
  options: RoundTripOptions,
): Promise<void> {
  const crd = await readCrd(options.crd);
  // The apiVersion of an object decides which spoke gets it.
  const conversions = { hub, spokes: [spoke as unknown as Spoke<KubeObject>] };
  await tryOneWay({ crd, from: spoke.kind, to: hub, conversions, options });
  await tryOneWay({ crd, from: hub, to: spoke.kind, conversions, options });
}

/** What the server writes does not matter. */
type Definition = Omit<CustomResourceDefinition, "status">;

interface Way {
  readonly crd: Definition;
  readonly from: Kind;
  readonly to: Kind;
  readonly conversions: Conversions;
  readonly options: RoundTripOptions;
}

async function tryOneWay(way: Way): Promise<void> {
  // Loaded only here, because most tests do not need it.
  const fc: typeof FastCheck = await import("fast-check");
  const { crd, from, to, conversions, options } = way;
  const [schema, other] = [schemaOf(crd, from), schemaOf(crd, to)];
  const patterns = new Patterns();
  const { values = {}, where = () => true, runs = 200, seed } = options;
  const own = ownFields(schema);
  const objects = arbitraryObject(fc, crd, from, own, values);
  const property = fc.asyncProperty(objects, async (object) => {
    fc.pre(findFault(patterns, fieldsOf(object), own) === undefined && where(object));
    return (await lost(way, object, schema, other)).length === 0;
  });
  const parameters = { numRuns: runs, ...defined({ seed }) };
  const result = await fc.check(property, parameters);
  if (result.failed) {
    const [object] = result.counterexample ?? [];
    if (object === undefined) throw tooFew(from, result.numSkips);
    throw await failure(way, object, () => lost(way, object, schema, other), result.seed);
  }
  await tryParts(fc, { objects, from, to, conversions, parameters });
}

function arbitraryObject(
  fc: typeof FastCheck,
  { spec }: Definition,
  { apiVersion, kind }: Kind,
  schema: Schema,
  values: Readonly<Record<string, readonly JsonValue[]>>,
): FastCheck.Arbitrary<KubeObject> {
  const words = fc.dictionary(anyName(fc), anyWord(fc), { maxKeys: 2 });
  const key = { name: "a", ...(spec.scope === "Namespaced" ? { namespace: "default" } : {}) };
  const metadata = fc
    .record({ labels: words, annotations: words }, { requiredKeys: [] })
    .map((described) => ({ ...key, ...described }));
  const fields = arbitraryValue({ fc, values }, schema, "");
  // A kind's schema is the schema of an object.
  return fc.tuple(metadata, fields).map(([meta, own]) => ({ apiVersion, kind, metadata: meta, ...(own as object) }));
}

const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function fieldsOf(object: KubeObject): JsonValue {
  // The value was generated from JSON values.
  return Object.fromEntries(Object.entries(object).filter(([name]) => !identity.has(name)));
}

/** Returns the schema without the fields that identify an object. */
function ownFields(schema: Schema): Schema {
  const isOwn = (name: string): boolean => !identity.has(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name))),
    ...(schema.required === undefined ? {} : { required: schema.required.filter(isOwn) }),
  };
}

/** A fault of a conversion, and how to correct it. */
interface Fault {
  readonly message: string;
  readonly hint: string;
}

/** Returns what an object lacks after a conversion, and what it has lost after the conversion back. */
async function lost(
  { from, to, conversions, options }: Way,
  object: KubeObject,
  schema: Schema,
  other: Schema,
): Promise<Fault[]> {
  const there = asStored(await convertObject(object, to.apiVersion, conversions), other);
  const wanted = options.converts?.[to.version] ?? [];
  const missing = missingFields(fieldsOf(there), wanted, { value: fieldsOf(object), schema });
  if (missing.length > 0) {
    return missing.map((path) => ({
      message: `the converted object has no ${path}`,
      hint: `Convert the field, or remove it from roundTrip(…, { converts: { ${to.version}: […] } }). `,
    }));
  }
  const back = asStored(await convertObject(there, from.apiVersion, conversions), schema);
  const allowed = options.mayChange?.[from.version] ?? [];
  return differences(object as unknown as JsonValue, back as unknown as JsonValue)
    .filter(({ path, before }) => !isAt(path, allowed) && !(before === undefined && isAt(path, ["metadata"])))
    .map((difference) => ({ message: show(difference), hint: hintOf(difference, from) }));
}

/** Returns the object as JSON, without fields that the schema does not have. */
function asStored(object: KubeObject, schema: Schema): KubeObject {
  const stored = JSON.parse(JSON.stringify(object)) as Json;
  // The type of a CRD's schema is more exact here than the server's own.
  prune(stored, schema as JsonSchema, true);
  return stored as unknown as KubeObject;
}

async function failure(
  { from, to, conversions, options }: Way,
  object: KubeObject,
  again: () => Promise<Fault[]>,
  seed: number,
): Promise<TsopError> {
  const title = `${from.kind} ${from.version} → ${to.version}${to === conversions.hub ? " (hub)" : ""} → ${from.version}`;
  let faults: Fault[];
  let cause: unknown;
  try {
    faults = await again();
  } catch (error) {
    cause = error;
    const message = `the conversion threw an error: ${error instanceof Error ? error.message : String(error)}`;
    faults = [{ message, hint: "" }];
  }
  const yaml = printYaml(object as unknown as JsonValue)
    .trimEnd()
    .replaceAll(/^/gm, "  ");
  const messages = faults.map(({ message }) => message).join("; ");
  return new TsopError("testing/round-trip", `${title}: ${messages}\n\nThe object:\n${yaml}`, {
    hint: `${faults[0]?.hint ?? ""}${options.seed === undefined ? `To repeat these objects: { seed: ${seed} }` : ""}`,
    ...(cause === undefined ? {} : { cause }),
  });
}

function hintOf({ path }: Difference, { version }: Kind): string {
  return (
    "Convert the field in both directions. If the other version has no such field, let an annotation keep it: spoke(…, …, { keepLost: true }).\n" +
    `To allow a change: roundTrip(…, { mayChange: { ${version}: ["${path.replaceAll(/\[\d+\]/g, "[]")}"] } }). `
  );
}

function show({ path, before, after }: Difference): string {
  if (after === undefined) return `${path} was ${JSON.stringify(before)}, and is missing`;
  if (before === undefined) return `${path} was missing, and is ${JSON.stringify(after)}`;
  return `${path} was ${JSON.stringify(before)}, and is ${JSON.stringify(after)}`;
}

function tooFew({ kind, version }: Kind, skipped: number): TsopError {
  return new TsopError(
    "testing/invalid-schema",
    `cannot generate enough valid objects of ${kind} ${version}: ${skipped} were invalid`,
    { hint: "Pass values for the fields that have their own rules: roundTrip(…, { values: { … } })." },
  );
}

async function readCrd(source: string | Definition): Promise<Definition> {
  if (typeof source !== "string") return source;
  const { readManifests } = await import("../../cluster/manifest-files.js");
  const object = readManifests(process.cwd(), source)
    .map((manifest) => manifest.object)
    .find(isCrd);
  if (object !== undefined) return object;
  throw new TsopError("cluster/not-a-crd", "the file contains no CustomResourceDefinition to generate objects from", {
    at: { file: source },
    hint: "Run `npm run manifests` to generate them.",
  });
}

function schemaOf({ metadata, spec }: Definition, { version }: Kind): Schema {
  const versions = spec.versions as readonly { name: string; schema?: { openAPIV3Schema?: Schema } }[];
  const schema = versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema !== undefined) return schema;
  throw new TsopError("testing/invalid-schema", `${metadata.name} has no schema of ${version}`, {
    hint: `Its versions: ${versions.map(({ name }) => name).join(", ")}. Run \`npm run manifests\` to update it.`,
  });
}
