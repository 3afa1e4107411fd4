/** Fields of a query, converted like in Kubernetes. Source: apimachinery/pkg/conversion/queryparams, runtime/conversion.go. */
import { badRequestError } from "../status-error.js";

export function textField(query: URLSearchParams, name: string): string {
  return query.get(name) ?? "";
}

/** Returns a flag, or undefined if absent: a flag without a value is set. */
export function flagField(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : !/^(?:0|false)$/i.test(text);
}

export function integerField(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?[0-9]+$/.test(text)) {
    throw badRequestError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const value = BigInt(text.replace(/^\+/, ""));
  if (BigInt.asIntN(64, value) !== value) {
    throw badRequestError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return Number(text);
}
