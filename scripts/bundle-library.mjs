/**
 * Bundles the modules that an operator and its tests import into dist/, beside the compiler's type declarations: an
 * entry for each export of the package, and chunks for shared code. Loading a hundred small modules takes longer than
 * running them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { isOfPackages, licensesOf, packagesOf, withoutBlanks } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist");
/** Packages that stay outside the bundle. All other packages are bundled. */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** The API server is in the command line's bundle (see bundle-cli.mjs); the package's `imports` define its path. */
const apiServer = "#start-api-server";

const kinds = readdirSync(path.join(root, "src/k8s"), { recursive: true }).filter((name) => name.endsWith(".ts"));

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    "src/index.ts",
    "src/testing/index.ts",
    "src/migrate/index.ts",
    "src/extension/index.ts",
    "src/client-node/index.ts",
    "src/plugin/index.ts",
    ...kinds.map((name) => `src/k8s/${name}`),
  ],
  outdir: folder,
  outbase: "src",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  write: false,
  external: [...Object.keys(dependencies), ...Object.keys(peerDependencies)],
  metafile: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  plugins: [{ name: "library", setup: resolveInPackage }],
});

/** CommonJS packages inside the bundle load Node's modules with `require`, which esbuild expects under this name. */
const toRequire = `import { createRequire as toRequire } from "node:module";\nconst require = toRequire(import.meta.url);\n`;

for (const { path: file, text } of outputFiles) {
  const output = metafile.outputs[path.relative(root, file).replaceAll(path.sep, "/")];
  const code = text.includes("\nvar __require = ") ? `${toRequire}${text}` : text;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, isOfPackages(output) ? await withoutBlanks(code) : code);
}
writeFileSync(path.join(folder, "packages.json"), JSON.stringify(packagesOf(root, metafile.outputs)));
writeFileSync(path.join(folder, "licenses.txt"), licensesOf(root, Object.keys(metafile.inputs)));
const made = new Set(outputFiles.map(({ path: file }) => path.relative(folder, file)));
for (const name of readdirSync(folder, { recursive: true })) {
  const isOurs = name.endsWith(".js") && path.dirname(name) !== "cli";
  if (isOurs && !made.has(name)) rmSync(path.join(folder, name));
}

function resolveInPackage({ onLoad, onResolve }) {
  onResolve({ filter: /\/apiserver\/start-api-server\.js$/ }, () => ({ path: apiServer, external: true }));
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
    const source = readFileSync(file, "utf8");
    const contents = withData(source, file);
    if (contents.includes("import.meta.url")) {
      return { errors: [{ text: "import.meta.url: a chunk has another location", location: { file } }] };
    }
    return contents === source ? undefined : { contents, loader: "ts" };
  });
}

/** Puts the data that a module reads into the module: an operator's image has only its bundle, without files beside it. */
function withData(source, file) {
  const textOf = (name) => JSON.stringify(JSON.parse(readFileSync(name, "utf8")));
  const fixed = /readFileSync\(new URL\("([^"]+\.json)", import\.meta\.url\), "utf8"\)/g;
  const versioned = /readFileSync\(versionedData\(version, "([^"]+\.json)"\), "utf8"\)/g;
  const own = source.replaceAll(fixed, (_, name) => JSON.stringify(textOf(path.resolve(path.dirname(file), name))));
  if (!own.match(versioned)) return own;
  const data = path.join(root, "data");
  const versions = readdirSync(data).filter((name) => /^\d/.test(name));
  return own.replaceAll(/import \{ versionedData \} from "[^"]+";\n/g, "").replaceAll(versioned, (_, name) => {
    const texts = versions.map((version) => [version, textOf(path.join(data, version, name))]);
    return `(${JSON.stringify(Object.fromEntries(texts))})[version]`;
  });
}
