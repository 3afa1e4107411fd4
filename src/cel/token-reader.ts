import type { ExpressionFault } from "./expression.js";
import type { Token } from "./tokens.js";

/** Ends the parsing of an expression. */
export class ParseFailure extends Error {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The tokens of an expression, of which the parser takes one after the other. */
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

  /** A token behind the next one; undefined behind the end. */
  ahead(count: number): Token | undefined {
    return this.#tokens[this.#next + count];
  }

  is(sign: string): boolean {
    return this.token.kind === "sign" && this.token.text === sign;
  }

  /** Whether the next one is the sign of a number that follows. */
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
    throw new ParseFailure({ at, message: `expected ${wanted}, found ${found}` });
  }
}
