import { isJsonObject, type Json } from "../../../core/json.js";
import { wrongTypeFault } from "../../types/go-fault.js";
import { JsonSyntaxFault } from "../../types/json-reader.js";
import { scanJson } from "../../types/scan-json.js";

/** Returns Go's error for text that is not a JSON object, or undefined for an object or null. */
export function jsonObjectFault(text: string): string | undefined {
  try {
    scanJson(text, undefined);
  } catch (error) {
    if (error instanceof JsonSyntaxFault) return error.message;
    throw error;
  }
  const value = JSON.parse(text) as Json;
  if (value === null || isJsonObject(value)) return undefined;
  return wrongTypeFault(value, "map[string]interface {}", { struct: "", path: [] });
}
