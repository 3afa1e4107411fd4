import type { Expression } from "./expression.js";
import { ParseFailure } from "./tokens.js";

/** cel-go's limit for a recursive rule of the grammar and for operations on a path of the tree. */
const maxDepth = 250;

export type RecursiveRule = "expression" | "relation" | "calculation" | "member";

/** Counts the nesting depth of an expression like cel-go's parser does. */
export class Nesting {
  /**
   * The number of open levels of each recursive rule of the grammar. A left-recursive rule opens one more for each operator.
   */
  readonly #open: Record<RecursiveRule, number> = { expression: 0, relation: 0, calculation: 0, member: 0 };
  /** The number of operations on the longest path below a node. */
  readonly #depths = new Map<Expression, number>();

  /**
   * Records a node above its operands, and returns it.
   * @throws ParseFailure if the nesting is too deep
   */
  counted(node: Expression, operands: readonly Expression[], cost: 0 | 1 = 1): Expression {
    const depth = cost + Math.max(0, ...operands.map((operand) => this.#depths.get(operand) ?? 0));
    if (depth > maxDepth) tooDeep(node.at);
    if (depth > 0) this.#depths.set(node, depth);
    return node;
  }

  /**
   * Parses within a recursive rule of the grammar; `body` calls `again` at each left recursion.
   * @param at - the position of the parser
   * @throws ParseFailure if the nesting is too deep
   */
  within(rule: RecursiveRule, at: () => number, body: (again: () => void) => Expression): Expression {
    const before = this.#open[rule];
    const again = (): void => {
      if (++this.#open[rule] > maxDepth) tooDeep(at());
    };
    again();
    const expression = body(again);
    this.#open[rule] = before;
    return expression;
  }
}

function tooDeep(at: number): never {
  const message = `operations are nested more than ${maxDepth} deep`;
  throw new ParseFailure({ at, message, hint: "Split the rule into several rules." });
}
