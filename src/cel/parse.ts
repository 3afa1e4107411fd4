/** Parses text to a tree, by CEL's grammar and with the limits of cel-go's parser. */
import type { Expression, ExpressionFault } from "./expression.js";
import { Nesting, type RecursiveRule } from "./nesting.js";
import { PrimaryParser } from "./parse-primary.js";
import { ParseFailure, TokenReader, tokenize, type Token } from "./tokens.js";
import { codePoints } from "./code-points.js";

export type Parsed = { readonly expression: Expression } | { readonly fault: ExpressionFault };

export function parse(text: string): Parsed {
  const length = codePoints(text);
  if (length > maxCodePoints) {
    return { fault: { at: 0, message: `it has ${length} characters; the maximum is ${maxCodePoints}` } };
  }
  const tokens = tokenize(text);
  if (!("length" in tokens)) return { fault: tokens };
  try {
    return { expression: new Parser(tokens).parse() };
  } catch (error) {
    if (error instanceof ParseFailure) return { fault: error.fault };
    throw error;
  }
}

const maxCodePoints = 100_000;

const relationSigns = new Set(["<", "<=", ">=", ">", "==", "!=", "in"]);
/** The arithmetic operators with their precedence. */
const calculations: ReadonlyMap<string, number> = new Map([
  ["+", 1],
  ["-", 1],
  ["*", 2],
  ["/", 2],
  ["%", 2],
]);
class Parser {
  readonly #tokens: TokenReader;
  readonly #nesting = new Nesting();
  readonly #primaries: PrimaryParser;

  constructor(tokens: readonly Token[]) {
    this.#tokens = new TokenReader(tokens);
    this.#primaries = new PrimaryParser(this.#tokens, this.#nesting, () => this.#expression());
  }

  parse(): Expression {
    const expression = this.#expression();
    if (this.#tokens.token.kind !== "end") this.#tokens.unexpected("an operator or the end");
    return expression;
  }

  #expression(): Expression {
    return this.#within("expression", () => {
      const condition = this.#or();
      const question = this.#tokens.take("?");
      if (question === undefined) return condition;
      const ifTrue = this.#or();
      this.#tokens.expect(":");
      const ifFalse = this.#expression();
      return this.#operation(question.at, "_?_:_", [condition, ifTrue, ifFalse]);
    });
  }

  #or(): Expression {
    return this.#balanced("||", () => this.#balanced("&&", () => this.#relation()));
  }

  /** Parses a chain of one operator to a balanced tree, like cel-go does, so that the chain can be long. */
  #balanced(sign: "||" | "&&", operand: () => Expression): Expression {
    const operands = [operand()];
    const signs: Token[] = [];
    for (let token = this.#tokens.take(sign); token !== undefined; token = this.#tokens.take(sign)) {
      signs.push(token);
      operands.push(operand());
    }
    const join = (from: number, to: number): Expression => {
      const middle = from + Math.ceil((to - from) / 2);
      const [left, right] = to === from ? [operands[from]] : [join(from, middle - 1), join(middle, to)];
      if (left === undefined) throw new Error("a range of operands is never empty");
      if (right === undefined) return left;
      const args = [left, right];
      return this.#nesting.counted({ kind: "call", at: signs[middle - 1]?.at ?? 0, name: `_${sign}_`, args }, args, 0);
    };
    return join(0, operands.length - 1);
  }

  #relation(): Expression {
    return this.#within("relation", (again) => {
      let left = this.#calculation(1);
      while (this.#tokens.token.kind === "sign" && relationSigns.has(this.#tokens.token.text)) {
        again();
        const sign = this.#tokens.advance();
        // The right operand is a relation without its own operators: all relations associate to the left.
        const right = this.#within("relation", () => this.#calculation(1));
        left = this.#operation(sign.at, sign.text === "in" ? "@in" : `_${sign.text}_`, [left, right]);
      }
      return left;
    });
  }

  #calculation(precedence: number): Expression {
    return this.#within("calculation", (again) => {
      let left = this.#unary();
      for (;;) {
        const own = this.#tokens.token.kind === "sign" ? calculations.get(this.#tokens.token.text) : undefined;
        if (own === undefined || own < precedence) return left;
        again();
        const sign = this.#tokens.advance();
        left = this.#operation(sign.at, `_${sign.text}_`, [left, this.#calculation(own + 1)]);
      }
    });
  }

  #unary(): Expression {
    const { at } = this.#tokens.token;
    for (const sign of ["!", "-"] as const) {
      if (!this.#tokens.is(sign) || this.#tokens.isSignedNumber()) continue;
      let count = 0;
      while (this.#tokens.take(sign) !== undefined) count++;
      const operand = this.#member();
      return count % 2 === 0
        ? operand
        : this.#nesting.counted({ kind: "call", at, name: `${sign}_`, args: [operand] }, [operand], 0);
    }
    return this.#member();
  }

  #member(): Expression {
    return this.#within("member", (again) => {
      let left = this.#primaries.parse();
      while (this.#tokens.is(".") || this.#tokens.is("[")) {
        again();
        left = this.#tokens.is(".") ? this.#selection(left) : this.#index(left);
      }
      return left;
    });
  }

  #selection(operand: Expression): Expression {
    const dot = this.#tokens.expect(".");
    const isOptional = this.#tokens.take("?") !== undefined;
    if (this.#tokens.token.kind === "escapedIdentifier") {
      const { at } = this.#tokens.token;
      const message = "field names between backticks are not supported";
      throw new ParseFailure({ at, message, hint: "Write __dash__ for -, __dot__ for . and __slash__ for /." });
    }
    if (this.#tokens.token.kind !== "identifier") this.#tokens.unexpected("the name of a field or function");
    const { at, text } = this.#tokens.advance();
    if (isOptional) {
      const field: Expression = { kind: "literal", at, value: { type: "string", value: text } };
      return this.#nesting.counted({ kind: "call", at: dot.at, name: "_?._", args: [operand, field] }, [operand], 0);
    }
    if (!this.#tokens.is("(")) {
      return this.#nesting.counted({ kind: "select", at, signAt: dot.at, operand, field: text, isTest: false }, [
        operand,
      ]);
    }
    const { at: signAt } = this.#tokens.token;
    return this.#primaries.call(
      { kind: "call", at, signAt, name: text, target: operand, args: this.#primaries.args() },
      1,
    );
  }

  #index(operand: Expression): Expression {
    const bracket = this.#tokens.expect("[");
    const name = this.#tokens.take("?") === undefined ? "_[_]" : "_[?_]";
    const index = this.#expression();
    this.#tokens.expect("]");
    return this.#operation(bracket.at, name, [operand, index]);
  }

  #operation(at: number, name: string, args: readonly Expression[]): Expression {
    return this.#nesting.counted({ kind: "call", at, name, args }, args);
  }

  #within(rule: RecursiveRule, body: (again: () => void) => Expression): Expression {
    return this.#nesting.within(rule, () => this.#tokens.token.at, body);
  }
}
