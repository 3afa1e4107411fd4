import { readExactNumber } from "../../core/exact-json.js";
import { nearest } from "../../core/suggest.js";
import type { RecordArgument, TagArgument } from "../../model/annotations.js";
import type { ArgumentGrammar, RecordField } from "../../model/tag-record.js";
import { ArgumentFault, parseLiteral, parseLiteralList, splitOutsideQuotes, tooLarge, unquote } from "./literal.js";

/** Reads the text after a tag's name. `isMarker`: in kubebuilder's spelling. @throws ArgumentFault */
export function parseArgument(text: string, grammar: ArgumentGrammar, isMarker: boolean): TagArgument {
  const trimmed = text.trim();
  switch (grammar.kind) {
    case "none":
      // kubebuilder accepts `=true` after its flags.
      if (trimmed === "" || (isMarker && trimmed === "true")) return { kind: "none" };
      throw new ArgumentFault(
        `it takes no argument, found ${JSON.stringify(trimmed)}`,
        "Put the text on a separate line above the tag.",
      );
    case "flag":
      if (!/^(?:|true|false)$/.test(trimmed)) {
        throw new ArgumentFault(`expected true or false, found ${JSON.stringify(trimmed)}`);
      }
      return { kind: "flag", value: trimmed !== "false" };
    case "number":
    case "count":
      return { kind: "number", value: parseNumber(trimmed, grammar.kind) };
    case "text":
      if (trimmed === "" && grammar.optional !== true) throw new ArgumentFault("its argument is missing");
      return { kind: "text", value: unquote(trimmed) };
    case "word":
      return { kind: "text", value: parseWord(trimmed, grammar.values) };
    case "words":
      return { kind: "words", value: parseWords(trimmed, grammar.assignments === true) };
    case "value":
      if (trimmed === "") return { kind: "none" };
      return {
        kind: "value",
        value: isMarker && isBareList(trimmed) ? parseLiteralList(trimmed).value : parseLiteral(trimmed),
        written: trimmed,
      };
    case "values": {
      checkSeparators(trimmed);
      const list = parseLiteralList(trimmed);
      if (list.value.length === 0) {
        throw new ArgumentFault("its values are missing", "Separate the values with semicolons: a;b;c");
      }
      return { kind: "values", ...list };
    }
    case "record":
      return { kind: "record", value: parseRecord(trimmed, grammar, isMarker) };
    case "cel":
      return { kind: "record", value: parseRule(trimmed, isMarker) };
  }
}

