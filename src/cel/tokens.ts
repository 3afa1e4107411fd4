import type { ExpressionFault } from "./expression.js";

export type Token = { readonly at: number; readonly text: string } & (
  | { readonly kind: "sign" | "identifier" | "escapedIdentifier" | "int" | "uint" | "double" | "string" | "bytes" }
  | { readonly kind: "end" }
);

/** Returns the tokens of an expression, ending in one of kind `end`, or the first invalid character. */
export function tokenize(text: string): readonly Token[] | ExpressionFault {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    blank.lastIndex = at;
    if (blank.test(text)) {
      at = blank.lastIndex;
      continue;
    }
    const token = tokenAt(text, at);
    if (token === undefined) return syntaxFault(strayCharacter(text, at));
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: "end", at, text: "" });
  return tokens;
}

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) {
      const isWordSign = kind === "identifier" && wordSigns.has(found);
      return { kind: isWordSign ? "sign" : kind, at, text: found };
    }
  }
  return undefined;
}

/** The API server shows that the grammar is violated: programs look for these words. */
function syntaxFault(fault: ExpressionFault): ExpressionFault {
  return { ...fault, said: { at: fault.at, text: `Syntax error: ${fault.message}` } };
}

function strayCharacter(text: string, at: number): ExpressionFault {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"' || character === "'") {
    return {
      at,
      message: "a string that does not end, or contains an unknown escape",
      hint: String.raw`Write a backslash in a string as \\, or write the string as r'…'.`,
    };
  }
  if (character === "=") return { at, message: 'unexpected "="', hint: "Write == for equality." };
  if (character === "&" || character === "|") {
    return { at, message: `unexpected "${character}"`, hint: `Write ${character}${character}.` };
  }
  return { at, message: `unexpected ${JSON.stringify(character)}` };
}

/** The reserved words, which cannot be identifiers or fields. */
const wordSigns: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

const blank = /[\t \r\n\f]+|\/\/[^\n]*/y;
const escape = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const quoted = [
  String.raw`[rR]"""[^]*?"""`,
  String.raw`[rR]'''[^]*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
  String.raw`"""(?:${escape}|[^\\])*?"""`,
  String.raw`'''(?:${escape}|[^\\])*?'''`,
  String.raw`"(?:${escape}|[^\\"\n\r])*"`,
  String.raw`'(?:${escape}|[^\\'\n\r])*'`,
].join("|");

// The order matters: a longer token comes before its prefix.
const patterns: readonly (readonly [Exclude<Token["kind"], "end">, RegExp])[] = [
  ["bytes", new RegExp(`[bB](?:${quoted})`, "y")],
  ["string", new RegExp(quoted, "y")],
  ["double", /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ["uint", /0x[0-9a-fA-F]+[uU]|\d+[uU]/y],
  ["int", /0x[0-9a-fA-F]+|\d+/y],
  ["identifier", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["escapedIdentifier", /`[A-Za-z0-9_./ -]+`/y],
  ["sign", /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
];

/** Ends the parsing of an expression. */
export class ParseFailure extends Error {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The tokens of an expression, which the parser takes one by one. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get token(): Token {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error("there is always a token of kind end");
    return token;
  }

  /** Returns a token after the next one, or undefined after the end. */
  ahead(count: number): Token | undefined {
    return this.#tokens[this.#next + count];
  }

  is(sign: string): boolean {
    return this.token.kind === "sign" && this.token.text === sign;
  }

  /** Returns whether the next token is the sign of a number that follows. */
  isSignedNumber(): boolean {
    const after = this.ahead(1);
    return this.is("-") && (after?.kind === "int" || after?.kind === "double");
  }

  take(sign: string): Token | undefined {
    if (!this.is(sign)) return undefined;
    return this.advance();
  }

  advance(): Token {
    const token = this.token;
    this.#next++;
    return token;
  }

  /** @throws ParseFailure */
  expect(sign: string): Token {
    return this.take(sign) ?? this.unexpected(`"${sign}"`);
  }

  /** @throws ParseFailure */
  unexpected(wanted: string): never {
    const { at, kind, text } = this.token;
    const found = kind === "end" ? "the end" : `"${text}"`;
    throw new ParseFailure(syntaxFault({ at, message: `expected ${wanted}, found ${found}` }));
  }
}
