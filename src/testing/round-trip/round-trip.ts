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
import { arbitraryValue } from "./arbitrary-object.js";
import { type Difference, differences, isAt } from "../differences.js";
import { tryParts } from "./try-parts.js";

/**
 * What a round trip begins with.
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
  /** The CRD that has the schemas of both versions: a file, or the object. */
  readonly crd: string | CustomResourceDefinition;
  /**
   * Fields that need not come back as they were, by version: `{ v1: ["spec.legacy"] }`. What lies below is meant too, and `[]` is
   * any item: `spec.ports[].name`.
   */
  readonly mayChange?: Readonly<Record<string, readonly string[]>>;
  /** Values of fields for which the schema alone does not tell what is valid, by path: `{ "spec.schedule": ["@daily"] }`. */
  readonly values?: Readonly<Record<string, readonly JsonValue[]>>;
  /** Only such objects, where rules between fields say what is valid. */
  readonly where?: (object: KubeObject) => boolean;
  /** Objects of each version. Default 200. */
  readonly runs?: number;
  /** To have the very same objects again; a failure says it. */
  readonly seed?: number;
}

/**
 * Tries whether a conversion keeps everything: objects are made up from the schemas of both versions, converted to the other
 * version and back, and compared. On the way they lose what the other version has no field for, as the API server has it. Labels
 * and annotations may be added on the way, but not lost. Parts of objects, in which any field may be missing, have to be converted
 * too, for the API server asks that when somebody applies an object in another version than before.
 *
 * @throws TsopError `testing/round-trip` with the smallest object that was found, and the fields that it has lost, or the part that cannot
 *   be converted
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
  // Which objects it is given is decided by their apiVersion.
  const conversions = { hub, spokes: [spoke as unknown as Spoke<KubeObject>] };
  await tryOneWay({ crd, from: spoke.kind, to: hub, conversions, options });
  await tryOneWay({ crd, from: hub, to: spoke.kind, conversions, options });
}

interface Way {
  readonly crd: CustomResourceDefinition;
  readonly from: Kind;
  readonly to: Kind;
  readonly conversions: Conversions;
  readonly options: RoundTripOptions;
}

async function tryOneWay(way: Way): Promise<void> {
  // Loaded here alone: most tests do not need it.
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
  { spec }: CustomResourceDefinition,
  { apiVersion, kind }: Kind,
  schema: Schema,
  values: Readonly<Record<string, readonly JsonValue[]>>,
): FastCheck.Arbitrary<KubeObject> {
  const words = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-z0-9]{0,6}$/), { maxKeys: 2 });
  const key = { name: "a", ...(spec.scope === "Namespaced" ? { namespace: "default" } : {}) };
  const metadata = fc
    .record({ labels: words, annotations: words }, { requiredKeys: [] })
    .map((described) => ({ ...key, ...described }));
  const fields = arbitraryValue({ fc, values }, schema, "");
  // A schema of a kind is one of an object.
  return fc.tuple(metadata, fields).map(([meta, own]) => ({ apiVersion, kind, metadata: meta, ...(own as object) }));
}

const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function fieldsOf(object: KubeObject): JsonValue {
  // It was made up of values of JSON.
  return Object.fromEntries(Object.entries(object).filter(([name]) => !identity.has(name)));
}

/** Without what identifies an object. */
function ownFields(schema: Schema): Schema {
  const isOwn = (name: string): boolean => !identity.has(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name))),
    ...(schema.required === undefined ? {} : { required: schema.required.filter(isOwn) }),
  };
}

/** What an object has lost after it has been there and back. */
async function lost(
  { from, to, conversions, options }: Way,
  object: KubeObject,
  schema: Schema,
  other: Schema,
): Promise<Difference[]> {
  const there = asStored(await convertObject(object, to.apiVersion, conversions), other);
  const back = asStored(await convertObject(there, from.apiVersion, conversions), schema);
  const allowed = options.mayChange?.[from.version] ?? [];
  return differences(object as unknown as JsonValue, back as unknown as JsonValue).filter(
    ({ path, before }) => !isAt(path, allowed) && !(before === undefined && isAt(path, ["metadata"])),
  );
}

/** As it comes out of JSON, without what the schema does not have. */
function asStored(object: KubeObject, schema: Schema): KubeObject {
  const stored = JSON.parse(JSON.stringify(object)) as Json;
  // The schema of a CRD has more exact types here than the server's own.
  prune(stored, schema as JsonSchema, true);
  return stored as unknown as KubeObject;
}

async function failure(
  { from, to, conversions, options }: Way,
  object: KubeObject,
  again: () => Promise<Difference[]>,
  seed: number,
): Promise<TsopError> {
  const title = `${from.kind} ${from.version} → ${to.version}${to === conversions.hub ? " (hub)" : ""} → ${from.version}`;
  let lines: string[];
  let cause: unknown;
  try {
    lines = (await again()).map(show);
  } catch (error) {
    cause = error;
    lines = [`the conversion has thrown: ${error instanceof Error ? error.message : String(error)}`];
  }
  const yaml = printYaml(object as unknown as JsonValue)
    .trimEnd()
    .replaceAll(/^/gm, "  ");
  return new TsopError("testing/round-trip", `${title}: ${lines.join("; ")}\n\nThe object:\n${yaml}`, {
    hint:
      "Convert it both ways. What the other version has no field for goes into an annotation there, and is taken from it on the way back.\n" +
      `What may change is said: roundTrip(…, { mayChange: { ${from.version}: ["${pathOf(lines[0] ?? "")}"] } }). ` +
      (options.seed === undefined ? `The same objects again: { seed: ${seed} }` : ""),
    ...(cause === undefined ? {} : { cause }),
  });
}

function show({ path, before, after }: Difference): string {
  if (after === undefined) return `${path} is lost, it was ${JSON.stringify(before)}`;
  if (before === undefined) return `${path} was not there, and is ${JSON.stringify(after)}`;
  return `${path} was ${JSON.stringify(before)}, and is ${JSON.stringify(after)}`;
}

function pathOf(line: string): string {
  return (line.split(" ")[0] ?? "").replaceAll(/\[\d+\]/g, "[]");
}

function tooFew({ kind, version }: Kind, skipped: number): TsopError {
  return new TsopError(
    "testing/invalid-schema",
    `too few valid objects of ${kind} ${version} could be made up: ${skipped} were not valid`,
    { hint: "Name values of the fields that have rules of their own: roundTrip(…, { values: { … } })." },
  );
}

async function readCrd(source: string | CustomResourceDefinition): Promise<CustomResourceDefinition> {
  if (typeof source !== "string") return source;
  const { readManifests } = await import("../../cluster/manifest-files.js");
  const object = readManifests(process.cwd(), source)
    .map((manifest) => manifest.object)
    .find(isCrd);
  if (object !== undefined) return object;
  throw new TsopError("cluster/not-a-crd", "there is no CustomResourceDefinition to make objects up from", {
    at: { file: source },
    hint: "`npm run manifests` makes them.",
  });
}

function schemaOf({ metadata, spec }: CustomResourceDefinition, { version }: Kind): Schema {
  const versions = spec.versions as readonly { name: string; schema?: { openAPIV3Schema?: Schema } }[];
  const schema = versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema !== undefined) return schema;
  throw new TsopError("testing/invalid-schema", `${metadata.name} has no schema of ${version}`, {
    hint: `It has ${versions.map(({ name }) => name).join(", ")}. \`npm run manifests\` brings it up to date.`,
  });
}
