/** The limits of numbers. Source: k8s.io/kube-openapi/pkg/validation/validate/values.go. */
import { printDouble } from "../../core/go-number.js";
import { printNumber } from "../../core/go-value.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { JsonSchema } from "./json-schema.js";
import { invalidValue, type ValueFault } from "./value-result.js";
import { isNearlyWhole, isWhole } from "./value-types.js";

type NumberCheck = (value: number, path: string) => ValueFault | undefined;

export function numberChecks(schema: JsonSchema, version: KubernetesVersion): readonly NumberCheck[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const range = isSince(version, "1.37") ? rangeOf(schema) : undefined;
  const fixed = (value: number | undefined, prefix: string): readonly NumberCheck[] =>
    value === undefined || range === undefined || range.has(value)
      ? []
      : [(_value, path) => outOfRange(prefix, range, path)];
  return [
    ...(range === undefined
      ? []
      : [(value: number, path: string) => (range.has(value) ? undefined : outOfRange("Checked", range, path))]),
    ...fixed(multipleOf, "MultipleOf"),
    ...(multipleOf === undefined ? [] : [checkMultiple(multipleOf)]),
    ...fixed(minimum, "Minimum boundary"),
    ...(minimum === undefined ? [] : [checkBound(minimum, exclusiveMinimum, 1)]),
    ...fixed(maximum, "Maximum boundary"),
    ...(maximum === undefined ? [] : [checkBound(maximum, exclusiveMaximum, -1)]),
  ];
}

/** The numbers of a type. */
interface NumberRange {
  /** `integer with format int32` */
  readonly name: string;
  readonly has: (value: number) => boolean;
}

/** Source: IsValueValidAgainstRange in the same file. */
function rangeOf(schema: JsonSchema): NumberRange | undefined {
  const { type = "", format = "" } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return undefined;
  if (type === "number" && format === "float") {
    return {
      name: "number with format float",
      has: (value) => Number.isFinite(Math.fround(value)),
    };
  }
  if (type !== "integer") return undefined;
  if (format === "int32")
    return {
      name: "integer with format int32",
      has: (value) => value === (value | 0),
    };
  return {
    name: format === "int64" ? "integer with format int64" : "integer (default format)",
    has: isWhole,
  };
}

/** The error names no field. */
function outOfRange(prefix: string, { name }: NumberRange, path: string): ValueFault {
  return invalidValue("", "", `${prefix} value must be of type ${name} in ${path}`);
}

/** `sign`: 1 for a minimum, -1 for a maximum. */
function checkBound(bound: number, isExclusive: boolean, sign: 1 | -1): NumberCheck {
  const words = `${sign === 1 ? "greater" : "less"} than${isExclusive ? "" : " or equal to"}`;
  return (value, path) => {
    const { limit, shown } = limitFor(value, bound);
    const isBeyond = sign === 1 ? value < limit : value > limit;
    return isBeyond || (isExclusive && value === limit) ? fault(value, path, `${words} ${shown}`) : undefined;
  };
}

/** A whole number is compared with the integer part of the limit. */
function limitFor(value: number, limit: number): { readonly limit: number; readonly shown: string } {
  if (!isWhole(value)) return { limit, shown: printDouble(limit) };
  const whole = Math.trunc(limit);
  return { limit: whole, shown: printNumber(whole) };
}

function checkMultiple(factor: number): NumberCheck {
  return (value, path) => {
    const used = isWhole(value) ? Math.trunc(factor) : factor;
    const shown = isWhole(value) ? printNumber(used) : printDouble(used);
    if (used <= 0) {
      return invalidValue(path, used, `factor MultipleOf declared for ${path} must be positive: ${shown}`);
    }
    const isMultiple = isWhole(value)
      ? value % used === 0
      : isNearlyWhole(used < 1 ? (1 / used) * value : value / used);
    return isMultiple ? undefined : fault(value, path, `a multiple of ${shown}`);
  };
}

function fault(value: number, path: string, words: string): ValueFault {
  return invalidValue(path, value, `${path} in body should be ${words}`);
}
