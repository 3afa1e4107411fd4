/** The checks of single values, with the API server's messages. Source: pkg/apis/core/validation/validation.go and others. */
import type { Json } from "../../../core/json.js";
import { must, type rule } from "../rules/index.js";
import { checkPercent, checkPortName } from "./names.js";

const bePortName = must.haveForm(checkPortName);
const bePercent = must.haveForm(checkPercent);

/** Validates a port number or a port name. */
export function validatePort(port: Json | undefined, path: string): rule.Faults {
  if (typeof port === "string") return bePortName(port, path);
  return must.bePortNumber(typeof port === "number" ? port : 0, path);
}

export function validateIntOrPercent(value: Json | undefined, path: string): rule.Faults {
  if (typeof value === "string") return bePercent(value, path);
  return must.notBeNegative(typeof value === "number" ? value : 0, path);
}

/** Returns the number of a percentage, or undefined for other values. */
export function percentOf(value: Json | undefined): number | undefined {
  return typeof value === "string" && checkPercent(value).length === 0 ? Number.parseInt(value, 10) : undefined;
}

/** Works like Go's IntOrString.IntValue: a string that is not a number counts as 0. */
export function intOrPercentOf(value: Json | undefined): number {
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : 0;
}
