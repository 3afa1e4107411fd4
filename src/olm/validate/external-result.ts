/** Reads what an external validator prints: a ManifestResult of operator-framework/api (pkg/validation/errors). */
import { isJsonObject, type JsonObject } from "../../core/json.js";
import { readJson } from "../../core/json-fields.js";
import type { RuleSeverity } from "./rule.js";
import { anything, fields, list, readShape, text } from "../read/shape.js";

export interface ExternalFinding {
  readonly severity: RuleSeverity;
  readonly message: string;
}

const found = fields({ Type: text, Level: text, Field: text, BadValue: anything, Detail: text });
const resultShape = fields({ Name: text, Errors: list(found), Warnings: list(found) });
const keys = { result: ["name", "errors", "warnings"], finding: ["type", "level", "field", "badvalue", "detail"] };

/** @returns the findings, or why the text is not a result */
export function readExternalResult(output: string): readonly ExternalFinding[] | string {
  const value = readJson(output);
  if (!isJsonObject(value)) return "its output is not a JSON object";
  const unknown = unknownKeys(value);
  if (unknown.length > 0) return `its output has unknown fields: ${unknown.join(", ")}`;
  // JSON.parse returns only JSON.
  const { value: result = {}, faults } = readShape(value as JsonObject, resultShape);
  if (faults.length > 0) return `in its output, ${faults.map(({ message }) => message).join("; ")}`;
  const { Errors = [], Warnings = [] } = result;
  return [
    ...Errors.map((each): ExternalFinding => ({ severity: "error", message: messageOf(each) })),
    ...Warnings.map((each): ExternalFinding => ({ severity: "warning", message: messageOf(each) })),
  ];
}

/** operator-sdk rejects fields that it does not know. Names may differ in case. */
function unknownKeys(value: object): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (!keys.result.includes(name.toLowerCase())) return [name];
    const items: unknown[] = Array.isArray(member) ? member : [];
    return items
      .flatMap((item) => (isJsonObject(item) ? Object.keys(item) : []))
      .filter((key) => !keys.finding.includes(key.toLowerCase()))
      .map((key) => `${name}.${key}`);
  });
}

function messageOf({
  Field = "",
  Detail = "",
  BadValue,
}: {
  Field?: string;
  Detail?: string;
  BadValue?: unknown;
}): string {
  const place = Field === "" ? [] : [Field];
  const bad = BadValue === undefined || BadValue === null ? [] : [JSON.stringify(BadValue)];
  const parts = [...place, ...bad, ...(Detail === "" ? [] : [Detail])];
  return parts.length === 0 ? "it gave no reason" : parts.join(": ");
}
