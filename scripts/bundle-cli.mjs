/**
 * Bundles the command line into dist/cli: one entry, and chunks for code that only some commands need. Loading a
 * hundred small modules would take longer than most commands run. bundle-library.mjs bundles the library.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { licensesOf } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist/cli");
/** Packages that stay outside the bundle, except packages that nearly every command loads. All other packages are bundled. */
const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
/** The module specifier with which a moved chunk imports on demand. */
const lateImport = "tsop:import";

/** The library's API server is in the command line's bundle: loading its five hundred modules takes longer than its start. */
const entryPoints = {
  main: "src/cli/main.ts",
  "code-cache": "src/source/code-cache.ts",
  "start-api-server": "src/apiserver/start-api-server.ts",
};

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints,
  outdir: folder,
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  write: false,
  metafile: true,
  external: Object.keys(dependencies).filter((name) => !["re2js", "yaml"].includes(name)),
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  minifyWhitespace: true, // keep names, so that a stack trace contains the names of the functions
  // CommonJS packages inside the bundle use `require` to load Node's modules.
  banner: {
    js: 'import { createRequire as toRequire } from "node:module";\nconst require = toRequire(import.meta.url);',
  },
  plugins: [{ name: "depth", setup: refuseOtherDepths }],
});

mkdirSync(folder, { recursive: true });
const files = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
for (const [file, output] of Object.entries(metafile.outputs)) {
  const name = path.basename(file);
  const isStart = ["main.js", "code-cache.js"].includes(name);
  if (!isStart && output.bytes > 60_000) await moveBehindCache(name, output);
}
files.set("licenses.txt", licensesOf(root, Object.keys(metafile.inputs)));
// Write the entry last, and delete unneeded files after it, so that a command that starts in the meantime finds its
// chunks.
for (const [name, text] of [...files].toSorted(([a], [b]) => Number(a === "main.js") - Number(b === "main.js"))) {
  writeFileSync(path.join(folder, `${name}.new`), text);
  renameSync(path.join(folder, `${name}.new`), path.join(folder, name));
}
for (const name of readdirSync(folder)) {
  if (!files.has(name)) rmSync(path.join(folder, name), { recursive: true });
}

/**
 * Converts a large chunk to a CommonJS module that Node loads from V8's code cache, and the chunk itself to an ES
 * module that re-exports its exports. The other chunks stay unchanged, so that all chunks share them. In Node 20, a
 * script from a code cache cannot import, so the ES module imports on its behalf.
 */
async function moveBehindCache(name, output) {
  const { exports, imports } = output;
  const moved = name.replace(/\.js$/, ".cjs");
  const { code } = await transform(files.get(name), {
    format: "cjs",
    platform: "node",
    target: "node20.19",
    minifyWhitespace: true,
    define: { "import.meta.url": "__ownUrl" },
    banner: 'const __ownUrl = require("node:url").pathToFileURL(__filename).href;',
  });
  const shared = imports.filter(({ kind, external }) => kind === "import-statement" && external !== true);
  const names = shared.map(({ path: file }) => `./${path.basename(file)}`);
  const late = imports.filter(({ kind }) => kind === "dynamic-import");
  files.set(
    moved,
    late.reduce((text, { path: file, external }) => {
      const asked = JSON.stringify(external === true ? file : `./${path.basename(file)}`);
      return text.replaceAll(`import(${asked})`, `require(${JSON.stringify(lateImport)})(${asked})`);
    }, code),
  );
  files.set(
    name,
    [
      'import { createRequire } from "node:module";',
      'import { fileURLToPath } from "node:url";',
      'import { loadCached } from "./code-cache.js";',
      ...names.map((file, index) => `import * as shared${index} from "${file}";`),
      `const shared = new Map([${names.map((file, index) => `["${file}", shared${index}]`).join(", ")}]);`,
      ...(late.length === 0 ? [] : [`shared.set("${lateImport}", (name) => import(name));`]),
      "const own = createRequire(import.meta.url);",
      "const require = (name) => shared.get(name) ?? own(name);",
      `const loaded = loadCached(fileURLToPath(new URL("./${moved}", import.meta.url)), { require });`,
      // Each chunk adds a listener. Together with the listeners of the commands, they can exceed Node's warning limit.
      "process.setMaxListeners(process.getMaxListeners() + 1);",
      'process.once("exit", () => loaded.keep());',
      ...exports.flatMap((each, index) => [
        `const e${index} = loaded.exports.${each};`,
        `export { e${index} as ${each} };`,
      ]),
      "",
    ].join("\n"),
  );
}

/**
 * Rejects paths at other depths: `../../templates` is the same folder from src/x/y.ts and from dist/cli/main.js, but
 * not from another depth.
 */
function refuseOtherDepths({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
    const [top, ...folders] = path.relative(root, path.dirname(file)).split(path.sep);
    const isRejected = top === "src" && folders.length > 1 && readFileSync(file, "utf8").includes("import.meta.url");
    const text = "import.meta.url: the bundle is two folders deep, and this file is not";
    return isRejected ? { errors: [{ text, location: { file } }] } : undefined;
  });
}
