/** Pairs of schemas, as two versions of a kind have them: equal, renamed, moved, with other types, or with nothing in common. */
import * as fc from "fast-check";
import type { Schema } from "../../src/schema/schema.js";

type Pair = readonly [left: Schema, right: Schema];

const scalars: readonly Schema[] = [
  { type: "string" },
  { type: "string", maxLength: 5 },
  { type: "integer" },
  { type: "integer", format: "int32" },
  { type: "number" },
  { type: "boolean" },
  { type: "string", enum: ["a", "b"] },
  { type: "string", enum: ["a", "b", "c"] },
  { type: "string", enum: ["d"] },
  { type: "string", nullable: true },
  { "x-kubernetes-int-or-string": true },
];
const scalar = fc.constantFrom(...scalars);
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const names = ["size", "host", "hosts", "my-field", "class", "constructor", "from", "1st", "databaseName", "dbName"];

const value = fc.letrec<{ any: Schema; pair: Pair; object: Pair }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: "any" },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: tie("any").map((items): Schema => ({ type: "array", items })) },
    {
      weight: 1,
      arbitrary: tie("any").map((additionalProperties): Schema => ({ type: "object", additionalProperties })),
    },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 3 }).map((fields) => object(fields)),
    },
  ),
  pair: fc.oneof(
    { maxDepth: 3, depthIdentifier: "pair" },
    { weight: 2, arbitrary: tie("any").map((same): Pair => [same, same]) },
    { weight: 2, arbitrary: fc.tuple(scalar, scalar) },
    { weight: 1, arbitrary: fc.tuple(tie("any"), tie("any")) },
    { weight: 1, arbitrary: tie("pair").map((pair) => both(pair, (items) => ({ type: "array", items }))) },
    { weight: 1, arbitrary: tie("object").map((pair) => both(pair, keyed)) },
    {
      weight: 1,
      arbitrary: tie("pair").map((pair) => both(pair, (inner) => ({ type: "object", additionalProperties: inner }))),
    },
    { weight: 1, arbitrary: tie("any").map((items): Pair => [items, { type: "array", items }]) },
    { weight: 1, arbitrary: tie("any").map((inner): Pair => [object({ only: inner }, ["only"]), inner]) },
    { weight: 1, arbitrary: tie("object").map((pair) => both(pair, open)) },
    { weight: 1, arbitrary: tie("object").map(([left, right]): Pair => [open(left), right]) },
    { weight: 1, arbitrary: fc.tuple(tie("object"), tie("object"), tie("object")).map(unions) },
    { weight: 3, arbitrary: tie("object") },
  ),
  object: fc
    .array(
      fc.record({
        name: fc.constantFrom(...names),
        pair: tie("pair"),
        kind: fc.constantFrom("both", "both", "left", "right", "renamed", "moved"),
        isRequired: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((fields): Pair => {
      const sides: [Record<string, Schema>, Record<string, Schema>] = [{}, {}];
      const required: [string[], string[]] = [[], []];
      const put = (side: 0 | 1, name: string, schema: Schema, isRequired: boolean): void => {
        if (Object.hasOwn(sides[side], name)) return;
        sides[side][name] = schema;
        if (isRequired) required[side].push(name);
      };
      for (const { name, pair, kind, isRequired } of fields) {
        if (kind !== "right") put(0, name, pair[0], isRequired);
        if (kind === "both") put(1, name, pair[1], isRequired);
        if (kind === "right") put(1, name, pair[1], isRequired);
        if (kind === "renamed") put(1, `${name}Name`, pair[0], isRequired);
        if (kind === "moved") put(1, `${name}Settings`, object({ [name]: pair[0], other: { type: "string" } }), false);
      }
      return [object(sides[0], required[0]), object(sides[1], required[1])];
    }),
}));

function both([left, right]: Pair, change: (schema: Schema) => Schema): Pair {
  return [change(left), change(right)];
}

function open(schema: Schema): Schema {
  return { ...schema, "x-kubernetes-preserve-unknown-fields": true };
}

/** Unions with two members of the same names; the newer version has one more. */
function unions([a, b, c]: readonly [Pair, Pair, Pair]): Pair {
  return [union({ a: a[0], b: b[0] }), union({ a: a[1], b: b[1], c: c[1] })];
}

/** A union as its types generate it: the field `form` names the member, and each member has one field of its own. */
export function union(members: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(members);
  const forms = names.map((name): Schema => {
    const others = names.filter((each) => each !== name).map((each) => ({ required: [each] }));
    return { properties: { form: { enum: [name] } }, required: ["form", name], not: { anyOf: others } };
  });
  return { ...object({ form: { type: "string", enum: names }, ...members }, ["form"]), oneOf: forms };
}

/** A list whose items have a key. */
function keyed(item: Schema): Schema {
  const properties = { ...item.properties, name: { type: "string" as const } };
  return {
    type: "array",
    items: { ...item, properties, required: [...new Set([...(item.required ?? []), "name"])] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
}

/** The schemas of two versions. */
export const versions: fc.Arbitrary<Pair> = fc
  .tuple(value.object, value.object)
  .map(([spec, status]) => objects(spec, status));

function objects(spec: Pair, status: Pair): Pair {
  return [
    object({ spec: spec[0], status: status[0] }, ["spec"]),
    object({ spec: spec[1], status: status[1] }, ["spec"]),
  ];
}
