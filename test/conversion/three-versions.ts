/** Objects that clients read, edit and store in three versions, with the conversions that tsop writes. */
import * as fc from "fast-check";
import { expect } from "vitest";
import type { JsonSchema } from "../../src/apiserver/custom-resources/json-schema.js";
import { prune } from "../../src/apiserver/custom-resources/prune.js";
import { isSameJson, type Json } from "../../src/core/json.js";
import { ownOf } from "../../src/core/own-members.js";
import type { KubeObject } from "../../src/index.js";
import { type Conversions, convertObject } from "../../src/runtime/webhook/convert.js";
import { findFault } from "../../src/schema/check-value.js";
import { Patterns } from "../../src/schema/patterns.js";
import type { Schema } from "../../src/schema/schema.js";
import { arbitraryValue } from "../../src/testing/round-trip/arbitrary-object.js";
import { propertySeed } from "../support/property-seed.js";
import { versions as pairs } from "./random-versions.js";
import { kindOf, loaded, writtenConversion } from "./written-conversion.js";

type Bar = KubeObject & { readonly spec?: Readonly<Record<string, unknown>> };
type Name = "v1" | "v2" | "v3";
/** v3 is the hub. */
const names = ["v1", "v2", "v3"] as const;
type Schemas = Readonly<Record<Name, Schema>>;

/** Three versions: two related ones, and one with some fields of each of them and of others. */
const threeVersions: fc.Arbitrary<Schemas> = fc
  .tuple(pairs, pairs, fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }))
  .map(([[v1, v3], [other], choice]) => ({ v1, v2: mixed([v1, v3, other], choice), v3 }));

function mixed(sources: readonly Schema[], choice: readonly number[]): Schema {
  const specs = sources.map(({ properties = {} }) => properties["spec"] ?? {});
  const all = new Set(specs.flatMap(({ properties = {} }) => Object.keys(properties)));
  const fields = [...all].flatMap((name, index): [string, Schema][] => {
    const field = Object.entries(specs[choice[index] ?? 0]?.properties ?? {}).find(([each]) => each === name);
    return field === undefined ? [] : [field];
  });
  const spec: Schema = { type: "object", properties: Object.fromEntries(fields) };
  return { type: "object", properties: { spec }, required: ["spec"] };
}

async function conversionsOf({ v1, v2, v3 }: Schemas): Promise<Conversions> {
  const spokeOf = async (version: string, schema: Schema) =>
    loaded((await writtenConversion(schema, v3, [version, "v3"])).conversion, version);
  return { hub: kindOf("v3"), spokes: [await spokeOf("v1", v1), await spokeOf("v2", v2)] };
}

/** An object of a version, the versions in which clients read and store it, and an edit in the last of them. */
interface Story {
  readonly object: Bar;
  readonly stops: readonly Name[];
  readonly edit: { readonly field: number; readonly from: Bar };
}

function stories(schemas: Schemas): fc.Arbitrary<Story> {
  const objectIn = (name: Name): fc.Arbitrary<Bar> => valid(name, schemas[name]);
  return fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 5 }).chain((stops) =>
    fc.record({
      object: objectIn(stops[0] ?? "v1"),
      stops: fc.constant(stops.slice(1)),
      edit: fc.record({ field: fc.nat(9), from: objectIn(stops.at(-1) ?? "v1") }),
    }),
  );
}

function valid(version: Name, schema: Schema): fc.Arbitrary<Bar> {
  const patterns = new Patterns();
  return arbitraryValue({ fc, values: {} }, schema, "")
    .filter((fields) => findFault(patterns, fields, schema) === undefined)
    .map((fields) => ({
      ...{ apiVersion: `foo.abc.com/${version}`, kind: "Bar", metadata: { name: "a", annotations: { mine: "x" } } },
      ...(fields as { spec?: Record<string, unknown> }),
    }));
}

/** Reads an object in a version, and stores it. */
async function stored(object: Bar, version: Name, schemas: Schemas, conversions: Conversions): Promise<Bar> {
  const converted = await convertObject(structuredClone(object), `foo.abc.com/${version}`, conversions);
  const json = JSON.parse(JSON.stringify(converted)) as Json;
  prune(json, schemas[version] as JsonSchema, true);
  return json as unknown as Bar;
}

/** Tells some stories for each of some random versions. A failure shows the story; to find a smaller one takes minutes. */
export async function expectStories(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(threeVersions, fc.gen(), async (schemas, gen) => {
    const conversions = await conversionsOf(schemas);
    for (let index = 0; index < 6; index += 1) await expectStory(schemas, conversions, gen(stories, schemas));
  });
  await fc.assert(property, { seed: propertySeed, numRuns, endOnFailure: true });
}

/** An object comes home with all its fields, and an edit on the way comes home, too. */
async function expectStory(schemas: Schemas, conversions: Conversions, story: Story): Promise<void> {
  const { object, stops, edit } = story;
  const home = versionOf(object);
  const walk = async (start: Bar, way: readonly Name[]): Promise<Bar> => {
    let at = start;
    for (const stop of way) at = await stored(at, stop, schemas, conversions);
    return at;
  };
  const away = await walk(object, stops);
  const back = await walk(away, [home]);
  expect(back, "unchanged").toEqual(object);
  expect(await walk(back, stops), "the same way again, with the same annotations").toEqual(away);

  const edited = editedWith(away, edit);
  for (const version of names) {
    const again = await walk(edited, [version, versionOf(away)]);
    expect(withoutLosses(again), `edited, by way of ${version}`).toEqual(withoutLosses(edited));
  }
  const afterEdit = await walk(edited, [home]);
  expect(differingFields(object, afterEdit).length, "fields that an edit of one field changes").toBeLessThan(2);
  expect(await walk(afterEdit, [...stops, home]), "the way again after the edit").toEqual(afterEdit);
}

/** An edit makes a stored loss void, and the next conversion no longer stores it. */
function withoutLosses(object: Bar): Bar {
  const { annotations = {} } = object.metadata;
  const kept = Object.entries(annotations).filter(([name]) => !name.endsWith("-fields"));
  return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(kept) } };
}

function differingFields({ spec: one = {} }: Bar, { spec: other = {} }: Bar): string[] {
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return fields.filter((name) => !isSameJson(ownOf(one, name), ownOf(other, name)));
}

function versionOf({ apiVersion }: Bar): Name {
  const version = names.find((name) => apiVersion.endsWith(`/${name}`));
  if (version === undefined) throw new Error(apiVersion);
  return version;
}

/** Replaces a field of the spec by that of another object, or deletes it. */
function editedWith(object: Bar, { field, from }: Story["edit"]): Bar {
  const fields = [...new Set([...Object.keys(object.spec ?? {}), ...Object.keys(from.spec ?? {})])];
  const name = fields[field % Math.max(fields.length, 1)];
  if (name === undefined) return object;
  const rest = Object.fromEntries(Object.entries(object.spec ?? {}).filter(([each]) => each !== name));
  // A field can have the name of a member of every object, such as `constructor`.
  const value = ownOf<unknown>(from.spec ?? {}, name);
  return { ...object, spec: value === undefined ? rest : { ...rest, [name]: value } };
}
