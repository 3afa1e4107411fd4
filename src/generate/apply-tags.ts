/** Applies the effect of each tag to a schema, after checking that the schema supports it. */
import type { Tag } from "../model/annotations.js";
import type { TagEffect } from "../model/tag-record.js";
import type { Schema } from "../schema/schema.js";
import { applyKeywords } from "./tags/keywords.js";
import { applyToKeys } from "./tags/keys.js";
import { addRule, applyOneOf } from "./tags/rules.js";
import { applyBound, applyEnum, applyExclusive, applyFormat, applyPattern, applyPresence } from "./tags/bounds.js";
import { checkDeclaredEnum } from "./tags/bounds.js";
import { conflict, countOf, describe, numberOf, recordOf, requires, set, textOf } from "./tags/context.js";
import type { TagContext, TagUse } from "./tags/context.js";
import { applyJunctor } from "./tags/junctors.js";
import { applyExternalDocs, applyIntOrString, applyTopology, applyType, applyValue } from "./tags/shape.js";

/** Applies tags that define the schema before tags that restrict it, then keywords, and items and values last. */
export function applyTags(context: TagContext, schema: Schema, tags: readonly Tag[]): Schema {
  const innerRules = schema["x-kubernetes-validations"] ?? [];
  delete schema["x-kubernetes-validations"];
  let result = schema;
  for (const tag of tags.toSorted((a, b) => order(a) - order(b))) {
    if (tag.path.length > 0) applyInside(context, result, tag, tag.path);
    else result = applyTag({ ...context, schema: result, tag });
  }
  // Like controller-gen: the field's rules first, then the rules of its type.
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

function applyInside(context: TagContext, schema: Schema, tag: Tag, [step, ...rest]: Tag["path"]): void {
  const use = { ...context, schema, tag };
  if (step === undefined) return;
  if (step === "keys") {
    applyToKeys(use);
    return;
  }
  const inner = step === "items" ? schema.items : schema.additionalProperties;
  if (inner === undefined) {
    const subject = step === "items" ? "the items of a list" : "the values of a map";
    conflict(use, `it applies to ${subject}, and this is ${describe(schema)}`, "Remove it, or correct the type.");
  } else if (rest.length > 0) {
    applyInside(context, inner, tag, rest);
  } else {
    schema[step === "items" ? "items" : "additionalProperties"] = applyTag({ ...use, schema: inner });
  }
}

function applyTag(use: TagUse): Schema {
  const { effect } = use.tag.record;
  if (effect.kind === "schemaType") return applyType(use);
  if (effect.kind === "intOrString") return applyIntOrString(use);
  // The change in the table matches the kind of the effect.
  (changes[effect.kind] as Change<TagEffect["kind"]> | undefined)?.(use, effect);
  return use.schema;
}

type Change<Kind extends TagEffect["kind"]> = (use: TagUse, effect: TagEffect & { kind: Kind }) => void;

/** Other code reads the tags about the kind and the tags that make a field required or optional. */
const changes: { readonly [Kind in TagEffect["kind"]]?: Change<Kind> } = {
  bound: applyBound,
  exclusive: (use, { bound }) => applyExclusive(use, bound),
  junctor: (use, { keyword }) => applyJunctor(use, keyword),
  oneOf: (use, { count }) => applyOneOf(use, count),
  multipleOf: (use) => {
    if (requires(use, "number")) set(use, "multipleOf", numberOf(use.tag));
  },
  presence: applyPresence,
  pattern: applyPattern,
  format: applyFormat,
  enum: applyEnum,
  declaredEnum: checkDeclaredEnum,
  default: (use) => applyValue(use, "default"),
  example: (use) => applyValue(use, "example"),
  title: (use) => set(use, "title", textOf(use.tag)),
  externalDocs: applyExternalDocs,
  nullable: (use) => set(use, "nullable", true),
  preserveUnknownFields: (use) => set(use, "x-kubernetes-preserve-unknown-fields", true),
  schemaKeywords: applyKeywords,
  maxDescLen: ({ origins, schema, tag }) => {
    origins.about(schema).descriptionLimit = countOf(tag);
  },
  embeddedResource: (use) => set(use, "x-kubernetes-embedded-resource", true),
  listType: (use) => applyTopology(use, "listType"),
  listMapKey: (use) => applyTopology(use, "listMapKey"),
  mapType: (use) => applyTopology(use, "mapType"),
  cel: (use) => addRule(use, recordOf(use.tag)),
  immutable: (use) => addRule(use, { rule: "self == oldSelf", message: "field is immutable" }),
};
