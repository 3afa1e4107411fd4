import path from "node:path";
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { SourceHost } from "./source-host.js";

/** The file that declares what a module exports, relative to the project; undefined when there is none. */
export type ResolvePackage = (fromFile: string, module: string) => string | undefined;

/**
 * Finds modules that are named without a path: packages, `#imports`, and the `paths` of the project's tsconfig.json.
 * TypeScript's own rules decide.
 */
export function packageResolver(host: SourceHost, root: string): ResolvePackage {
  const base = root.replaceAll(path.sep, "/").replace(/\/$/, "");
  const relative = (file: string): string => path.posix.relative(base, file);
  const resolution: ts.ModuleResolutionHost = {
    fileExists: (file) => host.read(relative(file)) !== undefined,
    readFile: (file) => host.read(relative(file)),
    getCurrentDirectory: () => base,
    realpath: (file) => path.posix.join(base, host.realpath?.(relative(file)) ?? relative(file)),
  };
  let options: ts.CompilerOptions | undefined;
  return (fromFile, module) => {
    options ??= { ...resolutionOptions, ...pathsOf(host, base) };
    const containing = path.posix.join(base, fromFile);
    const { resolvedModule } = compiler.resolveModuleName(module, containing, options, resolution);
    return resolvedModule === undefined ? undefined : relative(resolvedModule.resolvedFileName);
  };
}

const resolutionOptions: ts.CompilerOptions = {
  moduleResolution: compiler.ModuleResolutionKind.Bundler,
  module: compiler.ModuleKind.ESNext,
};

interface TsConfig {
  readonly compilerOptions: { readonly paths?: Record<string, string[]>; readonly baseUrl?: string };
}

function pathsOf(host: SourceHost, base: string): ts.CompilerOptions {
  const text = host.read("tsconfig.json");
  if (text === undefined) return {};
  // Only what the file itself says; a file that it extends is not looked for.
  const { config } = compiler.parseConfigFileTextToJson("tsconfig.json", text) as { config?: Partial<TsConfig> };
  const { paths, baseUrl = "." } = config?.compilerOptions ?? {};
  if (paths === undefined) return {};
  const absolute = ([name, targets]: [string, string[]]): [string, string[]] => [
    name,
    targets.map((target) => path.posix.join(base, baseUrl, target)),
  ];
  return { paths: Object.fromEntries(Object.entries(paths).map(absolute)) };
}
