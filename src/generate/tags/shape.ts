/** Tags that say what a value is, and how the API server treats it. */
import type { Tag } from "../../model/annotations.js";
import type { Schema, SchemaType } from "../../schema/schema.js";
import { conflict, recordOf, requires, set, type TagContext, textOf } from "./context.js";

export function applyType(context: TagContext, schema: Schema, tag: Tag): Schema {
  const type = textOf(tag) as SchemaType; // the grammar of the tag admits no other word
  if (schema.type === type) return schema;
  const replaced: Schema = { ...schema, type };
  delete replaced.format;
  delete replaced.anyOf;
  delete replaced["x-kubernetes-int-or-string"];
  if (type !== "array") {
    delete replaced.items;
    delete replaced["x-kubernetes-list-type"];
    delete replaced["x-kubernetes-list-map-keys"];
  }
  if (type !== "object") {
    delete replaced.properties;
    delete replaced.required;
    delete replaced.additionalProperties;
    delete replaced["x-kubernetes-map-type"];
  }
  context.origins.move(schema, replaced);
  context.origins.set(replaced, "type", tag.at);
  return replaced;
}

export function applyIntOrString(context: TagContext, schema: Schema, tag: Tag): Schema {
  const { description, nullable } = schema;
  const replaced: Schema = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };
  if (description !== undefined) replaced.description = description;
  if (nullable !== undefined) replaced.nullable = nullable;
  context.origins.move(schema, replaced);
  context.origins.set(replaced, "x-kubernetes-int-or-string", tag.at);
  return replaced;
}

export function applyValue(context: TagContext, schema: Schema, tag: Tag, keyword: "default" | "example"): void {
  if (tag.argument.kind !== "value") {
    conflict(context, tag, "its value is missing", `For example: ${tag.record.example}`);
    return;
  }
  const { value, written } = tag.argument;
  // kubebuilder writes {} for an empty list too.
  const isEmptyList =
    schema.type === "array" && typeof value === "object" && value !== null && Object.keys(value).length === 0;
  set(context, schema, tag, keyword, isEmptyList ? [] : value);
  if (written !== undefined) {
    const facts = context.origins.about(schema);
    facts.written = { ...facts.written, [keyword]: { spelling: tag.spelling, text: written } };
  }
}

export function applyExternalDocs(context: TagContext, schema: Schema, tag: Tag): void {
  const { url, description } = recordOf(tag);
  if (!URL.canParse(String(url))) {
    conflict(context, tag, `${JSON.stringify(url)} is no URL`, `For example: ${tag.record.example}`);
    return;
  }
  set(context, schema, tag, "externalDocs", {
    url: String(url),
    ...(description === undefined ? {} : { description: String(description) }),
  });
}

export function applyTopology(
  context: TagContext,
  schema: Schema,
  tag: Tag,
  kind: "listType" | "listMapKey" | "mapType",
): void {
  // The grammar of the tags admits no other words than those of the schema.
  if (kind === "mapType") {
    if (requires(context, schema, tag, "object"))
      set(context, schema, tag, "x-kubernetes-map-type", textOf(tag) as "granular");
  } else if (!requires(context, schema, tag, "list")) {
    return;
  } else if (kind === "listType") {
    set(context, schema, tag, "x-kubernetes-list-type", textOf(tag) as "map");
    if (textOf(tag) !== "map") delete schema["x-kubernetes-list-map-keys"];
  } else {
    const keys = schema["x-kubernetes-list-map-keys"] ?? [];
    set(context, schema, tag, "x-kubernetes-list-map-keys", [...new Set([...keys, textOf(tag)])]);
  }
}
