import type { ChangeKind } from "../../../src/compatibility/change.js";

/** The kinds of changes that an object shows only if they change its path. */
export const withoutWitness: ReadonlySet<ChangeKind> = new Set(["scope-changed", "name-changed"]);
