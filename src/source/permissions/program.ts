import path from "node:path";
import type { ts } from "ts-morph";
import type { BuiltInResources } from "../../schema/built-in-resources.js";
import { compiler } from "../compiler.js";
import type { OpenModule } from "../names.js";
import { parseFile, type ParsedFile } from "../parsed-file.js";
import { clientNodeDeclarations } from "./client-node.js";
import { kindDeclarations, libraryDeclarations, tsopDeclarations } from "./declarations.js";

// Outside the project's folder, so that they match none of its files.
const library = "/library.d.ts";
const tsop = "/tsop.d.ts";
const clientNode = "/client-node.d.ts";
const root = "/project";

/** Returns whether a file contains the declarations of tsop or client-node for the checker. */
export function isTsop({ fileName }: ts.SourceFile): boolean {
  return fileName === tsop || fileName === clientNode;
}

export interface ProgramSettings {
  /** Returns whether the program contains the types of a module. Default: its name is a relative path. */
  readonly isOwn?: (module: string) => boolean;
  readonly allowJs?: boolean;
  /** Parses declarations. Default: {@link parseFile}. */
  readonly parse?: typeof parseFile;
}

function isRelative(module: string): boolean {
  return module.startsWith(".");
}

const extensions: Readonly<Record<string, ts.Extension>> = {
  ".mts": compiler.Extension.Mts,
  ".cts": compiler.Extension.Cts,
  ".tsx": compiler.Extension.Tsx,
  ".js": compiler.Extension.Js,
  ".mjs": compiler.Extension.Mjs,
  ".cjs": compiler.Extension.Cjs,
  ".jsx": compiler.Extension.Jsx,
};

/**
 * Creates a program of the given files and their imports for the checker. It reuses parsed files. Types from other packages
 * are `any`, except the packages that `isOwn` names.
 */
export function createProgram(
  files: readonly ParsedFile[],
  open: OpenModule,
  resources: BuiltInResources,
  { isOwn = isRelative, parse = parseFile, ...more }: ProgramSettings = {},
): { readonly program: ts.Program; readonly locate: (file: ts.SourceFile) => ParsedFile | undefined } {
  const parsed = new Map(files.map((file) => [file.path, file]));
  const sources = new Map<string, ts.SourceFile | undefined>();
  const sourceOf = (name: string): ts.SourceFile | undefined => {
    if (!sources.has(name)) sources.set(name, parsed.get(name)?.ast ?? declarationsOf(name, resources, parse));
    return sources.get(name);
  };
  const resolve = (module: string, from: string): string | undefined => {
    if (module === "tsop" || module === "tsop/migrate") return tsop;
    if (module === "tsop/client-node" || module === "@kubernetes/client-node") return clientNode;
    if (module.startsWith("tsop/k8s/")) return `/k8s/${module.slice("tsop/k8s/".length)}.d.ts`;
    const file = parsed.get(path.posix.relative(root, from));
    const target = file === undefined || !isOwn(module) ? undefined : open(file, module);
    if (target !== undefined) parsed.set(target.path, target);
    return target?.path;
  };
  const host: ts.CompilerHost = {
    getSourceFile: sourceOf,
    fileExists: (name) => sourceOf(name) !== undefined,
    readFile: (name) => sourceOf(name)?.text,
    getDefaultLibFileName: () => library,
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const file = resolve(text, from);
        const extension = extensions[path.extname(file ?? "")] ?? compiler.Extension.Ts;
        return { resolvedModule: file === undefined ? undefined : { resolvedFileName: file, extension } };
      }),
  };
  const program = compiler.createProgram({
    rootNames: [library, ...parsed.keys()],
    options: { ...options, ...more },
    host,
  });
  return { program, locate: (file) => parsed.get(file.fileName) };
}

const options: ts.CompilerOptions = {
  target: compiler.ScriptTarget.ES2023,
  module: compiler.ModuleKind.ESNext,
  moduleResolution: compiler.ModuleResolutionKind.Bundler,
  noLib: true,
  strict: true,
  types: [],
  skipLibCheck: true,
};

function declarationsOf(name: string, resources: BuiltInResources, parse: typeof parseFile): ts.SourceFile | undefined {
  const known: Readonly<Record<string, string>> = {
    [library]: libraryDeclarations,
    [tsop]: tsopDeclarations,
    [clientNode]: clientNodeDeclarations,
  };
  const text = known[name] ?? moduleText(name, resources);
  return text === undefined ? undefined : parse(name, text).ast;
}

function moduleText(name: string, resources: BuiltInResources): string | undefined {
  const module = /^\/k8s\/(.+)\.d\.ts$/.exec(name)?.[1];
  if (module === undefined || !Object.hasOwn(resources, module)) return undefined;
  const found = resources[module];
  return found === undefined ? undefined : kindDeclarations(found);
}
