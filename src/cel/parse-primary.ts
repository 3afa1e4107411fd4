/** Parses the operands of operators: literals, names, calls, lists, maps and messages. */
import type { CallExpression, Expression, Literal, MessageField } from "./expression.js";
import { expandMacro } from "./macros.js";
import type { Nesting } from "./nesting.js";
import { ParseFailure, type TokenReader, type Token } from "./tokens.js";

const reserved = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

export class PrimaryParser {
  readonly #tokens: TokenReader;
  readonly #nesting: Nesting;
  readonly #expression: () => Expression;

  /** @param expression - parses the next complete expression */
  constructor(tokens: TokenReader, nesting: Nesting, expression: () => Expression) {
    this.#tokens = tokens;
    this.#nesting = nesting;
    this.#expression = expression;
  }

  /** @throws ParseFailure */
  parse(): Expression {
    const token = this.#tokens.token;
    switch (token.kind) {
      case "int":
      case "uint":
      case "double":
      case "string":
      case "bytes":
        return this.#literal(token, "");
      case "identifier":
        return this.#named("");
      case "sign":
        return this.#signed(token);
      case "escapedIdentifier":
      case "end":
        return this.#tokens.unexpected("a value");
    }
  }

  #signed(token: Token): Expression {
    switch (token.text) {
      case "true":
      case "false":
        this.#tokens.advance();
        return { kind: "literal", at: token.at, value: { type: "bool", value: token.text === "true" } };
      case "null":
        this.#tokens.advance();
        return { kind: "literal", at: token.at, value: { type: "null" } };
      case "-":
        if (!this.#tokens.isSignedNumber()) return this.#tokens.unexpected("a value");
        this.#tokens.advance();
        return this.#literal(this.#tokens.token, "-");
      case "(": {
        this.#tokens.advance();
        const inner = this.#expression();
        this.#tokens.expect(")");
        return inner;
      }
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      case ".":
        this.#tokens.advance();
        return this.#named(".");
      default:
        return this.#tokens.unexpected("a value");
    }
  }

