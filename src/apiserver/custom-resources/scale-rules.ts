/**
 * Validates replicas and the selector at the paths of the scale subresource.
 * Source: ValidateScaleSpec and ValidateScaleStatus in
 * k8s.io/apiextensions-apiserver/pkg/registry/customresource/validator.go.
 */
import { goTypeOf } from "../../core/go-type.js";
import { invalid, type FieldError } from "../../core/field-error.js";
import { printGo } from "../../core/go-value.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { ScalePaths } from "./definition.js";
import { isWhole } from "./value-types.js";

const mostReplicas = 2 ** 31 - 1;

export function validateScaleSpec(object: JsonObject, { specReplicasPath }: ScalePaths): FieldError[] {
  return validateReplicas(object, specReplicasPath);
}

export function validateScaleStatus(object: JsonObject, scale: ScalePaths): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = scale;
  const faults = validateReplicas(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return faults;
  const found = valueAt(object, labelSelectorPath);
  if ("fault" in found) return [...faults, invalid(labelSelectorPath, "", found.fault)];
  if (found.value === undefined || typeof found.value === "string") return faults;
  return [...faults, invalid(labelSelectorPath, "", wrongType(labelSelectorPath, found.value, "string"))];
}

function validateReplicas(object: JsonObject, path: string): FieldError[] {
  const found = valueAt(object, path);
  if ("fault" in found) return [invalid(path, 0, found.fault)];
  const { value } = found;
  if (value === undefined) return [];
  if (typeof value !== "number" || !isWhole(value)) return [invalid(path, 0, wrongType(path, value, "int64"))];
  if (value < 0) return [invalid(path, value, "should be a non-negative integer")];
  return value > mostReplicas ? [invalid(path, value, `should be less than or equal to ${mostReplicas}`)] : [];
}

/** Returns the value at a path without brackets, or undefined if it is missing. */
export function valueAt(
  object: JsonObject,
  path: string,
): { readonly value: Json | undefined } | { readonly fault: string } {
  const names = path.replace(/^\./, "").split(".");
  let value: Json | undefined = object;
  for (const [index, name] of names.entries()) {
    if (!isJsonObject(value)) {
      return { fault: wrongType(names.slice(0, index + 1).join("."), value ?? null, "map[string]interface{}") };
    }
    if (!Object.hasOwn(value, name)) return { value: undefined };
    value = value[name];
  }
  return { value: value ?? null };
}

function wrongType(path: string, value: Json, expected: string): string {
  const shown = path.startsWith(".") ? path : `.${path}`;
  return `${shown} accessor error: ${printGo(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
}
