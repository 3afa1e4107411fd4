/**
 * Label selectors of a query.
 * Source: k8s.io/apimachinery/pkg/labels/selector.go.
 */
import { scanSelector, type SelectorToken } from "./label-tokens.js";
import { checkLabelKey, checkLabelValue } from "./label-checks.js";

export type Labels = Readonly<Record<string, string>>;
export type LabelMatcher = (labels: Labels | undefined) => boolean;

/** The text is no selector; the message says why, in the API server's words. */
export class SelectorFault extends Error {
  override readonly name = "SelectorFault";
}

type Operator = "in" | "notin" | "=" | "==" | "!=" | ">" | "<" | "exists" | "!";

interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** @throws SelectorFault */
export function parseLabelSelector(text: string): LabelMatcher {
  const requirements = new Parser(scanSelector(text)).parse();
  if (requirements.length === 0) return () => true;
  return (labels) => requirements.every((requirement) => holds(requirement, labels));
}

function holds({ key, operator, values }: Requirement, labels: Labels | undefined): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case "in":
    case "=":
    case "==":
      return value !== undefined && values.includes(value);
    case "notin":
    case "!=":
      return value === undefined || !values.includes(value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case ">":
    case "<":
      return value !== undefined && isOrdered(operator, value, values[0] ?? "");
  }
}

function isOrdered(operator: ">" | "<", value: string, bound: string): boolean {
  if (!integer.test(value)) return false;
  return operator === ">" ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

const integer = /^[+-]?[0-9]+$/;

const operators: Readonly<Record<string, Operator>> = {
  in: "in",
  notin: "notin",
  "=": "=",
  "==": "==",
  "!=": "!=",
  ">": ">",
  "<": "<",
};

class Parser {
  #position = 0;

  readonly #tokens: readonly SelectorToken[];

  constructor(tokens: readonly SelectorToken[]) {
    this.#tokens = tokens;
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const { type, text } = this.#peek();
      if (type === "end") return requirements;
      if (type !== "identifier" && type !== "!") {
        throw new SelectorFault(`found '${text}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.#requirement());
      const next = this.#take();
      if (next.type === "end") return requirements;
      if (next.type !== ",") throw new SelectorFault(`found '${next.text}', expected: ',' or 'end of string'`);
      const after = this.#peek();
      if (after.type !== "identifier" && after.type !== "!") {
        throw new SelectorFault(`found '${after.text}', expected: identifier after ','`);
      }
    }
  }

  #requirement(): Requirement {
    try {
      return checked(this.#readRequirement());
    } catch (error) {
      if (!(error instanceof SelectorFault)) throw error;
      throw new SelectorFault(`unable to parse requirement: ${error.message}`);
    }
  }

  #readRequirement(): Requirement {
    let token = this.#take();
    const isNegated = token.type === "!";
    if (isNegated) token = this.#take();
    if (token.type !== "identifier") throw new SelectorFault(`found '${token.text}', expected: identifier`);
    const key = token.text;
    refuseFault(checkLabelKey(key));
    const { type } = this.#peek();
    if (isNegated) return { key, operator: "!", values: [] };
    if (type === "end" || type === ",") return { key, operator: "exists", values: [] };
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#values() : [this.#exactValue()];
    return { key, operator, values: [...new Set(values)].toSorted() };
  }

  #operator(): Operator {
    const { text } = this.#take();
    const operator = Object.hasOwn(operators, text) ? operators[text] : undefined;
    if (operator === undefined) {
      throw new SelectorFault(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
    }
    return operator;
  }

  #values(): string[] {
    const open = this.#take();
    if (open.type !== "(") throw new SelectorFault(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.type === ")") {
      this.#take();
      return [""];
    }
    if (first.type !== "identifier" && first.type !== ",") {
      throw new SelectorFault(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = this.#list();
    if (this.#take().type !== ")") throw new SelectorFault(`found '${first.text}', expected: ')'`);
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
        if (next.type !== ",") throw new SelectorFault(`found '${next.text}', expected: ',' or ')'`);
      } else if (type === ",") {
        if (values.length === 0) values.push("");
        const next = this.#peek();
        if (next.type === ")") return [...values, ""];
        if (next.type === ",") values.push("");
      } else {
        throw new SelectorFault(`found '${text}', expected: ',', or identifier`);
      }
    }
  }

  #exactValue(): string {
    const { type } = this.#peek();
    if (type === "end" || type === ",") return "";
    const token = this.#take();
    if (token.type === "identifier") return token.text;
    throw new SelectorFault(`found '${token.text}', expected: identifier`);
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

function checked(requirement: Requirement): Requirement {
  const { operator, values } = requirement;
  if (operator === ">" || operator === "<") {
    const wrong = values.find((value) => !integer.test(value));
    if (wrong !== undefined) {
      const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
      throw new SelectorFault(`values[0]: Invalid value: ${JSON.stringify(wrong)}: ${detail}`);
    }
  }
  values.forEach((value, index) => refuseFault(checkLabelValue(requirement.key, value, index)));
  return requirement;
}

function refuseFault(fault: string | undefined): void {
  if (fault !== undefined) throw new SelectorFault(fault);
}
