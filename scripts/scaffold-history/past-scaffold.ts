/** Bundles the scaffold program of a checkout. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build as bundle, type Plugin } from "esbuild";
import { type PastScaffold, scaffoldProgram } from "../../src/commands/update/history.js";
import { checkout } from "../demo-project.js";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * @param root - a checkout of tsop, with its packages installed
 * @param version - default: that of its package.json
 */
export async function pastScaffoldOf(root: string, version?: string): Promise<PastScaffold> {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
  const { version: own, dependencies } = manifest;
  const names = Object.keys(dependencies);
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: path.join(root, "src/cli"), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true, // keep names: versions with the same names share more of their text
    external: names,
    plugins: [ownProgram(root), withoutUnused],
    banner: {
      js: 'import { createRequire as toRequire } from "node:module";\nconst require = toRequire(import.meta.url);',
    },
  });
  const program = outputFiles[0]?.text ?? "";
  // Some packages are loaded by their names, without an import.
  const needed = Object.entries(dependencies).filter(([name]) => program.includes(`"${name}"`));
  const files = Object.fromEntries(
    templatesOf(root).map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
  const named = version ?? own;
  return {
    version: named,
    files: {
      "package.json": JSON.stringify({
        name: "tsop",
        version: named,
        type: "module",
        dependencies: Object.fromEntries(needed),
      }),
      [scaffoldProgram]: program,
      ...files,
    },
  };
}

const entry = `
import { runStep } from "./scaffold-program.js";
process.exitCode = await runStep(process.argv[2] ?? "", process.cwd());
`;

/** A commit from before the history has no scaffold program. */
function ownProgram(root: string): Plugin {
  return {
    name: "own-program",
    setup(build) {
      build.onResolve({ filter: /\/scaffold-program\.js$/ }, () => ({
        path: path.join(root, "src/cli/scaffold-program.ts"),
      }));
      build.onLoad({ filter: /scaffold-program\.ts$/ }, () => ({
        contents: readFileSync(path.join(checkout, "src/cli/scaffold-program.ts"), "utf8"),
        loader: "ts",
        resolveDir: path.join(root, "src/cli"),
      }));
    },
  };
}

/** Packages that no step uses: a step packs no package, shows no difference, and maps no template. */
const unused = /^(tar(?:\/.*)?|fflate|diff|source-map)$/;

const withoutUnused: Plugin = {
  name: "without-unused",
  setup(build) {
    build.onResolve({ filter: unused }, ({ path: name }) => ({ path: name, namespace: "unused" }));
    build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "module.exports = {};" }));
  },
};

function templatesOf(root: string): string[] {
  return readdirSync(path.join(root, "templates"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .toSorted();
}