/** Reports commas outside of brackets: there, `a,b` would be one value. */
function checkSeparators(text: string): void {
  if (/^[{[]/.test(text) || splitOutsideQuotes(text, ",").length < 2) return;
  const parts = splitOutsideQuotes(text, ";").flatMap((part) => splitOutsideQuotes(part, ","));
  throw new ArgumentFault(
    `a comma does not separate values, found ${JSON.stringify(text)}`,
    `Write ${parts.join(";")}, or put a value that contains a comma in quotes.`,
  );
}

function parseNumber(text: string, kind: "number" | "count"): number | bigint {
  const isNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text);
  const value = readExactNumber(text);
  if (isNumber && (value === Infinity || value === -Infinity)) throw tooLarge(text);
  if (isNumber && (kind === "number" || (Number.isSafeInteger(value) && value >= 0))) return value;
  if (isNumber && kind === "count" && value > Number.MAX_SAFE_INTEGER) {
    throw new ArgumentFault(`${text} is too large for a count`, `It can be at most ${Number.MAX_SAFE_INTEGER}.`);
  }
  const expected = kind === "number" ? "a number" : "a whole number from zero";
  throw new ArgumentFault(
    text === ""
      ? `its argument is missing: expected ${expected}`
      : `expected ${expected}, found ${JSON.stringify(text)}`,
    /^[\d.]+\s/.test(text) ? "Move the text after the number to a separate line above the tag." : undefined,
  );
}

function parseWord(text: string, values: readonly string[] | undefined): string {
  const word = unquote(text);
  if (word === "") throw new ArgumentFault("its argument is missing", values && `Use one of ${values.join(", ")}.`);
  if (/\s/.test(word)) throw new ArgumentFault(`expected one word, found ${JSON.stringify(word)}`);
  if (values === undefined || values.includes(word)) return word;
  const near = nearest(word, values);
  throw new ArgumentFault(
    `unknown value ${JSON.stringify(word)}`,
    `${near === undefined ? "" : `Did you mean ${near}? `}Use one of ${values.join(", ")}.`,
  );
}

function parseWords(text: string, areAssignments: boolean): string[] {
  const inner = text.replace(/^\{(.*)\}$/s, "$1");
  // The value of an assignment can contain spaces.
  const words = (areAssignments ? inner.split(";") : inner.split(/[;,\s]+/))
    .map((word) => unquote(word))
    .filter(Boolean);
  if (words.length === 0) throw new ArgumentFault("its argument is missing");
  return words;
}

function isBareList(text: string): boolean {
  return !/^[{["'`]/.test(text) && text.includes(";");
}

const ruleGrammar: RecordGrammar = {
  fields: {
    rule: { type: "text", required: true },
    message: { type: "text" },
    messageExpression: { type: "text" },
    reason: { type: "text" },
    fieldPath: { type: "text" },
    optionalOldSelf: { type: "flag" },
  },
};

function parseRule(text: string, isMarker: boolean): RecordArgument {
  if (text === "") throw new ArgumentFault("the rule is missing");
  if (isMarker || /^(?:rule|message|messageExpression|reason|fieldPath|optionalOldSelf)\s*=[^=]/.test(text)) {
    return parseRecord(text, ruleGrammar, isMarker);
  }
  if (/^\{\s*"?rule"?\s*:/.test(text)) {
    const literal = parseLiteral(text);
    const pairs = Object.entries(literal ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    return parseRecord(pairs.join(","), ruleGrammar, true);
  }
  // A quoted text at the end is the message, unless the rule needs it as an operand.
  const message = /^(.*[^\s=<>!+\-*/%&|?:,([{])\s+("(?:[^"\\]|\\.)*")$/s.exec(text);
  const [, rule, quoted] = message ?? [];
  if (rule === undefined || quoted === undefined || /\bin$/.test(rule)) return { rule: text };
  return { rule, message: unquote(quoted) };
}

interface RecordGrammar {
  readonly fields: Readonly<Record<string, RecordField>>;
  readonly positional?: string;
}

/**
 * Arguments with names: `name=Ready priority=1`, or in kubebuilder's spelling `name=Ready,priority=1`.
 *
 * @throws ArgumentFault for an argument that is unknown, missing, given twice, or of the wrong type
 */
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
        "Separate several values of one argument with semicolons: verbs=get;list",
      );
    }
    rest = rest.slice(name?.[0].length ?? 0);
    const raw = readRaw(rest, isMarker || isOneText(rest, isPositional));
    yield [name?.[1] ?? grammar.positional ?? "", raw];
    rest = rest.slice(raw.length).replace(/^[\s,]+/, "");
    isFirst = false;
  }
}

/**
 * Returns whether a positional text has no `name=` after it, so that it can contain spaces: `@printColumn Desired replicas`.
 */
function isOneText(text: string, isPositional: boolean): boolean {
  return isPositional && !/^["'`]/.test(text) && !/\s[A-Za-z]\w*=/.test(text);
}

/** Reads up to the next separator outside of quotes and brackets. */
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
    case "tuples":
      return readTuples(name, raw);
    case "integer": {
      const value = Number(raw);
      if (raw.trim() === "" || !Number.isInteger(value)) {
        throw new ArgumentFault(`argument ${name}: expected a whole number, found ${JSON.stringify(raw)}`);
      }
      // All integers of the API that a tag can set have 32 bits.
      if (value === (value | 0)) return value;
      throw new ArgumentFault(`argument ${name}: ${raw.trim()} does not fit into 32 bits`);
    }
    case "flag":
      if (raw === "true" || raw === "false") return raw === "true";
      throw new ArgumentFault(`argument ${name}: expected true or false, found ${JSON.stringify(raw)}`);
  }
}

/** Reads `{{Pod,v1},{Service,v1,web}}`. Returns each tuple as its parts, separated by commas. */
function readTuples(name: string, raw: string): readonly string[] {
  const [, inner] = /^\{\s*(\{.*\})\s*\}$/s.exec(raw.trim()) ?? [];
  const tuples = (inner ?? "").split(/(?<=\})\s*,\s*/).map((each) => /^\{([^{}]*)\}$/s.exec(each)?.[1]);
  if (tuples.includes(undefined)) {
    throw new ArgumentFault(`argument ${name}: expected {{a,b},{c,d}}, found ${JSON.stringify(raw)}`);
  }
  return tuples.map((each = "") => each.split(",").map(unquote).join(","));
}
