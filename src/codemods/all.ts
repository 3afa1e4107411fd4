import type { Codemod } from "./codemod.js";

/**
 * All codemods, in the order of their versions. `test/codemods/exports.test.ts` fails if an export of the library
 * disappears without a codemod.
 */
export const codemods: readonly Codemod[] = [];
