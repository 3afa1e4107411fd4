/** The types of values. Source: k8s.io/kube-openapi/pkg/validation/validate/type.go. */
import { quoteText } from "../../core/go-text.js";
import type { Json } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { JsonSchema } from "./json-schema.js";
import { isKnownFormat } from "./string-formats.js";
import { type ValueFault, wrongType } from "./value-result.js";

export interface ExpectedType {
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Empty if the API server does not check the format. */
  readonly format: string;
}

export function expectedType(schema: JsonSchema, version: KubernetesVersion): ExpectedType {
  const { type = "", nullable = false } = schema;
  const types = schema["x-kubernetes-int-or-string"] === true ? ["integer", "string"] : type === "" ? [] : [type];
  return {
    types,
    isNullable: nullable,
    format: isKnownFormat(schema, version) ? (schema.format ?? "") : "",
  };
}

export function isOfType(value: Json, { types, isNullable, format }: ExpectedType): boolean {
  if (value === null) return types.length === 0 || isNullable;
  const found = typeOf(value);
  const isExpected = types.includes(found) || isOtherNumber(value, found, types);
  if (format === "") return types.length === 0 || isExpected;
  if (found !== "string" && found !== "array" && !isExpected) return false;
  if ((found === "string" || found === "array") && !types.includes("number") && !types.includes("integer")) return true;
  return isExpected;
}

export function typeFault(value: Json, path: string, { types, format }: ExpectedType): ValueFault {
  const found = value === null ? "null" : typeOf(value);
  const ofFormat = format !== "" && value !== null && found !== "string" && found !== "array";
  const expected = ofFormat ? format : types.join(",");
  const shown = ofFormat ? formatOf(found) : found;
  return wrongType(path, shown, `${path} in body must be of type ${expected}: ${quoteText(shown)}`);
}

/** Returns the type of a value as Go sees it. To Go, 1.0 is not a whole number, but JSON does not distinguish it from 1. */
function typeOf(value: Exclude<Json, null>): string {
  if (Array.isArray(value)) return "array";
  if (typeof value !== "number") return typeof value;
  return isWhole(value) ? "integer" : "number";
}

export function isWhole(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

function isOtherNumber(value: Json, found: string, types: readonly string[]): boolean {
  if (found === "integer") return types.includes("number");
  return found === "number" && types.includes("integer") && isNearlyWhole(value as number);
}

/** Source: swag.IsFloat64AJSONInteger. */
export function isNearlyWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  if (whole === 0) return false;
  return Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < 1e-9;
}

function formatOf(type: string): string {
  if (type === "integer") return "int64";
  return type === "number" ? "float64" : "";
}
