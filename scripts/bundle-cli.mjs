/**
 * Bundles the command line into dist/cli: one entry, and a chunk for what only some commands need. Loading a hundred
 * small modules would take longer than most commands do. Of the library, bundle-library.mjs takes care.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { licensesOf } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist/cli");
/** They stay outside, but for those that nearly every command loads; all other packages go into the bundle. */
const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
/** What a moved chunk requires to import something when it is needed. */
const lateImport = "tsop:import";

/** The library's API server is the command line's: loading its five hundred modules takes longer than it takes to start. */
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
  minifyWhitespace: true, // names stay: a stack trace says which functions were called
  // CommonJS packages inside the bundle ask for Node's modules by it.
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
// The entry comes last, and what it no longer needs goes after that: a command that starts meanwhile finds its chunks.
for (const [name, text] of [...files].toSorted(([a], [b]) => Number(a === "main.js") - Number(b === "main.js"))) {
  writeFileSync(path.join(folder, `${name}.new`), text);
  renameSync(path.join(folder, `${name}.new`), path.join(folder, name));
}
for (const name of readdirSync(folder)) {
  if (!files.has(name)) rmSync(path.join(folder, name), { recursive: true });
}

/**
 * Makes a large chunk a CommonJS module that is loaded from V8's code cache, and the chunk itself an ES module that hands
 * on what it exports. The other chunks stay what they are, so that all share them. A script of Node 20 that comes from a
 * code cache cannot import: the ES module does it for it.
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
      // One more listener for each chunk: with the commands' own, there may be more than Node takes for an oversight.
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

/** `../../templates` means the same in src/x/y.ts and in dist/cli/main.js; from another depth it would not. */
function refuseOtherDepths({ onLoad }) {
  onLoad({ filter: /[\\/]src[\\/]\w+[\\/].*[\\/].*\.ts$/ }, ({ path: file }) =>
    readFileSync(file, "utf8").includes("import.meta.url")
      ? {
          errors: [
            { text: "import.meta.url: in the bundle it is two folders deep, here it is not", location: { file } },
          ],
        }
      : undefined,
  );
}
