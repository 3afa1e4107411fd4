/** Resolves the names of modules to files of the project, by the compiler's rules. */
import path from "node:path";
import type { ts } from "ts-morph";
import { compiler } from "../source/compiler.js";
import type { CodeFiles } from "./code-file.js";

/** Returns the file of the project that a module names; undefined for a package, and if no file matches. */
export type ResolveModule = (from: string, module: string) => string | undefined;

const root = "/project";

export function moduleResolver(files: CodeFiles): ResolveModule {
  const relative = (file: string): string => path.posix.relative(root, file);
  const host: ts.ModuleResolutionHost = {
    fileExists: (file) => file.startsWith(`${root}/`) && files.read(relative(file)) !== undefined,
    readFile: (file) => files.read(relative(file)),
    getCurrentDirectory: () => root,
  };
  const options = readOptions(files);
  const hasAliases = "paths" in options || "baseUrl" in options;
  return (from, module) => {
    const isRelative = /^\.\.?(?:\/|$)/.test(module);
    if (!isRelative && !module.startsWith("#") && !hasAliases) return undefined;
    const containing = path.posix.join(root, from);
    const { resolvedModule } = compiler.resolveModuleName(module, containing, options, host);
    if (resolvedModule !== undefined) return inProject(relative(resolvedModule.resolvedFileName));
    const exact = isRelative ? targetOf(from, module) : undefined;
    // A file that is neither code nor JSON, for example with a query for a bundler.
    return exact === undefined || files.read(exact) === undefined ? undefined : exact;
  };
}

/** Returns the path that a relative name of a module leads to, before the compiler adds an extension. */
export function targetOf(from: string, module: string): string {
  return path.posix.join(path.posix.dirname(from), withoutQuery(module)).replace(/(?<=.)\/$/, "");
}

/** Returns a name of a module without the query that a bundler reads: `./text.md?raw`. */
export function withoutQuery(module: string): string {
  return module.split("?", 1)[0] ?? "";
}

function inProject(file: string): string | undefined {
  return file.startsWith("../") || file.includes("node_modules/") ? undefined : file;
}

function readOptions(files: CodeFiles): ts.CompilerOptions {
  const fixed = {
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    module: compiler.ModuleKind.ESNext,
    allowJs: true,
    resolveJsonModule: true,
  };
  const text = files.read("tsconfig.json");
  if (text === undefined) return fixed;
  const { config } = compiler.parseConfigFileTextToJson("tsconfig.json", text) as { config?: unknown };
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
    fileExists: (file) => files.read(path.posix.relative(root, file)) !== undefined,
    readFile: (file) => files.read(path.posix.relative(root, file)),
  };
  const { options } = compiler.parseJsonConfigFileContent(config ?? {}, host, root, undefined, `${root}/tsconfig.json`);
  return { ...options, ...("paths" in options ? { pathsBasePath: options.pathsBasePath ?? root } : {}), ...fixed };
}
