import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vitest/config";

/** What decides where an import leads and how a module is transformed, in addition to the modules themselves. */
const settings = ["package.json", "tsconfig.json", "test/tsconfig.examples.json"];
const sources = ["bench", "examples", "scripts", "site", "src", "test"];
const notSources = ["dist", "golden", "node_modules"];
const hour = 3_600_000;

/**
 * Returns the folder of the transformed modules, which later runs take. Vitest stores each module by the digest of its text. The
 * name of the folder is a digest of the settings and of the names of all files: an import never leads to an earlier file.
 */
export function moduleCache(root: string): string {
  const hash = createHash("sha256");
  for (const file of settings) hash.update(readFileSync(path.join(root, file)));
  for (const folder of sources) hash.update(namesIn(path.join(root, folder)).join("\n"));
  const parent = path.join(root, "node_modules/.cache/tsop-modules");
  const own = path.join(parent, hash.digest("hex").slice(0, 16));
  mkdirSync(own, { recursive: true });
  utimesSync(own, new Date(), new Date());
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name);
    if (folder !== own && statSync(folder).mtimeMs < Date.now() - hour)
      rmSync(folder, { recursive: true, force: true });
  }
  return own;
}

/** Returns the paths of all files in a folder, except packages and what programs create. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notSources.includes(entry.name)) return [];
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? namesIn(file) : [file];
  });
}

/** Stores only modules that are files of this repository: neither what a test writes nor the examples of a page. */
export function cachedModules(root: string): Plugin {
  return {
    name: "cached-modules",
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => {
      define(({ id }) => (id.startsWith(root) && !id.endsWith(".example.ts") ? undefined : false));
    },
  };
}
