/**
 * Runs a TypeScript program of this repository: `node scripts/run.mjs bench/main.ts ARG…`. Node 20 cannot run
 * TypeScript, so this script bundles the program first. Packages stay outside the bundle.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ownUrl } from "./own-url.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) throw new Error("name a TypeScript file to run");

const folder = path.join(root, "node_modules", ".cache", "tsop");
mkdirSync(folder, { recursive: true });
const outfile = path.join(folder, `${entry.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  sourcemap: "inline",
  plugins: [ownUrl],
});
process.argv.splice(1, process.argv.length - 1, path.join(root, entry), ...args);
await import(pathToFileURL(outfile).href);
