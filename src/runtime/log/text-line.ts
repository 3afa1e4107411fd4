import { oneLine } from "../../core/visible.js";
import type { ErrorFields } from "./error-fields.js";

/** Formats a log line for people: `12:03:04.567 INFO  reconciling  controller=bar object=default/bar-sample`. */
export function formatTextLine(line: Readonly<Record<string, unknown>>, isColoured: boolean): string {
  const { time, level, msg, error, ...fields } = line;
  const clock = typeof time === "string" ? time.slice(11, 23) : "";
  const name = String(level).toUpperCase().padEnd(5);
  const pairs = Object.entries(fields).map(([key, value]) => ` ${oneWord(key)}=${oneWord(value)}`);
  const head = `${clock} ${isColoured ? paint(name, String(level)) : name} ${oneLine(String(msg))}`;
  return `${head}${pairs.length === 0 ? "" : ` ${pairs.join("")}`}\n${error === undefined ? "" : formatError(error)}`;
}

function formatError(error: unknown): string {
  if (typeof error !== "object" || error === null) return indent(String(error));
  // The result of toErrorFields, after serialization as JSON.
  const { type, message, stack, hint, cause } = error as Partial<ErrorFields>;
  return (
    indent(stack ?? `${type}: ${message}`) +
    (hint === undefined ? "" : indent(`hint: ${hint}`)) +
    (cause === undefined ? "" : indent("caused by:") + formatError(cause))
  );
}

/** Indents each line, so that external text with line breaks cannot look like a log line. */
function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${oneLine(line)}\n`)
    .join("");
}

/** Returns a value without spaces as it is, and any other value as JSON, which escapes line breaks. */
function oneWord(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return oneLine(/^[^\s"=\p{Cc}]+$/u.test(text) || typeof value !== "string" ? text : JSON.stringify(value));
}

function paint(text: string, level: string): string {
  const colour = level === "error" ? 31 : level === "warn" ? 33 : level === "debug" ? 90 : 36;
  return `\u001b[${colour}m${text}\u001b[39m`;
}
