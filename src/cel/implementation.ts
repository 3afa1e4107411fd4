import type { Patterns } from "../schema/patterns.js";
import type { Value } from "./values.js";

export interface Tools {
  readonly patterns: Patterns;
  /** The ids of the overloads that the call can reach. */
  readonly overloads: readonly string[];
}

/**
 * A function of the environment. The target of a member comes first; no argument is an error. Returns undefined if the
 * function does not accept such values, which `dyn` can cause.
 */
export type Implementation = (args: readonly Value[], tools: Tools) => Value | undefined;

/** The functions by name. */
export type Implementations = Readonly<Record<string, Implementation>>;
