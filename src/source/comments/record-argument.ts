/** Arguments with names: `name=Ready priority=1`, or in kubebuilder's spelling `name=Ready,priority=1`. */
import { nearest } from "../../core/suggest.js";
import type { RecordArgument } from "../../model/annotations.js";
import type { RecordField } from "../../model/tag-record.js";
import { ArgumentFault, splitOutsideQuotes, unquote } from "./literal.js";

export interface RecordGrammar {
  readonly fields: Readonly<Record<string, RecordField>>;
  readonly positional?: string;
}

/** @throws ArgumentFault for an argument that is unknown, missing, given twice, or of the wrong type */
export function parseRecord(text: string, grammar: RecordGrammar, isMarker: boolean): RecordArgument {
  const values: Record<string, string | number | boolean | readonly string[]> = {};
  for (const [name, raw] of readPairs(text.trim(), grammar, isMarker)) {
    const [key, field] = findField(name, grammar);
    if (key in values) throw new ArgumentFault(`argument ${key} is given twice`);
    values[key] = convert(key, raw, field);
  }
  for (const [name, field] of Object.entries(grammar.fields)) {
    if (field.required === true && !(name in values)) throw new ArgumentFault(`argument ${name} is missing`);
  }
  return values;
}

function* readPairs(text: string, grammar: RecordGrammar, isMarker: boolean): Generator<[string, string]> {
  let rest = text;
  let isFirst = true;
  while (rest !== "") {
    const name = /^([A-Za-z]\w*)\s*:?=\s*/.exec(rest);
    const isPositional = name === null && isFirst && grammar.positional !== undefined;
    if (name === null && !isPositional) {
      const word = /^[^\s,]*/.exec(rest)?.[0] ?? "";
      throw new ArgumentFault(
        `expected name=value, found ${JSON.stringify(word)}`,
        "Several values of one argument are separated by semicolons: verbs=get;list",
      );
    }
    rest = rest.slice(name?.[0].length ?? 0);
    const raw = readRaw(rest, isMarker || isOneText(rest, isPositional));
    yield [name?.[1] ?? grammar.positional ?? "", raw];
    rest = rest.slice(raw.length).replace(/^[\s,]+/, "");
    isFirst = false;
  }
}

/** A positional text without any `name=` after it may have blanks in it: `@printColumn Desired replicas`. */
function isOneText(text: string, isPositional: boolean): boolean {
  return isPositional && !/^["'`]/.test(text) && !/\s[A-Za-z]\w*=/.test(text);
}

/** Up to the next separator outside of quotes and brackets. */
function readRaw(text: string, untilComma: boolean): string {
  let depth = 0;
  let end = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|./gsu) ?? []) {
    if (/^[[({]$/.test(token)) depth += 1;
    else if (/^[\])}]$/.test(token)) depth -= 1;
    else if (depth <= 0 && (token === "," || (!untilComma && /^\s$/.test(token)))) break;
    end += token.length;
  }
  return text.slice(0, end);
}

function findField(name: string, grammar: RecordGrammar): [string, RecordField] {
  const entries = Object.entries(grammar.fields);
  const found = entries.find(([key, field]) => key === name || field.aliases?.includes(name) === true);
  if (found !== undefined) return found;
  const names = entries.map(([key]) => key);
  const near = nearest(name, names);
  throw new ArgumentFault(
    `unknown argument ${name}`,
    near === undefined ? `It takes ${names.join(", ")}.` : `Did you mean ${near}? It takes ${names.join(", ")}.`,
  );
}

function convert(name: string, raw: string, field: RecordField): string | number | boolean | readonly string[] {
  switch (field.type) {
    case "text":
      return unquote(raw);
    case "words":
      return splitOutsideQuotes(
        raw.replace(/^\{(.*)\}$/s, (_, inner: string) => inner.replaceAll(",", ";")),
        ";",
      ).map(unquote);
    case "integer": {
      const value = Number(raw);
      if (raw.trim() === "" || !Number.isInteger(value)) {
        throw new ArgumentFault(`argument ${name}: expected a whole number, found ${JSON.stringify(raw)}`);
      }
      // All integers of the API that a tag names have so many bits.
      if (value === (value | 0)) return value;
      throw new ArgumentFault(`argument ${name}: ${raw.trim()} does not fit into 32 bits`);
    }
    case "flag":
      if (raw === "true" || raw === "false") return raw === "true";
      throw new ArgumentFault(`argument ${name}: expected true or false, found ${JSON.stringify(raw)}`);
  }
}
