import type { ExportChange } from "../refactor/follow-exports.js";

/** A change of the library that tsop makes in the sources of its users. */
export interface Codemod {
  /** The first version with the change. */
  readonly version: string;
  /** What changed, for users: `createManager of tsop is now createOperator`. */
  readonly title: string;
  readonly changes: readonly ExportChange[];
}
