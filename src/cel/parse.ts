/** Text to tree, by CEL's grammar as cel-go's parser reads it, with its limits. */
import type { CallExpression, Expression, ExpressionFault, Literal } from "./expression.js";
import { codePoints } from "./code-points.js";
import { readLiteral } from "./literals.js";
import { expandMacro } from "./macros.js";
import { tokenize, type Token } from "./tokens.js";

export type Parsed = { readonly expression: Expression } | { readonly fault: ExpressionFault };

export function parse(text: string): Parsed {
  const length = codePoints(text);
  if (length > maxCodePoints) {
    return { fault: { at: 0, message: `it has ${length} characters; no more than ${maxCodePoints} are allowed` } };
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

/** cel-go's limit, of one rule of the grammar within itself and of operations on a path of the tree. */
const maxDepth = 250;

class ParseFailure extends Error {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const relationSigns = new Set(["<", "<=", ">=", ">", "==", "!=", "in"]);
/** Signs of calculations with their precedence. */
const calculations: ReadonlyMap<string, number> = new Map([
  ["+", 1],
  ["-", 1],
  ["*", 2],
  ["/", 2],
  ["%", 2],
]);
const reserved = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

type RecursiveRule = "expression" | "relation" | "calculation" | "member";

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  /** How often each recursive rule of the grammar is open. A rule that recurs on its left opens once more for each operator. */
  readonly #open: Record<RecursiveRule, number> = { expression: 0, relation: 0, calculation: 0, member: 0 };
  /** How many operations lie on the longest path below a node. */
  readonly #depths = new Map<Expression, number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const expression = this.#expression();
    if (this.#token.kind !== "end") this.#unexpected("an operator or the end");
    return expression;
  }

  get #token(): Token {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error("there is always a token of kind end");
    return token;
  }

  #is(sign: string): boolean {
    return this.#token.kind === "sign" && this.#token.text === sign;
  }

  #take(sign: string): Token | undefined {
    if (!this.#is(sign)) return undefined;
    return this.#advance();
  }

  #advance(): Token {
    const token = this.#token;
    this.#next++;
    return token;
  }

  #expect(sign: string): Token {
    return this.#take(sign) ?? this.#unexpected(`"${sign}"`);
  }

  #unexpected(wanted: string): never {
    const { at, kind, text } = this.#token;
    const found = kind === "end" ? "the end" : `"${text}"`;
    throw new ParseFailure({ at, message: `expected ${wanted}, found ${found}` });
  }

  #expression(): Expression {
    return this.#within("expression", () => {
      const condition = this.#or();
      const question = this.#take("?");
      if (question === undefined) return condition;
      const ifTrue = this.#or();
      this.#expect(":");
      const ifFalse = this.#expression();
      return this.#operation(question.at, "_?_:_", [condition, ifTrue, ifFalse]);
    });
  }

  #or(): Expression {
    return this.#balanced("||", () => this.#balanced("&&", () => this.#relation()));
  }

  /** A chain of one operator becomes a balanced tree, as in cel-go; so it may be long. */
  #balanced(sign: "||" | "&&", operand: () => Expression): Expression {
    const operands = [operand()];
    const signs: Token[] = [];
    for (let token = this.#take(sign); token !== undefined; token = this.#take(sign)) {
      signs.push(token);
      operands.push(operand());
    }
    const join = (from: number, to: number): Expression => {
      const middle = from + Math.ceil((to - from) / 2);
      const [left, right] = to === from ? [operands[from]] : [join(from, middle - 1), join(middle, to)];
      if (left === undefined) throw new Error("a range of operands is never empty");
      if (right === undefined) return left;
      const args = [left, right];
      return this.#counted({ kind: "call", at: signs[middle - 1]?.at ?? 0, name: `_${sign}_`, args }, args, 0);
    };
    return join(0, operands.length - 1);
  }

  #relation(): Expression {
    return this.#leftRecursive("relation", (again) => {
      let left = this.#calculation(1);
      while (this.#token.kind === "sign" && relationSigns.has(this.#token.text)) {
        again();
        const sign = this.#advance();
        // The right operand is a relation without operators of its own: all of them associate to the left.
        const right = this.#within("relation", () => this.#calculation(1));
        left = this.#operation(sign.at, sign.text === "in" ? "@in" : `_${sign.text}_`, [left, right]);
      }
      return left;
    });
  }

  #calculation(precedence: number): Expression {
    return this.#leftRecursive("calculation", (again) => {
      let left = this.#unary();
      for (;;) {
        const own = this.#token.kind === "sign" ? calculations.get(this.#token.text) : undefined;
        if (own === undefined || own < precedence) return left;
        again();
        const sign = this.#advance();
        left = this.#operation(sign.at, `_${sign.text}_`, [left, this.#calculation(own + 1)]);
      }
    });
  }

  #unary(): Expression {
    const { at } = this.#token;
    for (const sign of ["!", "-"] as const) {
      if (!this.#is(sign) || this.#isSignedNumber()) continue;
      let count = 0;
      while (this.#take(sign) !== undefined) count++;
      const operand = this.#member();
      return count % 2 === 0
        ? operand
        : this.#counted({ kind: "call", at, name: `${sign}_`, args: [operand] }, [operand], 0);
    }
    return this.#member();
  }

  #isSignedNumber(): boolean {
    const after = this.#tokens[this.#next + 1];
    return this.#is("-") && (after?.kind === "int" || after?.kind === "double");
  }

  #member(): Expression {
    return this.#leftRecursive("member", (again) => {
      let left = this.#primary();
      while (this.#is(".") || this.#is("[")) {
        again();
        left = this.#is(".") ? this.#selection(left) : this.#index(left);
      }
      return left;
    });
  }

  #selection(operand: Expression): Expression {
    const dot = this.#expect(".");
    const isOptional = this.#take("?") !== undefined;
    if (this.#token.kind === "escapedIdentifier") {
      const { at } = this.#token;
      const message = "field names between backticks are not supported";
      throw new ParseFailure({ at, message, hint: "Write __dash__ for -, __dot__ for . and __slash__ for /." });
    }
    if (this.#token.kind !== "identifier") this.#unexpected("the name of a field or function");
    const { at, text } = this.#advance();
    if (isOptional) {
      const field: Expression = { kind: "literal", at, value: { type: "string", value: text } };
      return this.#counted({ kind: "call", at: dot.at, name: "_?._", args: [operand, field] }, [operand], 0);
    }
    if (!this.#is("(")) {
      return this.#counted({ kind: "select", at, signAt: dot.at, operand, field: text, isTest: false }, [operand]);
    }
    const { at: signAt } = this.#token;
    return this.#call({ kind: "call", at, signAt, name: text, target: operand, args: this.#args() }, 1);
  }

  #index(operand: Expression): Expression {
    const bracket = this.#expect("[");
    const name = this.#take("?") === undefined ? "_[_]" : "_[?_]";
    const index = this.#expression();
    this.#expect("]");
    return this.#operation(bracket.at, name, [operand, index]);
  }

  #args(): readonly Expression[] {
    this.#expect("(");
    const args: Expression[] = [];
    if (!this.#is(")")) {
      do args.push(this.#expression());
      while (this.#take(",") !== undefined);
    }
    this.#expect(")");
    return args;
  }

  #primary(): Expression {
    const token = this.#token;
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
        return this.#unexpected("a value");
    }
  }

  #signed(token: Token): Expression {
    switch (token.text) {
      case "true":
      case "false":
        this.#advance();
        return { kind: "literal", at: token.at, value: { type: "bool", value: token.text === "true" } };
      case "null":
        this.#advance();
        return { kind: "literal", at: token.at, value: { type: "null" } };
      case "-":
        if (!this.#isSignedNumber()) return this.#unexpected("a value");
        this.#advance();
        return this.#literal(this.#token, "-");
      case "(": {
        this.#advance();
        const inner = this.#expression();
        this.#expect(")");
        return inner;
      }
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      case ".":
        this.#advance();
        return this.#named(".");
      default:
        return this.#unexpected("a value");
    }
  }

  #literal(token: Token, sign: "" | "-"): Expression {
    const value: Literal | string = readLiteral(token, sign);
    if (typeof value === "string") throw new ParseFailure({ at: token.at, message: value });
    this.#advance();
    return { kind: "literal", at: token.at, value };
  }

  /** A variable, a call of a function, or the making of a message. */
  #named(dot: "" | "."): Expression {
    if (this.#token.kind !== "identifier") this.#unexpected("a name");
    const message = this.#message(dot);
    if (message !== undefined) return message;
    const { at, text } = this.#advance();
    if (reserved.has(text)) {
      throw new ParseFailure({
        at,
        message: `"${text}" is a reserved word`,
        hint: `A field of that name is self.__${text}__.`,
      });
    }
    if (!this.#is("(")) return { kind: "identifier", at, name: dot + text };
    const { at: signAt } = this.#token;
    return this.#call({ kind: "call", at, signAt, name: dot + text, args: this.#args() }, 0);
  }

  #message(dot: "" | "."): Expression | undefined {
    let end = this.#next + 1;
    while (this.#tokens[end]?.text === "." && this.#tokens[end + 1]?.kind === "identifier") end += 2;
    if (this.#tokens[end]?.text !== "{") return undefined;
    const type =
      dot +
      this.#tokens
        .slice(this.#next, end)
        .map(({ text }) => text)
        .join("");
    const { at } = this.#token;
    this.#next = end + 1;
    if (!this.#is("}")) {
      while (!this.#is("}")) {
        this.#take("?");
        if (this.#token.kind !== "identifier") this.#unexpected("the name of a field");
        this.#advance();
        this.#expect(":");
        this.#expression();
        if (this.#take(",") === undefined) break;
      }
    }
    this.#expect("}");
    return { kind: "message", at, type };
  }

  #list(): Expression {
    const { at } = this.#advance();
    const elements: { value: Expression; isOptional: boolean }[] = [];
    while (!this.#is("]") && !this.#is(",")) {
      const isOptional = this.#take("?") !== undefined;
      elements.push({ value: this.#expression(), isOptional });
      if (!this.#is(",") || this.#tokens[this.#next + 1]?.text === "]") break;
      this.#advance();
      if (this.#is(",")) this.#unexpected("a value");
    }
    this.#take(",");
    this.#expect("]");
    return this.#counted(
      { kind: "list", at, elements },
      elements.map(({ value }) => value),
      0,
    );
  }

  #map(): Expression {
    const { at } = this.#advance();
    const entries: { key: Expression; value: Expression; isOptional: boolean }[] = [];
    while (!this.#is("}") && !this.#is(",")) {
      const isOptional = this.#take("?") !== undefined;
      const key = this.#expression();
      this.#expect(":");
      entries.push({ key, value: this.#expression(), isOptional });
      if (!this.#is(",") || this.#tokens[this.#next + 1]?.text === "}") break;
      this.#advance();
      if (this.#is(",")) this.#unexpected("a value");
    }
    this.#take(",");
    this.#expect("}");
    return this.#counted(
      { kind: "map", at, entries },
      entries.flatMap(({ key, value }) => [key, value]),
      0,
    );
  }

  #operation(at: number, name: string, args: readonly Expression[]): Expression {
    return this.#counted({ kind: "call", at, name, args }, args);
  }

  #call(call: CallExpression, cost: 0 | 1): Expression {
    const operands = call.target === undefined ? call.args : [call.target, ...call.args];
    const expanded = expandMacro(call);
    if (expanded !== undefined && !("kind" in expanded)) throw new ParseFailure(expanded);
    return this.#counted(expanded ?? call, operands, cost);
  }

  #counted(node: Expression, operands: readonly Expression[], cost: 0 | 1 = 1): Expression {
    const depth = cost + Math.max(0, ...operands.map((operand) => this.#depths.get(operand) ?? 0));
    if (depth > maxDepth) this.#tooDeep(node.at);
    if (depth > 0) this.#depths.set(node, depth);
    return node;
  }

  #within(rule: "expression" | "relation", body: () => Expression): Expression {
    return this.#leftRecursive(rule, () => body());
  }

  #leftRecursive(rule: RecursiveRule, body: (again: () => void) => Expression): Expression {
    const before = this.#open[rule];
    const again = (): void => {
      if (++this.#open[rule] > maxDepth) this.#tooDeep(this.#token.at);
    };
    again();
    const expression = body(again);
    this.#open[rule] = before;
    return expression;
  }

  #tooDeep(at: number): never {
    const message = `operations are nested more than ${maxDepth} deep`;
    throw new ParseFailure({ at, message, hint: "Split the rule into several." });
  }
}
