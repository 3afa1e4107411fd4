/** The tree of a CEL expression. Nodes are never changed; what a pass finds out about them, it keeps beside them. */
export type Expression =
  | (Node & { readonly kind: "literal"; readonly value: Literal })
  /** Its name comes with its leading dot, if it has one. */
  | (Node & { readonly kind: "identifier"; readonly name: string })
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | (Node & { readonly kind: "message"; readonly type: string })
  | Comprehension;

interface Node {
  /** Where it begins in the text, in UTF-16 units. */
  readonly at: number;
  /** Where the API server points when something is wrong with it, if that is elsewhere. */
  readonly signAt?: number;
}

/** `int` and `uint` have 64 bits. */
export type Literal =
  | { readonly type: "null" }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int" | "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array };

export interface SelectExpression extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  /** `has(operand.field)` */
  readonly isTest: boolean;
}

export interface CallExpression extends Node {
  readonly kind: "call";
  /** Operators are functions, named as in `_+_`. */
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}

export interface ListExpression extends Node {
  readonly kind: "list";
  readonly elements: readonly { readonly value: Expression; readonly isOptional: boolean }[];
}

export interface MapExpression extends Node {
  readonly kind: "map";
  readonly entries: readonly { readonly key: Expression; readonly value: Expression; readonly isOptional: boolean }[];
}

/** What the macros become: a fold over a list or a map. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  readonly variable2?: string;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** A fault of an expression, and where in its text. */
export interface ExpressionFault {
  readonly at: number;
  readonly message: string;
  readonly hint?: string;
  /** What the API server says of it, and where it points. */
  readonly said?: { readonly at: number; readonly text: string };
}
