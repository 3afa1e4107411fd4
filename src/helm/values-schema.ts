/** `values.schema.json`: the draft 7 schema that helm uses to validate values. */
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
      // The values that a parent chart passes to all its subcharts.
      ...(isRoot ? [["global", { type: "object" }] as [string, ExactJsonValue]] : []),
    ]),
    additionalProperties: false,
  };
}

function nodeSchema(node: ValueNode, own: ExactJsonValue | undefined): ExactJsonObject {
  if (node.kind === "group") return groupSchema(node, own);
  // The printer omits undefined members.
  return { ...(node.comment === "" ? {} : { description: node.comment }), ...(node.schema as ExactJsonObject) };
}
