/** Handles the packages whose code is in a bundle. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";

/**
 * Returns whether a file of the bundle contains only code of packages. The build removes the whitespace of these files:
 * users who debug an operator read other code.
 */
export function isOfPackages({ inputs }) {
  const files = Object.keys(inputs);
  return files.length > 0 && files.every((input) => input.startsWith("node_modules/"));
}

export async function withoutBlanks(text) {
  const { code } = await transform(text, { minifyWhitespace: true, legalComments: "none", target: "node20.19" });
  return code;
}

/**
 * Returns the packages in each file of the bundle, with the metadata for an operator's bill of materials.
 *
 * @param root - of the repository
 * @param outputs - of esbuild's metafile
 */
export function packagesOf(root, outputs) {
  const lists = Object.entries(outputs).map(([file, { inputs }]) => {
    const used = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
    return [path.posix.relative("dist", file), foldersOf(used).map((found) => factsOf(root, found))];
  });
  return Object.fromEntries(lists.filter(([, packages]) => packages.length > 0));
}

/**
 * Returns the licences of the packages, which must accompany their code.
 *
 * @param root - of the repository
 * @param inputs - files of the bundle, as esbuild names them
 */
export function licensesOf(root, inputs) {
  return foldersOf(inputs)
    .map((found) => `${nameOf(root, found)}\n\n${licenseOf(path.join(root, found))}\n`)
    .join("\n---\n\n");
}

function foldersOf(inputs) {
  const folders = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  return [...new Set(folders)].filter((found) => found !== undefined).toSorted();
}

function nameOf(root, found) {
  const { name, version } = factsOf(root, found);
  return `${name} ${version}`;
}

function factsOf(root, found) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, found, "package.json"), "utf8"));
  return { name, version, license };
}

function licenseOf(location) {
  const file = readdirSync(location).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`no licence in ${location}`);
  return readFileSync(path.join(location, file), "utf8").trim();
}
