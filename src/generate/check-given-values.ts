/** Checks that defaults and examples are valid values of their schema. */
import { isNumeric, printExactJson } from "../core/exact-json.js";
import type { ExactJsonValue } from "../core/json.js";
import { fillDefaults, findFault, findInvalid, findOverflow } from "../schema/check-value.js";
import type { Schema } from "../schema/schema.js";
import type { CheckContext, Checked, Where } from "./check-context.js";
import type { WrittenValue } from "./origins.js";
import { sayViolation } from "./rule-judges.js";

export function checkGivenValues(context: CheckContext, where: Where, { schema, isWhole, isInMap }: Checked): void {
  const form = isWhole === true ? asResource(schema) : schema;
  for (const keyword of ["default", "example"] as const) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const fault = faultOfGiven(context, form, keyword, value);
    if (fault === undefined) continue;
    // The API server does not validate examples, nor defaults in the values of a map.
    const isRefused = keyword === "default" && !isInMap && isRefusedDefault(context, form, value);
    const written = context.origins.about(schema).written?.[keyword];
    const message = `the ${keyword} is not valid: ${saidAsWritten(fault, value, written)}`;
    const hint = hintFor(schema, keyword, value, written);
    context.reporter[isRefused ? "error" : "mistake"]("schema/invalid-default", where(keyword), message, hint);
  }
}

/** Returns the schema for a value of the whole: an object with apiVersion and kind, and with any metadata. */
function asResource(root: Schema): Schema {
  const properties = Object.fromEntries(Object.entries(root.properties ?? {}).filter(([name]) => name !== "metadata"));
  const text: Schema = { type: "string" };
  return {
    ...root,
    properties: { apiVersion: text, kind: text, ...properties },
    "x-kubernetes-embedded-resource": true,
  };
}

function faultOfGiven(
  { patterns, judges }: CheckContext,
  schema: Schema,
  keyword: "default" | "example",
  value: ExactJsonValue,
): string | undefined {
  // An object gets the defaults of its fields before validation; a default is validated as written.
  const judged = keyword === "default" ? value : fillDefaults(value, schema);
  const fault = findFault(patterns, judged, schema) ?? findOverflow(judged, schema);
  if (fault !== undefined) return fault;
  const [broken] = keyword === "default" ? judges.judgeDefault(schema, value) : judges.judgeNew(schema, judged);
  return broken && sayViolation(broken);
}

/** Returns whether the API server rejects a default. It does not check whether the items of a default are unique. */
function isRefusedDefault({ patterns, judges }: CheckContext, schema: Schema, value: ExactJsonValue): boolean {
  return findInvalid(patterns, value, schema) !== undefined || judges.judgeDefault(schema, value).length > 0;
}

/** Returns a fault with the number as written: the text of a number can differ from its value, as in 1.10. */
function saidAsWritten(fault: string, value: ExactJsonValue, written: WrittenValue | undefined): string {
  if (!isNumeric(value) || written === undefined) return fault;
  const end = `, found ${printExactJson(value)}`;
  return fault.endsWith(end) ? `${fault.slice(0, -end.length)}, found ${written.text}` : fault;
}

function hintFor(
  schema: Schema,
  keyword: "default" | "example",
  value: ExactJsonValue,
  written: WrittenValue | undefined,
): string {
  const isText = schema.type === "string" && (isNumeric(value) || typeof value === "boolean");
  const { spelling, text } = written ?? { spelling: `@${keyword}`, text: printExactJson(value) };
  return isText
    ? `Put it in quotes: ${spelling}${spelling.startsWith("+") ? "=" : " "}${JSON.stringify(text)}`
    : `Correct the value or the type. Values are JSON: @${keyword} {"a": [1]}`;
}
