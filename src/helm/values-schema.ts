/** `values.schema.json`: draft 7, which helm checks values against. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import type { ValueGroup, ValueNode } from "./values.js";

/** @param own - the values as they are in the file: keys that its owner has added are let through */
export function valuesSchema(values: ValueGroup, own: ExactJsonValue): ExactJsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...groupSchema(values, own, true),
  };
}

function groupSchema(
  { comment, fields }: ValueGroup,
  own: ExactJsonValue | undefined,
  isRoot = false,
): ExactJsonObject {
  const given = isJsonObject(own) ? own : {};
  const known = Object.entries(fields).map(([name, field]): [string, ExactJsonValue] => [
    name,
    nodeSchema(field, given[name]),
  ]);
  const added = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  return {
    ...(comment === "" ? {} : { description: comment }),
    type: "object",
    properties: Object.fromEntries([
      ...known,
      ...added.map((name): [string, ExactJsonValue] => [name, {}]),
      // What a chart that has this one among its parts tells all of them.
      ...(isRoot ? [["global", { type: "object" }] as [string, ExactJsonValue]] : []),
    ]),
    additionalProperties: false,
  };
}

function nodeSchema(node: ValueNode, own: ExactJsonValue | undefined): ExactJsonObject {
  if (node.kind === "group") return groupSchema(node, own);
  // The members that are undefined are left out by the printer.
  return { ...(node.comment === "" ? {} : { description: node.comment }), ...(node.schema as ExactJsonObject) };
}
