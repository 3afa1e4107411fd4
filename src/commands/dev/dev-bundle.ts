import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildContext, Metafile, Plugin } from "esbuild";
import { TsopError } from "../../core/errors.js";
import { bundleOptions, ensureMain, operatorBuild, toBuildError, toDiagnostic } from "../build.js";
import type { DevLog } from "./dev-log.js";

/** A bundle on disk. */
export interface BuiltOperator {
  /** Path of its main module. Another one for other code. */
  readonly main: string;
  /** Names of its files. */
  readonly files: readonly string[];
}

/**
 * Bundles the operator again and again. tsop itself is bundled once, beside it: what is left is the project's own code, which
 * takes a few milliseconds, and a process can load tsop before it is known what it is to run.
 */
export class DevBundle {
  readonly #root: string;
  readonly #folder: string;
  #building: Promise<BuildContext<{ metafile: true; write: false }>> | undefined;
  #sources: ReadonlySet<string> = new Set();
  #libraries = 0;

  /** @param folder - what is in it is removed */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  /** A program that loads tsop, and then what a line on its standard input names. */
  get loader(): string {
    return path.join(this.#folder, "loader.js");
  }

  /** The files that the newest bundle is made of: paths below the root. */
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

  /** To be called when packages have changed: tsop and all others are read again. */
  async reopen(): Promise<void> {
    const context = await this.#building?.catch(() => undefined);
    this.#building = undefined;
    await context?.dispose();
  }

  /** Removes all but this bundle, which runs now and may load parts of itself later. */
  keepOnly({ files }: BuiltOperator): void {
    for (const name of readdirSync(this.#codeFolder)) {
      if (!files.includes(name)) rmSync(path.join(this.#codeFolder, name), { force: true });
    }
  }

  async close(): Promise<void> {
    const context = await this.#building?.catch(() => undefined);
    await context?.dispose().catch(() => undefined); // a Ctrl-C on the terminal may have ended esbuild's process
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #open(): Promise<BuildContext<{ metafile: true; write: false }>> {
    const esbuild = await import("esbuild");
    // Another address each time: to Node, and in the bundle's own name, it is another module then.
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
    this.#write("package.json", '{ "type": "module" }\n'); // as esbuild's output is
    this.#write("loader.js", loaderOf(url));
    return esbuild.context({
      ...operatorBuild(this.#root),
      outdir: this.#codeFolder,
      entryNames: "main-[hash]",
      plugins: [besideOperator(url)],
      sourcemap: "external",
      sourcesContent: false,
      metafile: true,
      write: false, // esbuild would remove the files of the bundle before, which runs
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
  if (found === undefined) throw new Error("esbuild has made no main module");
  return found[0];
}

/** Imports of tsop lead to the copy that the loader has loaded. */
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
