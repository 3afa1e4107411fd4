import { createRequire } from "node:module";
import type ts from "typescript";

/**
 * TypeScript's parser. It is required, not imported: of a CommonJS module that is imported, Node first scans all nine
 * megabytes for the names of its exports, which takes longer than loading it.
 */
export const compiler = createRequire(import.meta.url)("typescript") as typeof ts; // the package's own declaration
