import type { SourceLocation } from "../core/source-location.js";
import type { Patterns } from "../schema/patterns.js";
import type { Schema } from "../schema/schema.js";
import type { Origins } from "./origins.js";
import type { Reporter } from "./reporter.js";
import type { RuleJudges } from "./rule-judges.js";

export interface CheckContext {
  readonly reporter: Reporter;
  readonly origins: Origins;
  readonly patterns: Patterns;
  readonly judges: RuleJudges;
}

export interface Checked {
  readonly schema: Schema;
  readonly path: string;
  /** Where it was written, or what it is inside of. */
  readonly at: SourceLocation | undefined;
  /** Whether it is a whole object, as `root` is. */
  readonly isWhole?: boolean;
  /** Whether it is part of the values of a map: the API server judges no default there. */
  readonly isInMap: boolean;
}

export type Where = (keyword?: keyof Schema) => SourceLocation | undefined;
