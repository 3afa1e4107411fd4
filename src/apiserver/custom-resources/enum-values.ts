import { isJsonObject, isSameJson, type Json } from "../../core/json.js";
import { isWhole } from "./value-types.js";

/**
 * Reports whether a value is in the enum. Go's type conversions apply: a fraction is truncated, and a whole number equals the
 * character with that code.
 * Source: basicCommonValidator in k8s.io/kube-openapi/pkg/validation/validate/validator.go.
 */
export function isInEnum(value: Json, allowed: readonly Json[]): boolean {
  return value !== null && allowed.some((each) => isSame(value, each));
}

function isSame(value: Exclude<Json, null>, allowed: Json): boolean {
  if (typeof value === "number") {
    if (typeof allowed === "number") return isWhole(allowed) ? Math.trunc(value) === allowed : value === allowed;
    return typeof allowed === "string" && isWhole(value) && allowed === characterOf(value);
  }
  return Array.isArray(value) || isJsonObject(value) ? isSameJson(value, allowed) : value === allowed;
}

function characterOf(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
