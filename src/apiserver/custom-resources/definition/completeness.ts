/**
 * A field that a branch of a logical operator restricts must be declared outside the branch.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go.
 */
import { atKey, child, type FieldError, required } from "../../../core/field-error.js";
import { itemsOf, propertyOf, type JsonSchema } from "../json-schema.js";

/** Checks the root only, as the API server does. `declared`: the part of the schema that declares the value. */
export function checkCompleteness(schema: JsonSchema, path: string): FieldError[] {
  return checkBranches(schema, schema, path, path);
}

function checkBranches(
  branch: JsonSchema,
  declared: JsonSchema,
  declaredPath: string,
  branchPath: string,
): FieldError[] {
  const inner = (each: JsonSchema, at: string): FieldError[] => checkBranch(each, declared, declaredPath, at);
  const { not, allOf = [], anyOf = [], oneOf = [] } = branch;
  return [
    ...(not === undefined ? [] : inner(not, child(branchPath, "not"))),
    ...Object.entries({ allOf, anyOf, oneOf }).flatMap(([name, branches]) =>
      branches.flatMap((each, index) => inner(each, atKey(child(branchPath, name), index))),
    ),
  ];
}

function checkBranch(
  branch: JsonSchema,
  declared: JsonSchema | undefined,
  declaredPath: string,
  branchPath: string,
): FieldError[] {
  if (declared === undefined) return [required(declaredPath, `because it is defined in ${branchPath}`)];
  const items = itemsOf(branch);
  return [
    ...checkBranches(branch, declared, declaredPath, branchPath),
    ...(items === undefined
      ? []
      : checkBranch(items, itemsOf(declared), child(declaredPath, "items"), child(branchPath, "items"))),
    ...Object.entries(branch.properties ?? {}).flatMap(([name, inner]) => {
      const step = atKey("properties", name);
      return checkBranch(inner, propertyOf(declared, name), child(declaredPath, step), child(branchPath, step));
    }),
  ];
}
