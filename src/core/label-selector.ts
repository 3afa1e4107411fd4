/**
 * Label selectors in kubectl's syntax (`app=web,tier!=db,env in (dev,test),!old`), parsed like the API server does.
 * Source: k8s.io/apimachinery/pkg/labels/selector.go.
 */
import { ownOf } from "./own-members.js";

type Labels = Readonly<Record<string, string>>;

/** Returns true for the labels that a selector matches. */
export type LabelMatcher = (labels: Labels | undefined) => boolean;

/** One condition of a selector. `Gt` and `Lt` compare whole numbers, and exist only in kubectl's syntax. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";
  readonly values: readonly string[];
}

/** The text is not a selector; the message gives the reason, as worded by the API server. */
export class SelectorFault extends Error {
  override readonly name = "SelectorFault";
}

/** The checks of keys and values; each returns the fault. */
export interface SelectorChecks {
  readonly key: (key: string) => string | undefined;
  readonly values: (key: string, values: readonly string[]) => string | undefined;
}

/** @throws SelectorFault */
export function parseRequirements(text: string, checks: SelectorChecks): LabelRequirement[] {
  return new Parser(scanSelector(text), checks).parse();
}

/** Returns whether labels meet all requirements. */
export function matcherOf(requirements: readonly LabelRequirement[]): LabelMatcher {
  return (labels) => requirements.every((requirement) => holds(requirement, labels));
}

function holds({ key, operator, values }: LabelRequirement, labels: Labels | undefined): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
    case "Lt":
      return value !== undefined && isOrdered(operator, value, values[0] ?? "");
  }
}

function isOrdered(operator: "Gt" | "Lt", value: string, bound: string): boolean {
  if (!integer.test(value)) return false;
  return operator === "Gt" ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

/** A whole number; no label is longer than 63 characters. */
const integer = /^[+-]?[0-9]{1,63}$/;

const operators: Readonly<Record<string, LabelRequirement["operator"]>> = {
  in: "In",
  notin: "NotIn",
  "=": "In",
  "==": "In",
  "!=": "NotIn",
  ">": "Gt",
  "<": "Lt",
};

class Parser {
  #position = 0;

  readonly #tokens: readonly SelectorToken[];
  readonly #checks: SelectorChecks;

  constructor(tokens: readonly SelectorToken[], checks: SelectorChecks) {
    this.#tokens = tokens;
    this.#checks = checks;
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const { type, text } = this.#peek();
      if (type === "end") return requirements;
      if (type !== "identifier" && type !== "!") unexpected(text, "!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      const next = this.#take();
      if (next.type === "end") return requirements;
      if (next.type !== ",") unexpected(next.text, "',' or 'end of string'");
      const after = this.#peek();
      if (after.type !== "identifier" && after.type !== "!") unexpected(after.text, "identifier after ','");
    }
  }

  #requirement(): LabelRequirement {
    try {
      const requirement = this.#readRequirement();
      refuseFault(orderFault(requirement) ?? this.#checks.values(requirement.key, requirement.values));
      return requirement;
    } catch (error) {
      if (!(error instanceof SelectorFault)) throw error;
      throw new SelectorFault(`unable to parse requirement: ${error.message}`);
    }
  }

  #readRequirement(): LabelRequirement {
    let token = this.#take();
    const isNegated = token.type === "!";
    if (isNegated) token = this.#take();
    if (token.type !== "identifier") unexpected(token.text, "identifier");
    const key = token.text;
    refuseFault(this.#checks.key(key));
    const { type } = this.#peek();
    if (isNegated) return { key, operator: "DoesNotExist", values: [] };
    if (type === "end" || type === ",") return { key, operator: "Exists", values: [] };
    const word = this.#peek().text;
    const operator = this.#operator();
    const values = word === "in" || word === "notin" ? this.#values() : [this.#exactValue()];
    return { key, operator, values };
  }

  #operator(): LabelRequirement["operator"] {
    const { text } = this.#take();
    return ownOf(operators, text) ?? unexpected(text, "in, notin, =, ==, !=, gt, lt");
  }

  #values(): string[] {
    const open = this.#take();
    if (open.type !== "(") throw new SelectorFault(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.type === ")") {
      this.#take();
      return [""];
    }
    if (first.type !== "identifier" && first.type !== ",") unexpected(first.text, "',', ')' or identifier");
    const values = this.#list();
    if (this.#take().type !== ")") unexpected(first.text, "')'");
    return values;
  }

  #list(): string[] {
    const values: string[] = [];
    for (;;) {
      const { type, text } = this.#take();
      if (type === "identifier") {
        values.push(text);
        const next = this.#peek();
        if (next.type === ")") return values;
        if (next.type !== ",") unexpected(next.text, "',' or ')'");
      } else if (type === ",") {
        if (values.length === 0) values.push("");
        const next = this.#peek();
        if (next.type === ")") return [...values, ""];
        if (next.type === ",") values.push("");
      } else {
        unexpected(text, "',', or identifier");
      }
    }
  }

  #exactValue(): string {
    const { type } = this.#peek();
    if (type === "end" || type === ",") return "";
    const token = this.#take();
    return token.type === "identifier" ? token.text : unexpected(token.text, "identifier");
  }

  #peek(): SelectorToken {
    return this.#tokens[this.#position] ?? { type: "end", text: "" };
  }

  #take(): SelectorToken {
    const token = this.#peek();
    this.#position += 1;
    return token;
  }
}

function orderFault({ operator, values }: LabelRequirement): string | undefined {
  if (operator !== "Gt" && operator !== "Lt") return undefined;
  const wrong = values.find((value) => !integer.test(value));
  if (wrong === undefined) return undefined;
  return `values[0]: Invalid value: ${JSON.stringify(wrong)}: for 'Gt', 'Lt' operators, the value must be an integer`;
}

function unexpected(found: string, expected: string): never {
  throw new SelectorFault(`found '${found}', expected: ${expected}`);
}

function refuseFault(fault: string | undefined): void {
  if (fault !== undefined) throw new SelectorFault(fault);
}

interface SelectorToken {
  readonly type: "identifier" | "operator" | "!" | "(" | ")" | "," | "end" | "error";
  readonly text: string;
}

const special = new Set(["=", "!", "(", ")", ",", ">", "<"]);
const symbols = new Set(["=", "==", "!=", "!", "(", ")", ",", ">", "<"]);
const isSpace = /[ \t\r\n]/;

/**
 * Splits a selector into tokens. `in` and `notin` are identifiers here; the parser decides whether they are words or
 * operators.
 */
function scanSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  let position = 0;
  while (position < text.length) {
    const letter = text.charAt(position);
    if (isSpace.test(letter)) {
      position += 1;
      continue;
    }
    const end = special.has(letter) ? endOfSymbol(text, position) : endOfWord(text, position);
    const word = text.slice(position, end);
    tokens.push(tokenOf(word, special.has(letter)));
    position = end;
  }
  return tokens;
}

function tokenOf(text: string, isSymbol: boolean): SelectorToken {
  if (!isSymbol) return { type: "identifier", text };
  if (text === "!" || text === "(" || text === ")" || text === ",") return { type: text, text };
  return { type: "operator", text };
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && !special.has(text.charAt(end)) && !isSpace.test(text.charAt(end))) end += 1;
  return end;
}

/** Returns the end of the longest symbol that begins here. */
function endOfSymbol(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && symbols.has(text.slice(start, end + 1))) end += 1;
  return end;
}
