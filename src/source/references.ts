/** Finds the uses of files that will be deleted, with the compiler: imports, and every name that leads to them. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../core/source-location.js";
import { readBuiltInResources } from "../schema/built-in-resources.js";
import { compiler } from "./compiler.js";
import type { OpenModule } from "./names.js";
import { locate, type ParsedFile, parseFile } from "./parsed-file.js";
import { createProgram } from "./permissions/program.js";
import { SourceFiles } from "./source-files.js";
import type { SourceHost } from "./source-host.js";

/** A use in a file that stays. */
export interface Reference {
  readonly at: SourceLocation;
  /** The used name; undefined for an import or a re-export of the module. */
  readonly name: string | undefined;
  /** The file that the name or the import leads to. */
  readonly file: string;
}

export interface ReferenceQuery {
  readonly root: string;
  /** The project with the deleted files, and the other files as they will be. */
  readonly host: SourceHost;
  /** The files that will be deleted. */
  readonly gone: ReadonlySet<string>;
  /** The files that will lose code. */
  readonly changed: ReadonlySet<string>;
}

/** Returns the uses, sorted by file and position. Each line appears once for each name. */
export function findReferences({ root, host, gone, changed }: ReferenceQuery): Reference[] {
  const own = new Map(host.files().map((file) => [file, parseFile(file, host.read(file) ?? "")]));
  const sources = new SourceFiles(host, root, () => undefined);
  const open: OpenModule = (from, module) => {
    const found = sources.openModule(from, module);
    return found === undefined ? undefined : (own.get(found.path) ?? found);
  };
  const staying = [...own.values()].filter((file) => !gone.has(file.path));
  const targets = new Map(staying.flatMap((file) => importsOf(file, open)));
  // The checker takes most of the time, and most deletions need none. It sees the types of a file that an import names by its path.
  const canUse =
    [...targets.values()].some(
      ({ module, path }) => gone.has(path) || (module.text.startsWith(".") && !own.has(path)),
    ) || [...gone].some((file) => declaresGlobals(own.get(file)));
  if (!canUse && ![...targets.values()].some(({ path }) => changed.has(path))) return [];
  const { program } = createProgram([...own.values()], open, readBuiltInResources());
  const checker = program.getTypeChecker();
  const references: Reference[] = [];
  for (const file of staying) {
    const add = (node: ts.Node, name: string | undefined, target: string): void => {
      references.push({ at: locate(file, node.getStart(file.ast)), name, file: target });
    };
    const visit = (node: ts.Node): void => {
      const target = targets.get(node);
      if (target !== undefined && gone.has(target.path)) {
        add(target.module, undefined, target.path);
        // The import itself has been reported, and its names are no further uses.
        if (compiler.isImportDeclaration(node)) return;
      }
      if (canUse && compiler.isIdentifier(node)) {
        const used = goneFileOf(checker, node, gone);
        if (used !== undefined) add(node, node.text, used);
      }
      if (compiler.isImportSpecifier(node)) {
        const from = targets.get(node.parent.parent.parent)?.path;
        if (from !== undefined && changed.has(from) && isMissing(checker, node)) add(node, node.name.text, from);
      }
      compiler.forEachChild(node, visit);
    };
    visit(file.ast);
  }
  return withoutRepetition(references);
}

/** Where an import leads. */
interface Target {
  readonly module: ts.StringLiteralLike;
  readonly path: string;
}

/** Returns the nodes of a file that import modules, with the files that these lead to. */
function importsOf(file: ParsedFile, open: OpenModule): [ts.Node, Target][] {
  const found: [ts.Node, Target][] = [];
  const visit = (node: ts.Node): void => {
    const module = moduleOf(node);
    const path = module === undefined ? undefined : open(file, module.text)?.path;
    if (module !== undefined && path !== undefined) found.push([node, { module, path }]);
    compiler.forEachChild(node, visit);
  };
  visit(file.ast);
  return found;
}

/** Returns whether other files can use the names of a file without importing it. */
function declaresGlobals(file: ParsedFile | undefined): boolean {
  if (file === undefined) return false;
  return !compiler.isExternalModule(file.ast) || /\bdeclare\s+(?:global|module)\b/.test(file.ast.text);
}

/** Returns the module that an import, a re-export, `import()` or an import type names. */
function moduleOf(node: ts.Node): ts.StringLiteralLike | undefined {
  const named =
    compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)
      ? node.moduleSpecifier
      : compiler.isCallExpression(node) && isImportCall(node)
        ? node.arguments[0]
        : compiler.isImportTypeNode(node) && compiler.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
  return named !== undefined && compiler.isStringLiteralLike(named) ? named : undefined;
}

/** Returns whether a call loads a module: `import("…")`, or a module mock of a test. */
function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === compiler.SyntaxKind.ImportKeyword ||
    (compiler.isPropertyAccessExpression(expression) &&
      compiler.isIdentifier(expression.expression) &&
      expression.expression.text === "vi" &&
      ["mock", "doMock", "importActual", "unmock"].includes(expression.name.text))
  );
}

/** Returns the deleted file that declares a name; undefined if another file declares it, too. */
function goneFileOf(checker: ts.TypeChecker, node: ts.Identifier, gone: ReadonlySet<string>): string | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
  const declarations = (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
  const files = declarations.map((declaration) => declaration.getSourceFile().fileName);
  return files.length > 0 && files.every((file) => gone.has(file)) ? files[0] : undefined;
}

/** Returns whether the module of an import does not export the name. */
function isMissing(checker: ts.TypeChecker, node: ts.ImportSpecifier): boolean {
  const symbol = checker.getSymbolAtLocation(node.name);
  return symbol !== undefined && (checker.getAliasedSymbol(symbol).declarations ?? []).length === 0;
}

function withoutRepetition(references: readonly Reference[]): Reference[] {
  const keyOf = ({ at, name }: Reference): string => `${at.file}:${at.line ?? 0} ${name ?? ""}`;
  return [...new Map(references.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();
}
