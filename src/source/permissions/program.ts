import path from "node:path";
import type ts from "typescript";
import type { BuiltInResources } from "../../schema/built-in-resources.js";
import { compiler } from "../compiler.js";
import type { OpenModule } from "../names.js";
import type { ParsedFile } from "../parsed-file.js";
import { kindDeclarations, libraryDeclarations, tsopDeclarations } from "./declarations.js";

const library = "/library.d.ts";
const tsop = "/tsop.d.ts";
const root = "/project";

/** Where the declarations of tsop are, in the eyes of the checker. */
export function isTsop(file: ts.SourceFile): boolean {
  return file.fileName === tsop;
}

/**
 * A program of the project's files alone, which the checker can be asked about. What comes from other packages is
 * `any`: an operator's kinds are its own, or tsop's.
 */
export function createProgram(
  files: readonly ParsedFile[],
  open: OpenModule,
  resources: BuiltInResources,
): { readonly program: ts.Program; readonly locate: (file: ts.SourceFile) => ParsedFile | undefined } {
  const parsed = new Map(files.map((file) => [`${root}/${file.path}`, file]));
  const sources = new Map<string, ts.SourceFile>();
  const textOf = (name: string): string | undefined => {
    if (name === library) return libraryDeclarations;
    if (name === tsop) return tsopDeclarations;
    const module = /^\/k8s\/(.+)\.d\.ts$/.exec(name)?.[1];
    if (module !== undefined) return moduleText(module, resources);
    return parsed.get(name)?.ast.text;
  };
  const resolve = (module: string, from: string): string | undefined => {
    if (module === "tsop") return tsop;
    if (module.startsWith("tsop/k8s/")) return `/k8s/${module.slice("tsop/k8s/".length)}.d.ts`;
    const file = parsed.get(from);
    const target = file === undefined || !module.startsWith(".") ? undefined : open(file, module);
    if (target === undefined) return undefined;
    const name = `${root}/${target.path}`;
    parsed.set(name, target);
    return name;
  };
  const host: ts.CompilerHost = {
    getSourceFile: (name) => {
      const text = textOf(name);
      const known = sources.get(name);
      if (text === undefined || known !== undefined) return known;
      const made = compiler.createSourceFile(name, text, compiler.ScriptTarget.ES2023, true);
      sources.set(name, made);
      return made;
    },
    fileExists: (name) => textOf(name) !== undefined,
    readFile: textOf,
    getDefaultLibFileName: () => library,
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const file = resolve(text, from);
        const extension = path.extname(file ?? "") === ".mts" ? compiler.Extension.Mts : compiler.Extension.Ts;
        return { resolvedModule: file === undefined ? undefined : { resolvedFileName: file, extension } };
      }),
  };
  const program = compiler.createProgram({ rootNames: [library, ...parsed.keys()], options, host });
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

function moduleText(module: string, resources: BuiltInResources): string | undefined {
  const found = Object.hasOwn(resources, module) ? resources[module] : undefined;
  return found === undefined ? undefined : kindDeclarations(found);
}
