import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ts as typescript } from "ts-morph";
import { compiler as ts } from "../../src/source/compiler.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** ts-morph has the declarations of the language's own objects in another form. */
const libraries = path.dirname(createRequire(import.meta.url).resolve("typescript"));

/** As strict as a scaffolded project, with the built package. */
const options: typescript.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  paths: {
    tsop: [`${root}dist/index.d.ts`],
    "tsop/testing": [`${root}dist/testing/index.d.ts`],
    "tsop/migrate": [`${root}dist/migrate/index.d.ts`],
    "tsop/apiserver": [`${root}dist/extension/index.d.ts`],
    "tsop/client-node": [`${root}dist/client-node/index.d.ts`],
    "tsop/plugin": [`${root}dist/plugin/index.d.ts`],
    "tsop/k8s/*": [`${root}dist/k8s/*.d.ts`],
  },
};

const read = new Map<string, typescript.SourceFile | undefined>();

/** Reads the declarations of this repository and its packages once for all compilations: no test changes them. */
function createHost(changed = options): typescript.CompilerHost {
  const host = ts.createCompilerHost(changed);
  return {
    ...host,
    getDefaultLibLocation: () => libraries,
    getDefaultLibFileName: (used) => path.join(libraries, ts.getDefaultLibFileName(used)),
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors, // like tsc: the declarations consist mostly of comments
    getSourceFile: (file, ...rest) => {
      if (!file.startsWith(root)) return host.getSourceFile(file, ...rest);
      if (!read.has(file)) read.set(file, host.getSourceFile(file, ...rest));
      return read.get(file);
    },
  };
}

/** Returns the compiler's errors in these files (path → text), which do not exist on disk. */
export function compileTexts(files: ReadonlyMap<string, string>, changes: typescript.CompilerOptions = {}): string[] {
  const host = createHost();
  const disk = { ...host };
  host.fileExists = (file) => files.has(file) || disk.fileExists(file);
  host.readFile = (file) => files.get(file) ?? disk.readFile(file);
  host.directoryExists = (folder) =>
    [...files.keys()].some((file) => file.startsWith(`${folder}/`)) || disk.directoryExists?.(folder) === true;
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? disk.getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion);
  };
  return faultsIn([...files.keys()], ts.createProgram([...files.keys()], { ...options, ...changes }, host));
}

/** Returns the compiler's errors in these sources, each with the code in question. */
export function compileTypes(sources: readonly string[]): string[] {
  return compileTexts(
    new Map(sources.map((text, index) => [path.join(root, "test/import", `types-${index}.ts`), text])),
  );
}

/** Returns the compiler's errors in files on disk. */
export function compileFiles(files: readonly string[]): string[] {
  return faultsIn(files, programOf(files));
}

/** Returns files on disk as a program of the compiler. */
export function programOf(files: readonly string[]): typescript.Program {
  return ts.createProgram(files, options, createHost());
}

/** Returns what `tsc --noEmit` prints in a folder with a tsconfig.json. */
export function compileFolder(folder: string): string {
  const config = path.join(folder, "tsconfig.json");
  const unreadable: typescript.Diagnostic[] = [];
  const onUnRecoverableConfigFileDiagnostic = (fault: typescript.Diagnostic): void => void unreadable.push(fault);
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  const read = ts.getParsedCommandLineOfConfigFile(config, { noEmit: true }, host);
  const faults =
    read === undefined
      ? unreadable
      : [
          ...read.errors,
          ...ts.getPreEmitDiagnostics(ts.createProgram(read.fileNames, read.options, createHost(read.options))),
        ];
  const getCanonicalFileName = (file: string): string => file;
  return ts.formatDiagnostics(faults, {
    getCanonicalFileName,
    getCurrentDirectory: () => folder,
    getNewLine: () => "\n",
  });
}

/** Returns the compiler's errors in some files of a program. */
export function faultsIn(files: readonly string[], program: typescript.Program): string[] {
  const faults = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return faults.map(
    ({ file, start = 0, messageText }) =>
      `${path.basename(file?.fileName ?? "")}: ${JSON.stringify(messageText)}: ${file?.text.slice(start, start + 80)}`,
  );
}
