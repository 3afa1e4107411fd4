/** Random CRDs: structural, valid, and with everything that a schema can contain. */
import type { JsonValue } from "../../src/core/json.js";
import type { Schema } from "../../src/schema/schema.js";

type Random = () => number;

const words =
  "name replicas spec status template items rules host port labels value class new default constructor __proto__ toString a-b x.y 1st $ref ünï type metadata";
const prose = [
  "One line.",
  "Two\nlines.",
  "An end */ of a comment, and another *\\/ one.",
  "@minimum 1",
  "+kubebuilder:validation:Minimum=1",
  "First\n@default 3\n---\nTODO: last",
  "```\n@fenced\n```\nafter",
  "a fence\n```\n@that stays open",
  "{@link Target} and \\{@link Other}",
  "\\@minimum \\\\ `x` ${y}",
  "Text:\n  - indented\n\n    more",
  "A word @minimum 1, a\tword \\@items.maxLength \\\\@cel and `@pattern` +kubebuilder:validation:Minimum=1 me@default.com",
];
const texts = [
  "",
  "a",
  "two words",
  'quo"ted',
  "it's",
  "back\\slash",
  "`tick`",
  "*/",
  "{",
  "[x",
  "ends (",
  "true",
  "1",
  "é\u2028\u202e😀",
  "a;b,c",
  "@x",
];
const patterns = ["^[a-z]+$", "a|b", "^(", "x{1,2}", "[[]", "`", '"q"', ".*/x", "^ $", "\\d+\\.\\d"].filter(
  (text) => text !== "^(",
);

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

const maybe = (random: Random, chance: number): boolean => random() < chance;

export function randomCrd(random: Random): { [key: string]: JsonValue } {
  const properties: Record<string, Schema> = {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object" },
    spec: randomObject(random, 3),
  };
  const hasStatus = maybe(random, 0.5);
  if (hasStatus) properties["status"] = randomObject(random, 2);
  const root: Schema = { type: "object", properties, ...described(random) };
  if (maybe(random, 0.5)) root.required = ["spec"];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: "things.example.com",
      ...(maybe(random, 0.3) ? { annotations: { "example.com/note": pick(random, texts) } } : {}),
    },
    spec: {
      group: "example.com",
      names: { kind: "Thing", plural: "things", ...(maybe(random, 0.3) ? { shortNames: ["th", "tg"] } : {}) },
      scope: pick(random, ["Namespaced", "Cluster"]),
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          ...(maybe(random, 0.3) ? { deprecated: true, deprecationWarning: 'no "longer" (used' } : {}),
          ...(maybe(random, 0.3) ? { additionalPrinterColumns: [column(random)] } : {}),
          // A schema consists of JSON only.
          schema: { openAPIV3Schema: root as unknown as JsonValue },
          ...(hasStatus && maybe(random, 0.8) ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
}

function column(random: Random): JsonValue {
  return {
    name: pick(
      random,
      texts.filter((text) => text !== ""),
    ),
    type: pick(random, ["string", "date", "integer"]),
    jsonPath: pick(random, [".metadata.creationTimestamp", '.spec.list[?(@.a=="b c")].d', ".metadata.labels.a\\.b"]),
    ...(maybe(random, 0.5) ? { description: pick(random, prose), priority: 1 } : {}),
  };
}

function described(random: Random): Pick<Schema, "description"> {
  return maybe(random, 0.4) ? { description: pick(random, prose) } : {};
}

function randomObject(random: Random, depth: number): Schema {
  const names = words.split(" ").filter(() => maybe(random, 0.2));
  const schema: Schema = { type: "object", ...described(random) };
  if (names.length === 0) return schema;
  schema.properties = Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)]));
  const required = names.filter(() => maybe(random, 0.3));
  if (required.length > 0) schema.required = required;
  if (maybe(random, 0.1)) schema["x-kubernetes-map-type"] = pick(random, ["atomic", "granular"]);
  if (maybe(random, 0.1)) schema["x-kubernetes-preserve-unknown-fields"] = true;
  if (maybe(random, 0.1)) schema.maxProperties = 7;
  if (maybe(random, 0.2)) schema["x-kubernetes-validations"] = [randomRule(random)];
  if (maybe(random, 0.1)) schema.oneOf = [{ required: [names[0]!] }, { not: { required: [names[0]!] } }];
  return schema;
}

function randomRule(random: Random): NonNullable<Schema["x-kubernetes-validations"]>[number] {
  const rule = pick(random, [
    "true",
    "self == self",
    "[1, 2].all(x, x > 0)",
    "'(' != \"[\"",
    "(self == self)",
    "!false\n|| true",
  ]);
  const message = pick(random, ['say "no"', "no (", "{", "it's \\ wrong", "rule = 1"]);
  return {
    rule,
    ...(rule.includes("\n") || maybe(random, 0.5) ? { message } : {}),
    ...(maybe(random, 0.2) ? { reason: "FieldValueForbidden" } : {}),
    ...(maybe(random, 0.2) ? { messageExpression: "'a' + 'b'" } : {}),
  };
}

/** Returns parts of a schema that the API server accepts although they have no effect, or allow no value. */
function randomOddity(random: Random): Schema {
  return pick<Schema>(random, [
    { items: { type: "string", title: pick(random, prose) } },
    { properties: { odd: { type: "string" } } },
    { otherFields: true },
    { minLength: 5, maxLength: 3 },
    { minimum: 5.5, maximum: 3 },
    { multipleOf: 0 },
    { minItems: -1 },
    { exclusiveMaximum: true },
    { required: ["nowhere"] },
    { externalDocs: { url: pick(random, prose) } },
    { example: pick(random, texts) },
    { anyOf: [{ properties: { nowhere: { minLength: 1 } } }, { items: { enum: [pick(random, texts)] } }] },
  ]);
}

