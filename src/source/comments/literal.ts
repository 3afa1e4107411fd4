/** Parses values in tags: JSON, or kubebuilder's shorthand (`{a,b}`, `{key: value}`, `a;b`, bare words). */
import { printExactJson, readExactNumber } from "../../core/exact-json.js";
import { type ExactJsonValue, isList } from "../../core/json.js";

/** A fault in a tag's argument, which is reported at the tag. */
export class ArgumentFault extends Error {
  override readonly name = "ArgumentFault";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** @throws ArgumentFault when brackets or quotes do not match */
export function parseLiteral(text: string): ExactJsonValue {
  const trimmed = text.trim();
  const json = parseJson(trimmed);
  if (json !== undefined && !mayRound.test(trimmed)) return json;
  if (!/^[{["'`]/.test(trimmed)) return parseScalar(trimmed);
  const reader = new LiteralReader(trimmed, json !== undefined);
  const value = reader.value("");
  if (!reader.isAtEnd) throw new ArgumentFault(`unexpected ${JSON.stringify(reader.rest)} after the value`);
  return value;
}

/** Matches numbers that may be too long or too large for JSON.parse. */
const mayRound = /\d{16}|\d[eE]/;

export interface LiteralList {
  readonly value: readonly ExactJsonValue[];
  /** Each value as written. */
  readonly written: readonly string[];
}

/** Parses `a;b`, `{a,b}` or a JSON list. @throws ArgumentFault */
export function parseLiteralList(text: string): LiteralList {
  const trimmed = text.trim();
  if (/^[{[]/.test(trimmed)) {
    const value = parseLiteral(trimmed);
    const written = splitOutsideQuotes(trimmed.slice(1, -1), ",").flatMap((part) => splitOutsideQuotes(part, ";"));
    // Lists in the list also contain separators.
    if (isList(value))
      return {
        value,
        written: written.length === value.length ? written : value.map(printExactJson),
      };
    throw new ArgumentFault("expected a list of values", "Separate the values with semicolons: a;b;c");
  }
  const written = splitOutsideQuotes(trimmed, ";");
  return { value: written.map(parseLiteral), written };
}

/** Splits at a character outside of quotes and brackets. Omits empty parts. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|'[^']*'|./gsu) ?? []) {
    if (token === separator) {
      parts.push(part.trim());
      part = "";
    } else {
      part += token;
    }
  }
  return [...parts, part.trim()].filter((item) => item !== "");
}

/** Returns the text without the quotes around it, if any. @throws ArgumentFault for a quote that is not closed */
export function unquote(text: string): string {
  const trimmed = text.trim();
  const quote = trimmed.charAt(0);
  if (quote === '"') {
    const json = parseJson(trimmed);
    if (typeof json === "string") return json;
    // Go does not allow \d in a quoted string, but users write it; they mean a pattern.
    const body = /^"((?:[^"\\]|\\.)*)"$/s.exec(trimmed)?.[1];
    if (body !== undefined) return body.replaceAll('\\"', '"');
    throw new ArgumentFault("the quoted text is not closed", 'End it with ".');
  }
  if (quote === "`" && trimmed.length > 1 && trimmed.endsWith("`")) return trimmed.slice(1, -1);
  return trimmed;
}

/** Returns a number, `true`, `false` or `null`; any other text unchanged. @throws ArgumentFault */
function parseScalar(text: string): ExactJsonValue {
  const json = parseJson(text);
  if (typeof json !== "number") return json === undefined ? text : json;
  const value = readExactNumber(text);
  if (typeof value === "bigint" || Number.isFinite(value)) return value;
  throw tooLarge(text);
}

export function tooLarge(text: string): ArgumentFault {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new ArgumentFault(
    `${shown} is too large for a number`,
    "A number can be at most 1.797e308, and at least -1.797e308.",
  );
}

function parseJson(text: string): ExactJsonValue | undefined {
  try {
    // JSON.parse returns exactly the values of ExactJsonValue.
    return JSON.parse(text) as ExactJsonValue;
  } catch {
    return undefined;
  }
}

class LiteralReader {
  readonly #text: string;
  readonly #isJson: boolean;
  #at = 0;
  #depth = 0;

  /** `isJson`: only JSON, no shorthand, in which null is an ordinary word. */
  constructor(text: string, isJson: boolean) {
    this.#text = text;
    this.#isJson = isJson;
  }

  get isAtEnd(): boolean {
    return this.rest === "";
  }

  get rest(): string {
    return this.#text.slice(this.#at).trim();
  }

  value(stops: string): ExactJsonValue {
    const next = this.#peek();
    if (next === "{" || next === "[") {
      this.#depth += 1;
      if (this.#depth > 100) throw new ArgumentFault("the value is nested too deeply");
      const value = next === "{" ? this.#braces() : this.#items("]");
      this.#depth -= 1;
      return value;
    }
    if (next === '"' || next === "'" || next === "`") return this.#quoted(next);
    const start = this.#at;
    while (this.#at < this.#text.length && !stops.includes(this.#text.charAt(this.#at))) this.#at += 1;
    const word = this.#text.slice(start, this.#at).trim();
    const value = parseScalar(word);
    return value === null && !this.#isJson ? word : value;
  }

  /** Parses `{a, b}` as a list, `{a: b}` as a map, `{}` as an empty map. */
  #braces(): ExactJsonValue {
    this.#at += 1;
    if (this.#take("}")) return {};
    const first = this.value(":,;}");
    return this.#peek() === ":" ? this.#entries(keyText(first)) : this.#moreItems([first], "}");
  }

  #entries(firstKey: string): ExactJsonValue {
    const entries: [string, ExactJsonValue][] = [];
    let key = firstKey;
    for (;;) {
      this.#expect(":");
      entries.push([key, this.value(",;}")]);
      if (this.#take("}")) return Object.fromEntries(entries);
      if (!this.#take(",")) this.#expect(";");
      key = keyText(this.value(":,;}"));
    }
  }

  #items(close: "}" | "]"): ExactJsonValue {
    this.#at += 1;
    return this.#take(close) ? [] : this.#moreItems([this.value(`,;${close}`)], close);
  }

  #moreItems(items: ExactJsonValue[], close: "}" | "]"): ExactJsonValue {
    while (!this.#take(close)) {
      if (!this.#take(",")) this.#expect(";");
      items.push(this.value(`,;${close}`));
    }
    return items;
  }

  #quoted(quote: string): string {
    const pattern = quote === '"' ? /"(?:[^"\\]|\\.)*"/sy : quote === "'" ? /'[^']*'/sy : /`[^`]*`/sy;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new ArgumentFault("a quoted text is not closed", `End it with ${quote}.`);
    this.#at += found.length;
    return quote === '"' ? unquote(found) : found.slice(1, -1);
  }

  #peek(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (this.#take(character)) return;
    const found = this.rest === "" ? "the end" : JSON.stringify(this.rest.slice(0, 20));
    throw new ArgumentFault(`expected ${JSON.stringify(character)}, found ${found}`);
  }
}

function keyText(value: ExactJsonValue): string {
  if (typeof value !== "object") return String(value);
  throw new ArgumentFault("the keys of a map are texts");
}
