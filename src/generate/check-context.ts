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
  /** The location in the source, or of the enclosing schema. */
  readonly at: SourceLocation | undefined;
  /** Whether it is a whole object, like `root`. */
  readonly isWhole?: boolean;
  /** Whether it is part of the values of a map, where the API server does not validate defaults. */
  readonly isInMap: boolean;
}

export type Where = (keyword?: keyof Schema) => SourceLocation | undefined;
