import type { BoundKeyword } from "../../schema/schema.js";
import { type SchemaSubject, tag, type TagRecord } from "../tag-record.js";

const onTypes = ["field", "type", "kind"] as const;

function marker(name: string): readonly string[] {
  return [`kubebuilder:validation:${name}`];
}

function bound(
  keyword: BoundKeyword,
  on: SchemaSubject,
  summary: string,
  argument: "count" | "number" = "count",
  markers: readonly string[] = [],
): TagRecord {
  return tag(`@${keyword} 1`, onTypes, {
    markers: [...marker(keyword.charAt(0).toUpperCase() + keyword.slice(1)), ...markers],
    argument,
    effect: { kind: "bound", keyword, on, keep: keyword.startsWith("min") ? "larger" : "smaller" },
    summary,
  });
}

/** Tags that restrict valid values. */
export const validationTags: readonly TagRecord[] = [
  bound("minimum", "number", "The minimum value.", "number", ["k8s:minimum"]),
  bound("maximum", "number", "The maximum value.", "number", ["k8s:maximum"]),
  tag("@exclusiveMinimum 0", onTypes, {
    markers: marker("ExclusiveMinimum"),
    argument: "value",
    effect: { kind: "exclusive", bound: "minimum" },
    summary:
      "Excludes the minimum itself. Without a number, the tag excludes the value of `@minimum`; with a number, it sets the minimum too.",
  }),
  tag("@exclusiveMaximum 100", onTypes, {
    markers: marker("ExclusiveMaximum"),
    argument: "value",
    effect: { kind: "exclusive", bound: "maximum" },
    summary:
      "Excludes the maximum itself. Without a number, the tag excludes the value of `@maximum`; with a number, it sets the maximum too.",
  }),
  tag("@multipleOf 5", onTypes, {
    markers: marker("MultipleOf"),
    argument: "number",
    summary: "Valid numbers are multiples of this one.",
  }),
  bound("minLength", "string", "The minimum number of characters."),
  bound("maxLength", "string", "The maximum number of characters."),
  tag("@pattern ^[a-z]+$", onTypes, {
    markers: marker("Pattern"),
    argument: "text",
    summary:
      "A regular expression that must match a part of the string. Its syntax is RE2: no look-around, no back references.",
  }),
  tag("@format uri", onTypes, {
    markers: marker("Format"),
    argument: "word",
    summary: "A format that the API server checks, such as `date-time`, `uri`, `ipv4`, `uuid`.",
  }),
  tag("@enum Small;Large", onTypes, {
    aliases: ["enumValues"],
    markers: marker("Enum"),
    argument: "values",
    summary: "The only valid values. A union of literals has the same effect without a tag.",
  }),
  tag("+k8s:enum", ["field", "type"], {
    name: "declaredEnum",
    markers: ["enum", "k8s:enum"],
    summary:
      "Requires the type to be a union of literals or an enum. Such a type is an enum in the schema without a tag, too.",
  }),
  bound("minItems", "list", "The minimum number of items."),
  bound("maxItems", "list", "The maximum number of items.", "count", ["k8s:maxItems"]),
  bound("minProperties", "object", "The minimum number of fields, or of entries in a map."),
  bound("maxProperties", "object", "The maximum number of fields, or of entries in a map."),
  tag("@uniqueItems", onTypes, {
    markers: marker("UniqueItems"),
    argument: "flag",
    effect: { kind: "refused", hint: "The API server does not accept uniqueItems. Write @listType set." },
    summary: "An error, because the API server rejects `uniqueItems`. Write `@listType set` instead.",
  }),
  tag('@cel self.min <= self.max "min must not exceed max"', onTypes, {
    markers: marker("XValidation"),
    argument: "cel",
    repeatable: true,
    summary:
      "A rule in CEL that must hold for `self`, with a message in quotes, or as a record of rule, message, " +
      "messageExpression, reason, fieldPath, optionalOldSelf.",
  }),
  tag("@immutable", ["field"], {
    markers: ["k8s:immutable"],
    summary: "A client can set the field once, and then neither change nor remove it.",
  }),
  junctor("oneOf", "Exactly one of these schemas must hold as well.", '[{"required": ["a"]}, {"required": ["b"]}]'),
  junctor("anyOf", "At least one of these schemas must hold as well.", '[{"required": ["a"]}, {"required": ["b"]}]'),
  junctor("allOf", "All of these schemas must hold as well.", '[{"pattern": "^a"}, {"pattern": "z$"}]'),
  junctor("not", "This schema must not hold.", '{"enum": ["none"]}'),
  oneOf("atMostOneOf", "AtMostOneOf", "atMostOne", "At most one of the fields may be set."),
  oneOf("exactlyOneOf", "ExactlyOneOf", "exactlyOne", "Exactly one of the fields must be set."),
  oneOf("atLeastOneOf", "AtLeastOneOf", "atLeastOne", "At least one of the fields must be set."),
];

function junctor(keyword: "allOf" | "anyOf" | "oneOf" | "not", summary: string, example: string): TagRecord {
  return tag(`@${keyword} ${example}`, onTypes, {
    argument: "value",
    effect: { kind: "junctor", keyword },
    summary: `${summary} The argument is JSON that restricts values; unions of object types express the usual cases without a tag.`,
  });
}

function oneOf(
  name: string,
  markerName: string,
  count: "atMostOne" | "exactlyOne" | "atLeastOne",
  summary: string,
): TagRecord {
  return tag(`@${name} a;b`, onTypes, {
    markers: marker(markerName),
    argument: "words",
    repeatable: true,
    effect: { kind: "oneOf", count },
    summary,
  });
}
