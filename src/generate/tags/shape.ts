/** Tags that define the type of a value, and how the API server treats it. */
import type { Schema, SchemaType } from "../../schema/schema.js";
import { conflict, recordOf, requires, set, type TagUse, textOf } from "./context.js";

export function applyType({ origins, schema, tag }: TagUse): Schema {
  const type = textOf(tag) as SchemaType; // the grammar of the tag allows no other word
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
  origins.move(schema, replaced);
  origins.set(replaced, "type", tag.at);
  return replaced;
}

export function applyIntOrString({ origins, schema, tag }: TagUse): Schema {
  const { description, nullable } = schema;
  const replaced: Schema = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };
  if (description !== undefined) replaced.description = description;
  if (nullable !== undefined) replaced.nullable = nullable;
  origins.move(schema, replaced);
  origins.set(replaced, "x-kubernetes-int-or-string", tag.at);
  return replaced;
}

export function applyValue(use: TagUse, keyword: "default" | "example"): void {
  const { schema, tag } = use;
  if (tag.argument.kind !== "value") {
    conflict(use, "its value is missing", `For example: ${tag.record.example}`);
    return;
  }
  const { value, written } = tag.argument;
  // kubebuilder also writes {} for an empty list.
  const isEmptyList =
    schema.type === "array" && typeof value === "object" && value !== null && Object.keys(value).length === 0;
  set(use, keyword, isEmptyList ? [] : value);
  if (written !== undefined) {
    const facts = use.origins.about(schema);
    facts.written = { ...facts.written, [keyword]: { spelling: tag.spelling, text: written } };
  }
}

export function applyExternalDocs(use: TagUse): void {
  const { url, description } = recordOf(use.tag);
  if (!URL.canParse(String(url))) {
    conflict(use, `${JSON.stringify(url)} is not a URL`, `For example: ${use.tag.record.example}`);
    return;
  }
  set(use, "externalDocs", {
    url: String(url),
    ...(description === undefined ? {} : { description: String(description) }),
  });
}

export function applyTopology(use: TagUse, kind: "listType" | "listMapKey" | "mapType"): void {
  const { schema, tag } = use;
  // The grammar of the tags allows only the words of the schema.
  if (kind === "mapType") {
    if (requires(use, "object")) set(use, "x-kubernetes-map-type", textOf(tag) as "granular");
  } else if (!requires(use, "list")) {
    return;
  } else if (kind === "listType") {
    set(use, "x-kubernetes-list-type", textOf(tag) as "map");
    if (textOf(tag) !== "map") delete schema["x-kubernetes-list-map-keys"];
  } else {
    const keys = schema["x-kubernetes-list-map-keys"] ?? [];
    set(use, "x-kubernetes-list-map-keys", [...new Set([...keys, textOf(tag)])]);
  }
}
