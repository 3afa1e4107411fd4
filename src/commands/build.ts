import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BuildFailure, BuildOptions as EsbuildOptions, Message, OutputFile } from "esbuild";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { CommandResult, Context } from "./context.js";
import type { BuildOptions } from "./declared/run.js";
import { apiserverFile } from "../scaffold/extension/extension-names.js";
import { operatorBundle } from "./operator-bundle.js";
import { readProject } from "../project/file.js";

/** The options of a bundle, for all its uses. */
export interface BundleOptions extends BuildOptions {
  /** The base image, for the list of packages. */
  readonly baseImage?: string;
}

const sbomFile = "sbom.cdx.json";

/**
 * Bundles `main.ts`, and `apiserver.ts` if there is one, with all imports into `dist/`: `node dist/main.js` runs without
 * node_modules.
 *
 * @throws TsopError `build/failed` with the place of each error; `dist/` is as before then
 */
export async function build(options: BundleOptions, context: Context): Promise<CommandResult> {
  readProject(context.cwd);
  const files = await bundle(options, context);
  const written = replaceBundle(context.cwd, files);
  const bytes = files
    .filter(({ path: file }) => file.endsWith(".js"))
    .reduce((sum, file) => sum + file.contents.length, 0);
  return {
    text: `built dist/main.js (${Math.ceil(bytes / 1024)} KiB in ${written.length} files); run it with \`node dist/main.js\``,
    json: { built: written, bytes },
  };
}

/** @throws TsopError `build/failed` where there is nothing to bundle */
export function ensureMain(root: string): void {
  if (!existsSync(path.join(root, "main.ts"))) {
    throw new TsopError("build/failed", "there is no main.ts to bundle", {
      hint: "`tsop init` creates one. If you moved yours, move it back: tsop bundles it into dist/main.js.",
    });
  }
}

/** Returns the esbuild options of a project. The caller sets the output location. */
export function operatorBuild(root: string) {
  const entryPoints = { main: "main.ts", ...(hasApiserver(root) ? { apiserver: apiserverFile } : {}) };
  return { ...bundleOptions(root), entryPoints } satisfies EsbuildOptions;
}

/** Returns whether the project has an extension API server. */
export function hasApiserver(root: string): boolean {
  return existsSync(path.join(root, apiserverFile));
}

/** Returns the same options without the entry points. */
export function bundleOptions(root: string) {
  return {
    absWorkingDir: root,
    chunkNames: "chunk-[hash]",
    ...operatorBundle,
    write: false,
    logLevel: "silent",
  } satisfies EsbuildOptions;
}

/** Converts the errors of esbuild to a TsopError. Returns any other error unchanged. */
export function toBuildError(error: unknown): unknown {
  if (!isBuildFailure(error)) return error;
  return TsopError.fromDiagnostics(error.errors.map((message) => toDiagnostic(message, "error")));
}

/** A file to write to dist/. */
type BundleFile = Pick<OutputFile, "path" | "contents">;

async function bundle(
  { sourcemap = true, sbom = false, baseImage }: BundleOptions,
  context: Context,
): Promise<BundleFile[]> {
  const root = context.cwd;
  ensureMain(root);
  const esbuild = await import("esbuild");
  try {
    const result = await esbuild.build({
      ...operatorBuild(root),
      outdir: "dist",
      sourcemap: sourcemap ? "external" : false,
      metafile: true,
    });
    for (const warning of result.warnings) context.output.warn(toDiagnostic(warning, "warning"));
    if (!sbom) return result.outputFiles;
    const { operatorSbom } = await import("./images/operator-sbom.js");
    const contents = Buffer.from(operatorSbom(result.metafile, baseImage, context));
    return [...result.outputFiles, { path: path.join(root, "dist", sbomFile), contents }];
  } catch (error) {
    throw toBuildError(error);
  }
}

/** Writes the new bundle and removes the remaining files of the previous bundle. Leaves other files in dist/ untouched. */
function replaceBundle(root: string, files: readonly BundleFile[]): string[] {
  const dist = path.join(root, "dist");
  const names = files.map((file) => path.relative(dist, file.path));
  try {
    mkdirSync(dist, { recursive: true });
    // tsop does not write to or delete from a folder outside the project.
    if (lstatSync(dist).isSymbolicLink()) throw new Error("it is a symbolic link");
    for (const [index, file] of files.entries()) {
      const target = path.join(dist, names[index] ?? "");
      if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(target);
      writeFileSync(target, file.contents);
    }
    for (const name of readdirSync(dist)) {
      if ((name === sbomFile || /^(main|apiserver|chunk-[A-Z0-9]+)\.js(\.map)?$/.test(name)) && !names.includes(name))
        rmSync(path.join(dist, name));
    }
  } catch (error) {
    throw new TsopError("files/write-failed", `cannot write the bundle into dist/: ${String(error)}`, {
      hint: "Check the free space and the permissions of dist/.",
      cause: error,
    });
  }
  return names.map((name) => `dist/${name}`);
}

export function toDiagnostic({ text, location, notes }: Message, severity: "error" | "warning"): Diagnostic {
  const note = notes[0]?.text;
  return {
    code: "build/failed",
    severity,
    message: text,
    ...(location === null ? {} : { at: { file: location.file, line: location.line, column: location.column + 1 } }),
    ...(note === undefined ? {} : { hint: note }),
  };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}