/** Adds an oddity. `additionalProperties: true` occurs in a CRD, but not in the type `Schema`. */
function withOddity(random: Random, schema: Schema): Schema {
  const { otherFields, ...odd } = randomOddity(random);
  if (otherFields === true) {
    return schema.additionalProperties === undefined
      ? { ...schema, ...{ additionalProperties: true as unknown as Schema } }
      : schema;
  }
  if (odd.properties !== undefined && schema.additionalProperties !== undefined) return schema;
  // A list keeps its items, and an object its fields; an integer or string keeps its own anyOf.
  return { ...odd, ...schema };
}

/** @param depth - how many levels may follow */
export function randomSchema(random: Random, depth: number): Schema {
  const plain = randomType(random, depth);
  const schema = plain.default === undefined && maybe(random, 0.05) ? withOddity(random, plain) : plain;
  Object.assign(schema, described(random));
  if (maybe(random, 0.1)) schema.nullable = true;
  if (maybe(random, 0.05))
    schema.title = pick(
      random,
      [...texts, ...prose].filter((text) => text !== ""),
    );
  if (maybe(random, 0.05)) schema.externalDocs = { url: "https://example.com/a?b=c,d", description: 'A "b" = c' };
  return schema;
}

function randomType(random: Random, depth: number): Schema {
  const isLeaf = depth <= 0;
  switch (Math.floor(random() * (isLeaf ? 6 : 10))) {
    case 0:
      return randomText(random);
    case 1:
      return randomNumber(random);
    case 2:
      return { type: "boolean", ...(maybe(random, 0.3) ? { default: maybe(random, 0.5) } : {}) };
    case 3:
      return {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
        ...(maybe(random, 0.3) ? { pattern: "^[0-9]+%?$" } : {}),
        ...(maybe(random, 0.3) ? { default: pick(random, [1, "25%"]) } : {}),
      };
    case 4:
      return {
        "x-kubernetes-preserve-unknown-fields": true,
        ...(maybe(random, 0.5) ? { type: "object" } : {}),
        ...(maybe(random, 0.3) ? { default: { "a b": ["`", { c: null }] } } : {}),
      };
    case 5:
      return randomText(random);
    case 6:
    case 7:
      return randomObject(random, depth);
    case 8:
      return {
        type: "object",
        additionalProperties: randomSchema(random, depth - 1),
        ...(maybe(random, 0.2) ? { minProperties: 1 } : {}),
      };
    default:
      return randomList(random, depth);
  }
}

function randomText(random: Random): Schema {
  const kind = random();
  if (kind < 0.3) return { type: "string", enum: [...new Set(texts.filter(() => maybe(random, 0.2)).concat("z"))] };
  if (kind < 0.5) return { type: "string", format: pick(random, ["date-time", "byte", "uri", "ipv4", "password"]) };
  if (kind < 0.6) return { type: "string", default: pick(random, texts), example: pick(random, texts) };
  return {
    type: "string",
    ...(maybe(random, 0.3) ? { minLength: 0 } : {}),
    ...(maybe(random, 0.3) ? { maxLength: 300 } : {}),
    ...(maybe(random, 0.3) ? { pattern: pick(random, patterns) } : {}),
    ...(maybe(random, 0.2) ? { not: { enum: [pick(random, texts)] } } : {}),
    ...(maybe(random, 0.2) ? { allOf: [{ pattern: pick(random, patterns) }, { minLength: 0 }] } : {}),
    ...(maybe(random, 0.2)
      ? { anyOf: [{ format: "ipv4" }, { maxLength: 900, not: { pattern: "*/x".slice(1) } }] }
      : {}),
    ...(maybe(random, 0.2) ? { "x-kubernetes-validations": [randomRule(random)] } : {}),
  };
}

function randomNumber(random: Random): Schema {
  const isWhole = maybe(random, 0.6);
  const formats = isWhole ? ["int32", "int64", "uint16"] : ["double", "float"];
  return {
    type: isWhole ? "integer" : "number",
    ...(maybe(random, 0.6) ? { format: pick(random, formats) } : {}),
    ...(maybe(random, 0.3) ? { minimum: -5, ...(maybe(random, 0.3) ? { exclusiveMinimum: true } : {}) } : {}),
    ...(maybe(random, 0.3) ? { maximum: isWhole ? 1_000_000 : 1e21 } : {}),
    ...(maybe(random, 0.2) ? { multipleOf: isWhole ? 2 : 0.5 } : {}),
    ...(maybe(random, 0.2) ? { enum: isWhole ? [2, 4] : [0.5, 2] } : {}),
  };
}

function randomList(random: Random, depth: number): Schema {
  const items = randomSchema(random, depth - 1);
  const list: Schema = { type: "array", items, ...(maybe(random, 0.3) ? { maxItems: 9 } : {}) };
  if (maybe(random, 0.3)) list["x-kubernetes-list-type"] = "atomic";
  const keys = Object.keys(items.properties ?? {}).filter(
    (name) =>
      items.required?.includes(name) === true &&
      items.properties?.[name]?.type === "string" &&
      items.properties[name].nullable !== true,
  );
  if (items.nullable !== true && keys.length > 0) {
    list["x-kubernetes-list-type"] = "map";
    list["x-kubernetes-list-map-keys"] = keys.slice(0, 2);
  }
  return list;
}
