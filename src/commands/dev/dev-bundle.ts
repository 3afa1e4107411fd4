import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildContext, Metafile, Plugin } from "esbuild";
import { TsopError } from "../../core/errors.js";
import { bundleOptions, ensureMain, hasApiserver, operatorBuild, toBuildError, toDiagnostic } from "../build.js";
import { apiserverFile } from "../../scaffold/extension/extension-names.js";
import type { DevLog } from "./dev-log.js";

/** A bundle on disk. */
export interface BuiltOperator {
  /** The path of the main module. It changes with the code. */
  readonly main: string;
  /** The path of the main module of the extension API server; undefined if the project has none. */
  readonly apiserver: string | undefined;
  /** The names of the bundle's files. */
  readonly files: readonly string[];
}

/**
 * Bundles the operator repeatedly. Bundles tsop only once, separately. Then each bundle contains only the project's own
 * code, which takes a few milliseconds, and a process can load tsop before it knows which code to run.
 */
export class DevBundle {
  readonly #root: string;
  readonly #folder: string;
  #building: Promise<BuildContext<{ metafile: true; write: false }>> | undefined;
  #sources: ReadonlySet<string> = new Set();
  #libraries = 0;
  /** Whether the current bundle contains an extension API server. */
  #hasApiserver = false;

  /** @param folder - its contents are deleted */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  /** The program that loads tsop, and then the module that a line on its standard input names. */
  get loader(): string {
    return path.join(this.#folder, "loader.js");
  }

  /** The same for the extension API server. */
  get apiserverLoader(): string {
    return path.join(this.#folder, "apiserver-loader.js");
  }

  /** The source files of the newest bundle, as paths below the root. */
  get sources(): ReadonlySet<string> {
    return this.#sources;
  }

  /** @throws TsopError `build/failed` with the place of each error */
  async build(log: DevLog): Promise<BuiltOperator> {
    ensureMain(this.#root);
    if (this.#hasApiserver !== hasApiserver(this.#root)) await this.reopen();
    try {
      const context = await (this.#building ??= this.#open());
      const { metafile, warnings, outputFiles } = await context.rebuild();
      for (const warning of warnings) log.warn(toDiagnostic(warning, "warning"));
      this.#sources = new Set(Object.keys(metafile.inputs));
      for (const { path: file, contents } of outputFiles) this.#write(path.relative(this.#folder, file), contents);
      return {
        main: path.join(this.#root, outputOf(metafile, "main.ts")),
        apiserver: this.#hasApiserver ? path.join(this.#root, outputOf(metafile, apiserverFile)) : undefined,
        files: outputFiles.map(({ path: file }) => path.basename(file)),
      };
    } catch (error) {
      throw toBuildError(error);
    }
  }

  /** Reads tsop and all other packages again. Call it when packages have changed. */
  async reopen(): Promise<void> {
    const context = await this.#building?.catch(() => undefined);
    this.#building = undefined;
    await context?.dispose();
  }

  /** Removes all bundles except this one, which runs now and may load more of its parts later. */
  keepOnly({ files }: BuiltOperator): void {
    for (const name of readdirSync(this.#codeFolder)) {
      if (!files.includes(name)) rmSync(path.join(this.#codeFolder, name), { force: true });
    }
  }

  async close(): Promise<void> {
    const context = await this.#building?.catch(() => undefined);
    await context?.dispose().catch(() => undefined); // Ctrl-C on the terminal may have ended the esbuild process
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #open(): Promise<BuildContext<{ metafile: true; write: false }>> {
    const esbuild = await import("esbuild");
    // Use a new address each time, so that Node and the bundle treat it as a different module.
    this.#libraries += 1;
    this.#hasApiserver = hasApiserver(this.#root);
    const folder = path.join(this.#folder, `tsop-${this.#libraries}`);
    const modules = this.#hasApiserver ? ["tsop", "tsop/apiserver"] : ["tsop"];
    const library = new Map(modules.map((name) => [name, pathToFileURL(path.join(folder, `${name}.js`)).href]));
    await esbuild.build({
      ...bundleOptions(this.#root),
      entryPoints: modules.map((name) => ({ in: name, out: name })),
      outdir: folder,
      write: true,
    });
    this.#write("package.json", '{ "type": "module" }\n'); // esbuild's output consists of ES modules
    this.#write("loader.js", loaderOf([...library.values()].slice(0, 1)));
    if (this.#hasApiserver) this.#write("apiserver-loader.js", loaderOf([...library.values()]));
    return esbuild.context({
      ...operatorBuild(this.#root),
      outdir: this.#codeFolder,
      entryNames: "[name]-[hash]",
      plugins: [besideOperator(library)],
      sourcemap: "external",
      sourcesContent: false,
      metafile: true,
      write: false, // otherwise esbuild would delete the files of the previous bundle, which still runs
    });
  }

  get #codeFolder(): string {
    return path.join(this.#folder, "operator");
  }

  #write(name: string, text: string | Uint8Array): void {
    const file = path.join(this.#folder, name);
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    } catch (cause) {
      throw new TsopError("files/write-failed", `cannot write into ${this.#folder}: ${String(cause)}`, { cause });
    }
  }
}

function outputOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (found === undefined) throw new Error(`esbuild returned no module of ${source}`);
  return found[0];
}

/** Redirects imports of tsop to the copy that the loader has loaded. */
function besideOperator(library: ReadonlyMap<string, string>): Plugin {
  return {
    name: "tsop-beside-operator",
    setup: (build) =>
      build.onResolve({ filter: /^tsop(\/apiserver)?$/ }, ({ path: name }) => {
        const url = library.get(name);
        return url === undefined ? undefined : { path: url, external: true };
      }),
  };
}

function loaderOf(library: readonly string[]): string {
  return `import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

${library.map((url) => `await import(${JSON.stringify(url)});`).join("\n")}
const lines = createInterface({ input: process.stdin });
for await (const main of lines) {
  lines.close();
  process.stdin.destroy();
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
  break;
}
`;
}
