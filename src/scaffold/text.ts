/** Texts from outside on their way into generated files: one printer a language, so that none can break out of its place. */
import { printYaml } from "../core/yaml.js";

/** One line: white space of every kind becomes a space, control characters go. */
export function toLine(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

/** Lines for a block comment, which nothing in them can end. */
export function toComment(lines: readonly string[]): string {
  const body = lines.map((line) => ` * ${line.replaceAll("*/", "* /")}`.trimEnd());
  return ["/*", ...body, " */"].join("\n");
}

/** A scalar, in quotes where YAML would read it as something else. */
export function toYamlScalar(text: string): string {
  return printYaml(text).trimEnd();
}
