/** The limits of numbers. Source: k8s.io/kube-openapi/pkg/validation/validate/values.go. */
import { printDouble } from "../../core/go-number.js";
import { printNumber } from "../../core/go-value.js";
import type { JsonSchema } from "./json-schema.js";
import type { ValueFault } from "./value-result.js";
import { isNearlyWhole, isWhole } from "./value-types.js";

type NumberCheck = (value: number, path: string) => ValueFault | undefined;

export function numberChecks(schema: JsonSchema): readonly NumberCheck[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  return [
    ...(multipleOf === undefined ? [] : [checkMultiple(multipleOf)]),
    ...(minimum === undefined ? [] : [checkMinimum(minimum, exclusiveMinimum)]),
    ...(maximum === undefined ? [] : [checkMaximum(maximum, exclusiveMaximum)]),
  ];
}

function checkMinimum(minimum: number, isExclusive: boolean): NumberCheck {
  const words = isExclusive ? "greater than" : "greater than or equal to";
  return (value, path) => {
    const { limit, shown } = limitFor(value, minimum);
    return (isExclusive ? value <= limit : value < limit) ? fault(value, path, `${words} ${shown}`) : undefined;
  };
}

function checkMaximum(maximum: number, isExclusive: boolean): NumberCheck {
  const words = isExclusive ? "less than" : "less than or equal to";
  return (value, path) => {
    const { limit, shown } = limitFor(value, maximum);
    return (isExclusive ? value >= limit : value > limit) ? fault(value, path, `${words} ${shown}`) : undefined;
  };
}

/** Whole numbers are compared with the whole part of the limit. */
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
      return {
        kind: "invalid",
        path,
        value: used,
        text: `factor MultipleOf declared for ${path} must be positive: ${shown}`,
      };
    }
    const isMultiple = isWhole(value)
      ? value % used === 0
      : isNearlyWhole(used < 1 ? (1 / used) * value : value / used);
    return isMultiple ? undefined : fault(value, path, `a multiple of ${shown}`);
  };
}

function fault(value: number, path: string, words: string): ValueFault {
  return { kind: "invalid", path, value, text: `${path} in body should be ${words}` };
}
