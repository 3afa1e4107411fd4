/** The effect of each tag on a schema, checked against what the schema is. */
import type { Tag } from "../model/annotations.js";
import type { TagEffect } from "../model/tag-record.js";
import type { Schema } from "../schema/schema.js";
import { applyKeywords } from "./tags/keywords.js";
import { applyToKeys } from "./tags/keys.js";
import { addRule, applyOneOf } from "./tags/rules.js";
import {
  applyBound,
  applyEnum,
  checkDeclaredEnum,
  applyExclusive,
  applyFormat,
  applyPattern,
  applyPresence,
} from "./tags/bounds.js";
import {
  conflict,
  countOf,
  describe,
  numberOf,
  recordOf,
  requires,
  set,
  type TagContext,
  textOf,
} from "./tags/context.js";
import { applyJunctor } from "./tags/junctors.js";
import { applyExternalDocs, applyIntOrString, applyTopology, applyType, applyValue } from "./tags/shape.js";

/** Tags that say what the schema is come before those that restrict it, keywords after these, items and values last. */
export function applyTags(context: TagContext, schema: Schema, tags: readonly Tag[]): Schema {
  const innerRules = schema["x-kubernetes-validations"] ?? [];
  delete schema["x-kubernetes-validations"];
  let result = schema;
  for (const tag of tags.toSorted((a, b) => order(a) - order(b))) {
    if (tag.path.length > 0) applyInside(context, result, tag, tag.path);
    else result = applyTag(context, result, tag);
  }
  // As controller-gen has it: the field's rules, then those of its type.
  const rules = [...(result["x-kubernetes-validations"] ?? []), ...innerRules];
  if (rules.length > 0) result["x-kubernetes-validations"] = rules;
  return result;
}

const early: readonly TagEffect["kind"][] = [
  "schemaless",
  "schemaType",
  "intOrString",
  "preserveUnknownFields",
  "listType",
  "bound",
];

function order({ record, path }: Tag): number {
  const rank = early.indexOf(record.effect.kind);
  const late = record.effect.kind === "schemaKeywords" ? 1 : 0;
  return path.length * 100 + (rank === -1 ? early.length + late : rank);
}

function applyInside(context: TagContext, schema: Schema, tag: Tag, path: Tag["path"]): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (step === "keys") {
    applyToKeys(context, schema, tag);
    return;
  }
  const inner = step === "items" ? schema.items : schema.additionalProperties;
  if (inner === undefined) {
    const subject = step === "items" ? "the items of a list" : "the values of a map";
    conflict(
      context,
      tag,
      `it speaks of ${subject}, and this is ${describe(schema)}`,
      "Remove it, or correct the type.",
    );
  } else if (rest.length > 0) {
    applyInside(context, inner, tag, rest);
  } else {
    const replaced = applyTag(context, inner, tag);
    if (step === "items") schema.items = replaced;
    else schema.additionalProperties = replaced;
  }
}

function applyTag(context: TagContext, schema: Schema, tag: Tag): Schema {
  const { effect } = tag.record;
  switch (effect.kind) {
    case "schemaType":
      return applyType(context, schema, tag);
    case "intOrString":
      return applyIntOrString(context, schema, tag);
    case "bound":
      applyBound(context, schema, tag, effect);
      return schema;
    case "exclusive":
      applyExclusive(context, schema, tag, effect.bound);
      return schema;
    case "junctor":
      applyJunctor(context, schema, tag, effect.keyword);
      return schema;
    case "oneOf":
      applyOneOf(context, schema, tag, effect.count);
      return schema;
    default:
      changes[effect.kind]?.(context, schema, tag);
      return schema;
  }
}

/** What speaks about the kind is read elsewhere, and so is whether a field is required. */
const changes: {
  readonly [Kind in TagEffect["kind"]]?: (context: TagContext, schema: Schema, tag: Tag) => void;
} = {
  multipleOf: (context, schema, tag) => {
    if (requires(context, schema, tag, "number")) set(context, schema, tag, "multipleOf", numberOf(tag));
  },
  presence: applyPresence,
  pattern: applyPattern,
  format: applyFormat,
  enum: applyEnum,
  declaredEnum: checkDeclaredEnum,
  default: (context, schema, tag) => applyValue(context, schema, tag, "default"),
  example: (context, schema, tag) => applyValue(context, schema, tag, "example"),
  title: (context, schema, tag) => set(context, schema, tag, "title", textOf(tag)),
  externalDocs: applyExternalDocs,
  nullable: (context, schema, tag) => set(context, schema, tag, "nullable", true),
  preserveUnknownFields: (context, schema, tag) =>
    set(context, schema, tag, "x-kubernetes-preserve-unknown-fields", true),
  schemaKeywords: applyKeywords,
  maxDescLen: ({ origins }, schema, tag) => {
    origins.about(schema).descriptionLimit = countOf(tag);
  },
  embeddedResource: (context, schema, tag) => set(context, schema, tag, "x-kubernetes-embedded-resource", true),
  listType: (context, schema, tag) => applyTopology(context, schema, tag, "listType"),
  listMapKey: (context, schema, tag) => applyTopology(context, schema, tag, "listMapKey"),
  mapType: (context, schema, tag) => applyTopology(context, schema, tag, "mapType"),
  cel: (context, schema, tag) => addRule(context, schema, tag, recordOf(tag)),
  immutable: (context, schema, tag) =>
    addRule(context, schema, tag, { rule: "self == oldSelf", message: "field is immutable" }),
};
