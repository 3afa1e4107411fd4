/** Prints YAML with a comment above each field that shows its description in the schema. */
import { type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";
import { compareKeys, printYaml } from "../../core/yaml.js";
import { printExactJson } from "../../core/exact-json.js";
import { printScalar } from "../../core/yaml-scalar.js";
import { fieldOf, type Schema } from "../../schema/schema.js";

export function printCommentedYaml(
  value: { readonly [key: string]: ExactJsonValue | undefined },
  schema: Schema,
): string {
  return `${printMap(value, schema).join("\n")}\n`;
}

function printMap(value: { readonly [key: string]: ExactJsonValue | undefined }, schema: Schema | undefined): string[] {
  return Object.keys(value)
    .toSorted(compareKeys)
    .flatMap((key) => {
      const member = value[key];
      if (member === undefined) return [];
      const declared = fieldOf(schema, key);
      const inner = declared ?? schema?.additionalProperties;
      return [...(declared === undefined ? [] : commentOf(declared)), ...printEntry(key, member, inner)];
    });
}

function printEntry(key: string, value: ExactJsonValue, schema: Schema | undefined): string[] {
  const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  // A reader looks for the colon of a simple key only within 1024 characters.
  if (isEmpty || key.length > 500)
    return printYaml({ [key]: value })
      .trimEnd()
      .split("\n");
  const head = `${printScalar(key, 0, "", { key: true }).join("")}:`;
  if (isList(value)) return [head, ...value.flatMap((item) => printItem(item, schema?.items))];
  return [head, ...printMap(value, schema).map(indent)];
}

function printItem(item: ExactJsonValue, schema: Schema | undefined): string[] {
  if (!isJsonObject(item) || Object.keys(item).length === 0) {
    return printYaml([item]).trimEnd().split("\n");
  }
  const lines = printMap(item, schema);
  const first = lines.findIndex((line) => !line.startsWith("#"));
  // The comment of the first field goes above the dash.
  return lines.map((line, index) => (index < first ? line : index === first ? `- ${line}` : indent(line)));
}

function indent(line: string): string {
  return line === "" ? "" : `  ${line}`;
}

/** Returns the first paragraph of the description, and the allowed values. */
function commentOf(schema: Schema): string[] {
  const text = schema.description === undefined ? "" : firstParagraph(schema.description);
  const lines = text === "" ? [] : wrap(text);
  const facts: string[] = [];
  const values = schema.enum?.map((each) => printExactJson(each)).join(", ");
  if (values !== undefined && values.length <= 200) facts.push(`One of ${values}.`);
  if (schema.default !== undefined && isPlain(schema.default))
    facts.push(`Default: ${printExactJson(schema.default)}.`);
  return [...lines, ...(facts.length === 0 ? [] : wrap(sanitize(facts.join(" "))))].map((line) => `# ${line}`);
}

function isPlain(value: ExactJsonValue): boolean {
  return typeof value !== "object" && String(value).length <= 60;
}

function firstParagraph(text: string): string {
  return sanitize(text.trim().split(/\n\s*\n/)[0] ?? "");
}

/** Returns the text on one line, without line breaks and without characters that YAML does not allow. */
function sanitize(text: string): string {
  return Array.from(text.replaceAll(/[\s\u0085\u2028\u2029]+/g, " "))
    .filter((character) => /^[\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]$/u.test(character))
    .join("")
    .trim();
}

const width = 100;

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
