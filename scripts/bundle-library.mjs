/**
 * Bundles what an operator and its tests import into dist/, beside the types that the compiler left there: an entry for
 * each export of the package, and chunks for what they share. Loading a hundred small modules takes longer than running them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist");

/** The API server is the command line's (see bundle-cli.mjs); the package's `imports` say where it is. */
const apiServer = "#start-api-server";

const kinds = readdirSync(path.join(root, "src/k8s"), { recursive: true }).filter((name) => name.endsWith(".ts"));

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["src/index.ts", "src/testing/index.ts", ...kinds.map((name) => `src/k8s/${name}`)],
  outdir: folder,
  outbase: "src",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  write: false,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  plugins: [{ name: "library", setup: resolveInPackage }],
});

for (const { path: file, contents } of outputFiles) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
const made = new Set(outputFiles.map(({ path: file }) => path.relative(folder, file)));
for (const name of readdirSync(folder, { recursive: true })) {
  const isOurs = name.endsWith(".js") && path.dirname(name) !== "cli";
  if (isOurs && !made.has(name)) rmSync(path.join(folder, name));
}

function resolveInPackage({ onLoad, onResolve }) {
  onResolve({ filter: /\/apiserver\/start-api-server\.js$/ }, () => ({ path: apiServer, external: true }));
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) =>
    readFileSync(file, "utf8").includes("import.meta.url")
      ? { errors: [{ text: "import.meta.url: in a chunk it is another place", location: { file } }] }
      : undefined,
  );
}
