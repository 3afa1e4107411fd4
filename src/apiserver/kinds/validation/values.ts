/** Checks of single values, in the API server's words. Source: pkg/apis/core/validation/validation.go and others. */
import type { Json } from "../../../core/json.js";
import { must, type rule } from "../rules/index.js";
import { checkPercent, checkPortName } from "./names.js";

const bePortName = must.haveForm(checkPortName);
const bePercent = must.haveForm(checkPercent);

/** A port by number or by name. */
export function validatePort(port: Json | undefined, path: string): rule.Faults {
  if (typeof port === "string") return bePortName(port, path);
  return must.bePortNumber(typeof port === "number" ? port : 0, path);
}

export function validateIntOrPercent(value: Json | undefined, path: string): rule.Faults {
  if (typeof value === "string") return bePercent(value, path);
  return must.notBeNegative(typeof value === "number" ? value : 0, path);
}

/** The number of a percentage; undefined for other values. */
export function percentOf(value: Json | undefined): number | undefined {
  return typeof value === "string" && checkPercent(value).length === 0 ? Number.parseInt(value, 10) : undefined;
}

/** As Go's IntOrString.IntValue: a text that is no number counts as 0. */
export function intOrPercentOf(value: Json | undefined): number {
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : 0;
}
