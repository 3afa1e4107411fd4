/** JSON as Go's encoding/json writes it. */
import { printFloat, printThroughJson } from "./print-number.js";
import type { Value } from "./value.js";

/** Keys are sorted, and what HTML would take for markup is escaped; `indent` spaces make it readable. */
export function goJson(value: Value, indent = 0, depth = 0): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return printJsonNumber(value);
  if (typeof value === "string") return printString(value);
  const [open, close, members] = Array.isArray(value)
    ? ["[", "]", value.map((item) => goJson(item, indent, depth + 1))]
    : ["{", "}", membersOf(value, indent, depth)];
  if (members.length === 0) return open + close;
  if (indent === 0) return `${open}${members.join(",")}${close}`;
  const margin = `\n${" ".repeat(indent * (depth + 1))}`;
  return `${open}${members.map((member) => margin + member).join(",")}\n${" ".repeat(indent * depth)}${close}`;
}

function membersOf(value: { [key: string]: Value }, indent: number, depth: number): string[] {
  const gap = indent === 0 ? ":" : ": ";
  return Object.keys(value)
    .toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map((key) => `${printString(key)}${gap}${goJson(value[key] ?? null, indent, depth + 1)}`);
}

function printString(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function printJsonNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return printThroughJson(value);
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e21) return String(value);
  return printFloat(value).replace(/e-0(\d)$/, "e-$1");
}
