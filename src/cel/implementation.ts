import type { Patterns } from "../schema/patterns.js";
import type { Value } from "./values.js";

export interface Tools {
  readonly patterns: Patterns;
  /** The ids of the overloads that the call may reach. */
  readonly overloads: readonly string[];
}

/**
 * A function of the environment. The target of a member comes first; no argument is an error. Undefined says that it does
 * not take such values, which `dyn` can bring about.
 */
export type Implementation = (args: readonly Value[], tools: Tools) => Value | undefined;

/** By the names of functions. */
export type Implementations = Readonly<Record<string, Implementation>>;
