import { createRequire } from "node:module";
import path from "node:path";
import type { ts } from "ts-morph";
import { loadCached } from "./code-cache.js";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("ts-morph"));
/** ts-morph contains TypeScript as a separate file. */
const loaded = loadCached(path.join(path.dirname(resolve("@ts-morph/common")), "typescript.js"));

/**
 * TypeScript's parser and checker from ts-morph. They are not imported: Node first scans all nine megabytes of an imported
 * CommonJS module for the names of its exports.
 */
export const compiler = loaded.exports as typeof ts; // the package's own declaration

/**
 * Stores the compiler's code cache when its work is done: the next run of tsop starts with the compiled code of this run.
 * @param use - the used part of the compiler. The checker is as large as all the rest.
 */
export function keepCompiler(use: "parser" | "checker"): void {
  loaded.keep(use === "checker" ? 1 : 0);
}
