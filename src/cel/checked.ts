import type { DeclaredType } from "./declared-type.js";
import type { Expression, ExpressionFault } from "./expression.js";
import type { Functions } from "./functions.js";
import type { MessageTypes } from "./messages.js";
import type { CelType } from "./types.js";

export interface Checked {
  readonly expression: Expression;
  readonly types: ReadonlyMap<Expression, CelType>;
  /** The ids of the overloads that a call can reach. */
  readonly overloads: ReadonlyMap<Expression, readonly string[]>;
  /**
   * The variable or type that an identifier or a selection such as `net.IP` names, or the function that `sets.contains(…)`
   * names.
   */
  readonly names: ReadonlyMap<Expression, string>;
  readonly faults: readonly ExpressionFault[];
}

export interface CheckOptions {
  readonly functions: Functions;
  /** `self`, and `oldSelf` if available. */
  readonly variables: ReadonlyMap<string, CelType>;
  /** The objects of the schema by type name. */
  readonly objects: ReadonlyMap<string, DeclaredType>;
  /** Default: the expression can construct no objects. */
  readonly messages?: MessageTypes | undefined;
}
