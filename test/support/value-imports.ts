/** The value imports among the files of `src`; type-only imports do not count. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ts as typescript } from "ts-morph";
import { compiler as ts } from "../../src/source/compiler.js";

/** The files that each file imports values from. Paths are relative to `folder`. */
export type ValueImports = ReadonlyMap<string, readonly string[]>;

export function valueImports(folder: string, files: readonly string[]): ValueImports {
  return new Map(files.map((file) => [file, valueImportsOf(file, readFileSync(path.join(folder, file), "utf8"))]));
}

export function valueImportsOf(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, untilLastImport(text), ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    if (!moduleSpecifier.text.startsWith(".") || !carriesValues(statement)) return [];
    return [path.posix.join(path.posix.dirname(file), moduleSpecifier.text).replace(/\.js$/, ".ts")];
  });
}

/** Returns the text up to the line of its last import or export from a module: to parse the rest would take most of the time. */
function untilLastImport(text: string): string {
  const last = [...text.matchAll(/\b(?:from|import)\s*["']/g)].at(-1);
  if (last === undefined) return "";
  const end = text.indexOf("\n", last.index + last[0].length);
  return end === -1 ? text : text.slice(0, end);
}

function carriesValues(statement: typescript.ImportDeclaration | typescript.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly } = statement;
    return !isTypeOnly && (exportClause === undefined || !isListOfTypes(exportClause));
  }
  const { importClause } = statement;
  if (importClause === undefined) return true;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
  const { name, namedBindings } = importClause;
  return name !== undefined || namedBindings === undefined || !isListOfTypes(namedBindings);
}

function isListOfTypes(names: typescript.NamedExportBindings | typescript.NamedImportBindings): boolean {
  if (!ts.isNamedImports(names) && !ts.isNamedExports(names)) return false;
  // An empty list still loads its file.
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Returns the cycles among files, each once: the files of the cycle, and the first one again at the end. */
export function findCycles(imports: ValueImports): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start !== -1) cycles.push([...trail.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}
