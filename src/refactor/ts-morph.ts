import { createRequire } from "node:module";
import type * as library from "ts-morph";
import { loadCached } from "../source/code-cache.js";
import { compiler, keepCompiler } from "../source/compiler.js";

const own = createRequire(import.meta.url);

/** Resolves `@ts-morph/common` to the compiler that reads the sources, so that nodes of two compilers never mix. */
function requireIn(file: string): (name: string) => unknown {
  const require = createRequire(file);
  return (name) => {
    if (name === "./typescript") return compiler;
    if (name === "@ts-morph/common") return common.exports;
    return require(name) as unknown;
  };
}

const main = own.resolve("ts-morph");
const commonFile = createRequire(main).resolve("@ts-morph/common");
const common = loadCached(commonFile, { require: requireIn(commonFile) });
const loaded = loadCached(main, { require: requireIn(main) });

/** ts-morph with the TypeScript of src/source. Loaded only by code that edits a user's sources. */
export const tsMorph = loaded.exports as typeof library; // the package's own declaration

/** Saves the compile cache. Call it after editing sources, so that the next run of tsop starts faster. */
export function keepTsMorph(): void {
  keepCompiler("parser");
  common.keep();
  loaded.keep();
}
