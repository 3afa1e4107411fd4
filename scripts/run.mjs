/**
 * Runs a TypeScript program of this repository: `node scripts/run.mjs bench/main.ts ARG…`. Node 20 cannot do that by
 * itself, so the program is bundled first; packages stay outside the bundle.
 */
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

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
  plugins: [{ name: "own-url", setup: keepOwnUrl }],
});
process.argv.splice(1, process.argv.length - 1, path.join(root, entry), ...args);
await import(pathToFileURL(outfile).href);

/** Each file goes on finding what lies beside it: `import.meta.url` is the source's, not the bundle's. */
function keepOwnUrl({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
    contents: readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
    loader: "ts",
  }));
}
