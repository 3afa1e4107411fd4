import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildContext, Metafile, Plugin } from "esbuild";
import { TsopError } from "../../core/errors.js";
import { bundleOptions, ensureMain, operatorBuild, toBuildError, toDiagnostic } from "../build.js";
import type { DevLog } from "./dev-log.js";

/** A bundle on disk. */
export interface BuiltOperator {
  /** The path of the main module. It changes with the code. */
  readonly main: string;
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

  /** The source files of the newest bundle, as paths below the root. */
  get sources(): ReadonlySet<string> {
    return this.#sources;
  }

  /** @throws TsopError `build/failed` with the place of each error */
  async build(log: DevLog): Promise<BuiltOperator> {
    ensureMain(this.#root);
    try {
      const context = await (this.#building ??= this.#open());
      const { metafile, warnings, outputFiles } = await context.rebuild();
      for (const warning of warnings) log.warn(toDiagnostic(warning, "warning"));
      this.#sources = new Set(Object.keys(metafile.inputs));
      for (const { path: file, contents } of outputFiles) this.#write(path.relative(this.#folder, file), contents);
      return {
        main: path.join(this.#root, mainOf(metafile)),
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
    const library = path.join(this.#folder, `tsop-${this.#libraries}`);
    await esbuild.build({
      ...bundleOptions(this.#root),
      stdin: { contents: 'export * from "tsop";', resolveDir: this.#root },
      outdir: library,
      entryNames: "tsop",
      write: true,
    });
    const url = pathToFileURL(path.join(library, "tsop.js")).href;
    this.#write("package.json", '{ "type": "module" }\n'); // esbuild's output consists of ES modules
    this.#write("loader.js", loaderOf(url));
    return esbuild.context({
      ...operatorBuild(this.#root),
      outdir: this.#codeFolder,
      entryNames: "main-[hash]",
      plugins: [besideOperator(url)],
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

function mainOf({ outputs }: Metafile): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === "main.ts");
  if (found === undefined) throw new Error("esbuild returned no main module");
  return found[0];
}

/** Redirects imports of tsop to the copy that the loader has loaded. */
function besideOperator(url: string): Plugin {
  return {
    name: "tsop-beside-operator",
    setup: (build) => build.onResolve({ filter: /^tsop$/ }, () => ({ path: url, external: true })),
  };
}

function loaderOf(library: string): string {
  return `import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

await import(${JSON.stringify(library)});
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
