import { createRequire } from "node:module";
import type ts from "typescript";
import { loadCached } from "./code-cache.js";

const loaded = loadCached(createRequire(import.meta.url).resolve("typescript"));

/**
 * TypeScript's parser. It is not imported: of a CommonJS module that is imported, Node first scans all nine megabytes for
 * the names of its exports.
 */
export const compiler = loaded.exports as typeof ts; // the package's own declaration

/** To be called when the parser has done its work: the next run of tsop begins where this one has come to. */
export function keepCompiler(): void {
  loaded.keep();
}
