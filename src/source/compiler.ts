import { createRequire } from "node:module";
import path from "node:path";
import type { ts } from "ts-morph";
import { loadCached } from "./code-cache.js";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("ts-morph"));
/** ts-morph carries TypeScript as a file of its own. */
const loaded = loadCached(path.join(path.dirname(resolve("@ts-morph/common")), "typescript.js"));

/**
 * TypeScript's parser and checker, as ts-morph carries them. They are not imported: of a CommonJS module that is imported,
 * Node first scans all nine megabytes for the names of its exports.
 */
export const compiler = loaded.exports as typeof ts; // the package's own declaration

/**
 * To be called when the compiler has done its work: the next run of tsop begins where this one has come to.
 * @param use - what has been used of it; the checker is as large as all the rest
 */
export function keepCompiler(use: "parser" | "checker"): void {
  loaded.keep(use === "checker" ? 1 : 0);
}
