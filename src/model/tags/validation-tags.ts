import type { BoundKeyword, SchemaSubject, TagRecord } from "../tag-record.js";

const onTypes = ["field", "type", "kind"] as const;

function marker(name: string): readonly string[] {
  return [`kubebuilder:validation:${name}`];
}

function bound(
  keyword: BoundKeyword,
  on: SchemaSubject,
  summary: string,
  argument: TagRecord["argument"] = { kind: "count" },
): TagRecord {
  return {
    name: keyword,
    markers: marker(keyword.charAt(0).toUpperCase() + keyword.slice(1)),
    places: onTypes,
    argument,
    effect: { kind: "bound", keyword, on, keep: keyword.startsWith("min") ? "larger" : "smaller" },
    summary,
    example: `@${keyword} 1`,
  };
}

/** Tags that restrict which values are valid. */
export const validationTags: readonly TagRecord[] = [
  bound("minimum", "number", "The least valid number.", { kind: "number" }),
  bound("maximum", "number", "The greatest valid number.", { kind: "number" }),
  {
    name: "exclusiveMinimum",
    markers: marker("ExclusiveMinimum"),
    places: onTypes,
    argument: { kind: "value" },
    effect: { kind: "exclusive", bound: "minimum" },
    summary: "The number itself is not valid any more: alone it goes with `@minimum`, with a number it is the minimum.",
    example: "@exclusiveMinimum 0",
  },
  {
    name: "exclusiveMaximum",
    markers: marker("ExclusiveMaximum"),
    places: onTypes,
    argument: { kind: "value" },
    effect: { kind: "exclusive", bound: "maximum" },
    summary: "The number itself is not valid any more: alone it goes with `@maximum`, with a number it is the maximum.",
    example: "@exclusiveMaximum 100",
  },
  {
    name: "multipleOf",
    markers: marker("MultipleOf"),
    places: onTypes,
    argument: { kind: "number" },
    effect: { kind: "multipleOf" },
    summary: "Valid numbers are multiples of this one.",
    example: "@multipleOf 5",
  },
  bound("minLength", "string", "The least number of characters."),
  bound("maxLength", "string", "The greatest number of characters."),
  {
    name: "pattern",
    markers: marker("Pattern"),
    places: onTypes,
    argument: { kind: "text" },
    effect: { kind: "pattern" },
    summary: "A regular expression (RE2: no look-around, no back references) that has a match in the text.",
    example: "@pattern ^[a-z]+$",
  },
  {
    name: "format",
    markers: marker("Format"),
    places: onTypes,
    argument: { kind: "word" },
    effect: { kind: "format" },
    summary: "A format that the API server checks, such as `date-time`, `uri`, `ipv4`, `uuid`.",
    example: "@format uri",
  },
  {
    name: "enum",
    aliases: ["enumValues"],
    markers: marker("Enum"),
    places: onTypes,
    argument: { kind: "values" },
    effect: { kind: "enum" },
    summary: "The only valid values. A union of literals says the same without a tag.",
    example: "@enum Small;Large",
  },
  {
    name: "declaredEnum",
    markers: ["enum", "k8s:enum"],
    places: ["field", "type"],
    argument: { kind: "none" },
    effect: { kind: "declaredEnum" },
    summary:
      "The type is a union of literals or an enum, which is an enum without a tag; of another type it is an error.",
    example: "+k8s:enum",
  },
  bound("minItems", "list", "The least number of items."),
  bound("maxItems", "list", "The greatest number of items."),
  bound("minProperties", "object", "The least number of fields or of entries in a map."),
  bound("maxProperties", "object", "The greatest number of fields or of entries in a map."),
  {
    name: "uniqueItems",
    markers: marker("UniqueItems"),
    places: onTypes,
    argument: { kind: "flag" },
    effect: { kind: "refused", hint: "The API server does not accept uniqueItems. Write @listType set." },
    summary: "Refused, as the API server refuses it: `@listType set` is the way.",
    example: "@uniqueItems",
  },
  {
    name: "cel",
    markers: marker("XValidation"),
    places: onTypes,
    argument: { kind: "cel" },
    repeatable: true,
    effect: { kind: "cel" },
    summary:
      "A rule in CEL that must hold for `self`, with a message in quotes, or as a record of rule, message, " +
      "messageExpression, reason, fieldPath, optionalOldSelf.",
    example: '@cel self.min <= self.max "min must not exceed max"',
  },
  {
    name: "immutable",
    markers: ["k8s:immutable"],
    places: ["field"],
    argument: { kind: "none" },
    effect: { kind: "immutable" },
    summary: "Once set, the field can be neither changed nor removed.",
    example: "@immutable",
  },
  junctor("oneOf", "Exactly one of these schemas must hold as well.", '[{"required": ["a"]}, {"required": ["b"]}]'),
  junctor("anyOf", "At least one of these schemas must hold as well.", '[{"required": ["a"]}, {"required": ["b"]}]'),
  junctor("allOf", "All of these schemas must hold as well.", '[{"pattern": "^a"}, {"pattern": "z$"}]'),
  junctor("not", "This schema must not hold.", '{"enum": ["none"]}'),
  oneOf("atMostOneOf", "AtMostOneOf", "atMostOne", "At most one of the fields may be set."),
  oneOf("exactlyOneOf", "ExactlyOneOf", "exactlyOne", "Exactly one of the fields must be set."),
  oneOf("atLeastOneOf", "AtLeastOneOf", "atLeastOne", "At least one of the fields must be set."),
];

function junctor(keyword: "allOf" | "anyOf" | "oneOf" | "not", summary: string, example: string): TagRecord {
  return {
    name: keyword,
    markers: [],
    places: onTypes,
    argument: { kind: "value" },
    effect: { kind: "junctor", keyword },
    summary: `${summary} Restrictions of values in JSON; TypeScript's unions of objects say the usual ones without a tag.`,
    example: `@${keyword} ${example}`,
  };
}

function oneOf(
  name: string,
  markerName: string,
  count: "atMostOne" | "exactlyOne" | "atLeastOne",
  summary: string,
): TagRecord {
  return {
    name,
    markers: marker(markerName),
    places: onTypes,
    argument: { kind: "words" },
    repeatable: true,
    effect: { kind: "oneOf", count },
    summary,
    example: `@${name} a;b`,
  };
}