  #literal(token: Token, sign: "" | "-"): Expression {
    const value: Literal | string = readLiteral(token, sign);
    if (typeof value === "string") throw new ParseFailure({ at: token.at, message: value });
    this.#tokens.advance();
    return { kind: "literal", at: token.at, value };
  }

  /** Parses a variable, a function call, or the construction of a message. */
  #named(dot: "" | "."): Expression {
    if (this.#tokens.token.kind !== "identifier") this.#tokens.unexpected("a name");
    const message = this.#message(dot);
    if (message !== undefined) return message;
    const { at, text } = this.#tokens.advance();
    if (reserved.has(text)) {
      throw new ParseFailure({
        at,
        message: `"${text}" is a reserved word`,
        hint: `Write self.__${text}__ for a field of that name.`,
      });
    }
    if (!this.#tokens.is("(")) return { kind: "identifier", at, name: dot + text };
    const { at: signAt } = this.#tokens.token;
    return this.call({ kind: "call", at, signAt, name: dot + text, args: this.args() }, 0);
  }

  #message(dot: "" | "."): Expression | undefined {
    let length = 1;
    while (this.#tokens.ahead(length)?.text === "." && this.#tokens.ahead(length + 1)?.kind === "identifier")
      length += 2;
    if (this.#tokens.ahead(length)?.text !== "{") return undefined;
    const { at } = this.#tokens.token;
    const name = Array.from({ length }, () => this.#tokens.advance().text);
    const type = dot + name.join("");
    const { at: signAt } = this.#tokens.advance();
    const fields: MessageField[] = [];
    while (!this.#tokens.is("}")) {
      fields.push(this.#messageField());
      if (this.#tokens.take(",") === undefined) break;
    }
    this.#tokens.expect("}");
    const values = fields.map(({ value }) => value);
    return this.#nesting.counted({ kind: "message", at, signAt, type, fields }, values, 0);
  }

  #messageField(): MessageField {
    const isOptional = this.#tokens.take("?") !== undefined;
    if (this.#tokens.token.kind !== "identifier") this.#tokens.unexpected("the name of a field");
    const { text: name } = this.#tokens.advance();
    const { at } = this.#tokens.token;
    this.#tokens.expect(":");
    return { at, name, value: this.#expression(), isOptional };
  }

  #list(): Expression {
    const { at } = this.#tokens.advance();
    const elements: { value: Expression; isOptional: boolean }[] = [];
    this.#elements("]", (isOptional) => elements.push({ value: this.#expression(), isOptional }));
    const values = elements.map(({ value }) => value);
    return this.#nesting.counted({ kind: "list", at, elements }, values, 0);
  }

  #map(): Expression {
    const { at } = this.#tokens.advance();
    const entries: { key: Expression; value: Expression; isOptional: boolean }[] = [];
    this.#elements("}", (isOptional) => {
      const key = this.#expression();
      this.#tokens.expect(":");
      entries.push({ key, value: this.#expression(), isOptional });
    });
    const operands = entries.flatMap(({ key, value }) => [key, value]);
    return this.#nesting.counted({ kind: "map", at, entries }, operands, 0);
  }

  /** Parses elements separated by commas, with an optional trailing comma. */
  #elements(close: "]" | "}", read: (isOptional: boolean) => void): void {
    while (!this.#tokens.is(close) && !this.#tokens.is(",")) {
      read(this.#tokens.take("?") !== undefined);
      if (!this.#tokens.is(",") || this.#tokens.ahead(1)?.text === close) break;
      this.#tokens.advance();
      if (this.#tokens.is(",")) this.#tokens.unexpected("a value");
    }
    this.#tokens.take(",");
    this.#tokens.expect(close);
  }

  /** @throws ParseFailure */
  args(): readonly Expression[] {
    this.#tokens.expect("(");
    const args: Expression[] = [];
    if (!this.#tokens.is(")")) {
      do args.push(this.#expression());
      while (this.#tokens.take(",") !== undefined);
    }
    this.#tokens.expect(")");
    return args;
  }

  /**
   * Returns a call, or the expansion of its macro.
   *
   * @throws ParseFailure
   */
  call(call: CallExpression, cost: 0 | 1): Expression {
    const operands = call.target === undefined ? call.args : [call.target, ...call.args];
    const expanded = expandMacro(call);
    if (expanded !== undefined && !("kind" in expanded)) throw new ParseFailure(expanded);
    return this.#nesting.counted(expanded ?? call, operands, cost);
  }
}

/** Returns the value of a literal token; a text describes its fault. */
function readLiteral(token: Token, sign: "" | "-" = ""): Literal | string {
  switch (token.kind) {
    case "int": {
      const value = sign === "-" ? -BigInt(token.text) : BigInt(token.text);
      return BigInt.asIntN(64, value) === value
        ? { type: "int", value }
        : `${sign}${token.text} does not fit into a 64-bit int`;
    }
    case "uint": {
      const value = BigInt(token.text.slice(0, -1));
      return BigInt.asUintN(64, value) === value
        ? { type: "uint", value }
        : `${token.text} does not fit into a 64-bit uint`;
    }
    case "double": {
      const value = Number(sign + token.text);
      return Number.isFinite(value) ? { type: "double", value } : `${sign}${token.text} is too large for a double`;
    }
    case "string":
      return readText(token.text);
    case "bytes":
      return readBytes(token.text.slice(1));
    default:
      throw new Error(`${token.text} is not a literal`);
  }
}

function readText(quoted: string): Literal | string {
  const { content, isRaw } = unquote(quoted);
  if (isRaw) return { type: "string", value: content };
  let fault: string | undefined;
  const value = content.replace(escapes, (escape) => {
    const code = codeOf(escape);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      fault = `${escape} is not a Unicode code point`;
      return "";
    }
    return String.fromCodePoint(code);
  });
  return fault ?? { type: "string", value };
}

function readBytes(quoted: string): Literal | string {
  const { content, isRaw } = unquote(quoted);
  if (isRaw) return { type: "bytes", value: new TextEncoder().encode(content) };
  const bytes: number[] = [];
  let from = 0;
  for (const { 0: escape, index } of content.matchAll(escapes)) {
    if (/^\\[uU]/.test(escape)) return `${escape} is a character escape, which bytes cannot contain`;
    bytes.push(...new TextEncoder().encode(content.slice(from, index)), codeOf(escape) & 0xff);
    from = index + escape.length;
  }
  bytes.push(...new TextEncoder().encode(content.slice(from)));
  return { type: "bytes", value: Uint8Array.from(bytes) };
}

function unquote(quoted: string): { readonly content: string; readonly isRaw: boolean } {
  const isRaw = /^[rR]/.test(quoted);
  const text = (isRaw ? quoted.slice(1) : quoted).replace(/\r\n?/g, "\n");
  const quotes = text.length >= 6 && (text.startsWith('"""') || text.startsWith("'''")) ? 3 : 1;
  return { content: text.slice(quotes, -quotes), isRaw };
}

const escapes = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

function codeOf(escape: string): number {
  const letter = escape.charAt(1);
  if (/[xXuU]/.test(letter)) return Number.parseInt(escape.slice(2), 16);
  if (/[0-3]/.test(letter)) return Number.parseInt(escape.slice(1), 8);
  return simpleEscapes[letter] ?? letter.charCodeAt(0);
}

const simpleEscapes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };
