import { createRequire } from "node:module";
import type * as library from "ts-morph";
import { loadCached } from "../source/code-cache.js";
import { compiler, keepCompiler } from "../source/compiler.js";

const own = createRequire(import.meta.url);

/** What is required of `@ts-morph/common` gets the compiler that reads: nodes of two compilers never meet. */
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

/** ts-morph, around the TypeScript of src/source. Only what edits a user's sources loads it. */
export const tsMorph = loaded.exports as typeof library; // the package's own declaration

/** To be called when sources have been edited: the next run of tsop begins where this one has come to. */
export function keepTsMorph(): void {
  keepCompiler("parser");
  common.keep();
  loaded.keep();
}
