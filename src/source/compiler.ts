import module, { createRequire } from "node:module";
import type ts from "typescript";
import { loadCached, type LoadedModule } from "./code-cache.js";

const loaded = load(createRequire(import.meta.url));

/**
 * TypeScript's parser. It is required, not imported: of a CommonJS module that is imported, Node first scans all nine
 * megabytes for the names of its exports, which takes longer than loading it.
 */
export const compiler = loaded.exports as typeof ts; // the package's own declaration

/** To be called when the parser has done its work: the next run of tsop begins where this one has come to. */
export function keepCompiler(): void {
  loaded.keep();
}

function load(require: NodeJS.Require): LoadedModule {
  const hasOwnCache = "enableCompileCache" in module;
  if (hasOwnCache || process.env["NODE_DISABLE_COMPILE_CACHE"] !== undefined) {
    return { exports: require("typescript"), isFromCache: false, keep: () => undefined };
  }
  return loadCached(require.resolve("typescript"));
}
