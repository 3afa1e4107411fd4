/** Checks the API server's requirements for the parts of a schema, and what it accepts unexpectedly. */
import { innerSchemas, type Schema } from "./schema.js";
import { correctIt, type SchemaFindings } from "./schema-findings.js";

/** @param isTyped - whether the schema has a type, even an invalid one */
export function checkStructure(findings: SchemaFindings, node: Schema, path: string, isTyped: boolean): void {
  const isIntOrString = node["x-kubernetes-int-or-string"] === true;
  const isAnything = node["x-kubernetes-preserve-unknown-fields"] === true;
  const { type, items, properties, additionalProperties, otherFields } = node;
  const refuse = (message: string): void => findings.refuse(path, message, correctIt);
  if (!isTyped && !isIntOrString && !isAnything) refuse("it has no type");
  if (type !== undefined && isIntOrString) refuse("an x-kubernetes-int-or-string has no other type");
  if (type !== "array" && node["x-kubernetes-list-type"] !== undefined)
    refuse("x-kubernetes-list-type applies to lists only");
  if (type !== "object" && node["x-kubernetes-map-type"] !== undefined)
    refuse("x-kubernetes-map-type applies to objects and maps only");
  if (type === "array" && items === undefined) refuse("the items of the list have no schema");
  if (properties !== undefined && (additionalProperties !== undefined || otherFields === false))
    refuse("properties and additionalProperties exclude each other");
  if (!isIntOrString && branchesOf(node).some(hasType))
    refuse("type is not allowed inside oneOf, anyOf, allOf and not");
  const doubt = (message: string): void => findings.doubt(path, message, keptHint);
  if (type !== "array" && items !== undefined) doubt("it has items, and is not a list");
  const hasFields = properties !== undefined || additionalProperties !== undefined || otherFields !== undefined;
  if (type !== "object" && hasFields) doubt("it has fields, and is not an object");
  else if (otherFields === false) doubt("`additionalProperties: false` allows no fields at all");
}

const keptHint =
  "The API server accepts it, and the types keep it in @schemaKeywords. Remove the tag when you take the kind over.";

function branchesOf({ allOf = [], anyOf = [], oneOf = [], not }: Schema): Schema[] {
  return [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
}

function hasType(branch: Schema): boolean {
  return branch.type !== undefined || [...branchesOf(branch), ...innerSchemas(branch)].some(hasType);
}
