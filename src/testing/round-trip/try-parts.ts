/** Checks whether parts of objects, in which any field may be missing, can be converted. */
import type * as FastCheck from "fast-check";
import { TsopError } from "../../core/errors.js";
import type { JsonValue } from "../../core/json.js";
import { printYaml } from "../../core/yaml.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import { type Conversions, convertPart, type ReviewedPart } from "../../runtime/webhook/convert.js";

export interface PartsOf {
  readonly objects: FastCheck.Arbitrary<KubeObject>;
  readonly from: Kind;
  readonly to: Kind;
  readonly conversions: Conversions;
  readonly parameters: FastCheck.Parameters<[ReviewedPart]>;
}

const identity: ReadonlySet<string | number> = new Set(["apiVersion", "kind"]);

/** Converts parts of objects and ignores the result: only a failure matters. @throws TsopError `testing/round-trip` */
export async function tryParts(
  fc: typeof FastCheck,
  { objects, from, to, conversions, parameters }: PartsOf,
): Promise<void> {
  const parts = objects.chain((whole) => {
    const object = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== "metadata"));
    const places = placesIn(object as JsonValue).filter(([first]) => !identity.has(first ?? ""));
    // An object that has lost all its fields can also be null.
    const gone = fc.tuple(fc.subarray(places), fc.boolean());
    return gone.map(([fields, isNull]) => without(object as JsonValue, fields, isNull) as unknown as ReviewedPart);
  });
  let cause: unknown;
  const property = fc.asyncProperty(parts, async (part) => {
    try {
      await convertPart(structuredClone(part), to.apiVersion, conversions);
    } catch (error) {
      cause = error;
      throw error;
    }
  });
  const { failed, counterexample } = await fc.check(property, parameters);
  const [part] = counterexample ?? [];
  if (!failed || part === undefined) return;
  const why = cause instanceof Error ? cause.message : String(cause);
  const yaml = printYaml(part as unknown as JsonValue)
    .trimEnd()
    .replaceAll(/^/gm, "  ");
  throw new TsopError(
    "testing/round-trip",
    `${from.kind} ${from.version} → ${to.version}: cannot convert a part of an object: ${why}\n\nThe part:\n${yaml}`,
    {
      hint:
        "When a client applies an object in another version than before, the API server converts parts of the object to find\n" +
        "removed fields. Any field of a part may be missing, and an object without fields is null: write spec.rules?.map(…).",
      cause,
    },
  );
}

/** A field, as the list of names and indexes that lead to it. */
type Place = readonly (string | number)[];

function placesIn(value: JsonValue, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const own: Place = [...place, isList ? Number(name) : name];
    // Items are removed together with their list.
    return [...(isList ? [] : [own]), ...placesIn(inner as JsonValue, own)];
  });
}

function without(value: JsonValue, places: readonly Place[], isNull: boolean): JsonValue {
  if (typeof value !== "object" || value === null || places.length === 0) return value;
  const below = (name: string | number): Place[] =>
    places.filter(([first]) => first === name).map((place) => place.slice(1));
  if (Array.isArray(value)) return value.map((item, index) => without(item as JsonValue, below(index), isNull));
  const kept = Object.entries(value).filter(([name]) => !below(name).some((place) => place.length === 0));
  if (isNull && kept.length === 0) return null;
  return Object.fromEntries(kept.map(([name, field]) => [name, without(field as JsonValue, below(name), isNull)]));
}
