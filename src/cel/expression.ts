/** The syntax tree of a CEL expression. Nodes never change; each pass stores its findings outside of the tree. */
export type Expression =
  | (Node & { readonly kind: "literal"; readonly value: Literal })
  /** The name, with its leading dot, if any. */
  | (Node & { readonly kind: "identifier"; readonly name: string })
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | MessageExpression
  | Comprehension;

interface Node {
  /** The position in the text where the node begins, in UTF-16 units. */
  readonly at: number;
  /** The position that the API server reports for a fault, if it differs. */
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
  /** Operators are functions with names such as `_+_`. */
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

/** The construction of an object of a named type: `Object.spec{replicas: 3}`. */
export interface MessageExpression extends Node {
  readonly kind: "message";
  readonly type: string;
  readonly fields: readonly MessageField[];
}

export interface MessageField {
  /** The position of the colon. */
  readonly at: number;
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** The expansion of macros: a fold over a list or a map. */
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

/** A fault of an expression, with its position in the text. */
export interface ExpressionFault {
  readonly at: number;
  readonly message: string;
  readonly hint?: string;
  /** The text and position that the API server reports. */
  readonly said?: { readonly at: number; readonly text: string };
  /** The expression compiles, but the API server cannot prepare it, for this reason. */
  readonly instantiation?: string;
}
