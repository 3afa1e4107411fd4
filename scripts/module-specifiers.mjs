/** Finds the modules that a declaration file imports. */
import { createRequire } from "node:module";

// Not imported: Node first scans all nine megabytes of an imported CommonJS module for the names of its exports.
const ts = createRequire(import.meta.url)("typescript");

/**
 * @param {string} text - the content of a declaration file
 * @returns {string[]} the modules of its imports and exports, and of the types in it
 */
export function moduleSpecifiers(text) {
  const { importedFiles } = ts.preProcessFile(text);
  // preProcessFile leaves out `export * as name from "module"`.
  const namespaces = [...text.matchAll(/^export (?:type )?\* as [\w$]+ from "([^"]+)";$/gm)].map(([, name]) => name);
  return [...importedFiles.map(({ fileName }) => fileName), ...namespaces];
}
