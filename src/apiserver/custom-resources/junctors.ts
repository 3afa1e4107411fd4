/**
 * The logical operators anyOf, oneOf, allOf, and not. If a value matches no branch of anyOf or oneOf, the best match is
 * reported. Branches do not see the old value.
 * Source: k8s.io/kube-openapi/pkg/validation/validate/schema_props.go.
 */
import { quoteText } from "../../core/go-text.js";
import type { Json } from "../../core/json.js";
import type { JsonSchema } from "./json-schema.js";
import { invalidValue, ValueResult, type ValueValidator } from "./value-result.js";

export interface JunctorChecks {
  isValid(value: Json): boolean;
  validate(value: Json, path: string): ValueResult;
}

const nothing: JunctorChecks = {
  isValid: () => true,
  validate: () => {
    const result = new ValueResult();
    result.passed = 1;
    return result;
  },
};

export function junctorChecks(schema: JsonSchema, compile: (inner: JsonSchema) => ValueValidator): JunctorChecks {
  const anyOf = (schema.anyOf ?? []).map(compile);
  const oneOf = (schema.oneOf ?? []).map(compile);
  const allOf = (schema.allOf ?? []).map(compile);
  const not = schema.not && compile(schema.not);
  if (anyOf.length + oneOf.length + allOf.length === 0 && not === undefined) return nothing;
  return {
    isValid: (value) =>
      (anyOf.length === 0 || anyOf.some((branch) => branch.isValid(value))) &&
      (oneOf.length === 0 || oneOf.filter((branch) => branch.isValid(value)).length === 1) &&
      allOf.every((branch) => branch.isValid(value)) &&
      not?.isValid(value) !== true,
    validate: (value, path) => {
      const result = new ValueResult();
      if (anyOf.length > 0) validateAny(result, anyOf, value, path);
      if (oneOf.length > 0) validateOne(result, oneOf, value, path);
      if (allOf.length > 0) validateAll(result, allOf, value, path);
      if (not?.isValid(value) === true) addWhole(result, `${quoteText(path)} must not validate the schema (not)`);
      result.passed += 1;
      return result;
    },
  };
}

function validateAny(result: ValueResult, branches: readonly ValueValidator[], value: Json, path: string): void {
  let best: ValueResult | undefined;
  for (const branch of branches) {
    const found = branch.validate(value, path);
    if (found.isValid) {
      result.merge(found);
      return;
    }
    if (best === undefined || found.passed > best.passed) best = found;
  }
  addWhole(result, `${quoteText(path)} must validate at least one schema (anyOf)`);
  if (best !== undefined) result.merge(best);
}

function validateOne(result: ValueResult, branches: readonly ValueValidator[], value: Json, path: string): void {
  let best: ValueResult | undefined;
  let fitting: ValueResult | undefined;
  let count = 0;
  for (const branch of branches) {
    const found = branch.validate(value, path);
    if (found.isValid) {
      count += 1;
      fitting ??= found;
    } else if (count === 0 && (best === undefined || found.passed > best.passed)) best = found;
  }
  if (count === 1 && fitting !== undefined) {
    result.merge(fitting);
    return;
  }
  const why = count === 0 ? "Found none valid" : `Found ${count} valid alternatives`;
  addWhole(result, `${quoteText(path)} must validate one and only one schema (oneOf). ${why}`);
  if (count === 0 && best !== undefined) result.merge(best);
}

function validateAll(result: ValueResult, branches: readonly ValueValidator[], value: Json, path: string): void {
  let count = 0;
  for (const branch of branches) {
    const found = branch.validate(value, path);
    if (found.isValid) count += 1;
    result.merge(found);
  }
  if (count === branches.length) return;
  addWhole(result, `${quoteText(path)} must validate all the schemas (allOf)${count === 0 ? ". None validated" : ""}`);
}

function addWhole(result: ValueResult, text: string): void {
  result.add(invalidValue("", "", text));
}
