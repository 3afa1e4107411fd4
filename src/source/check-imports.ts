import type { ts } from "ts-morph";
import { errorAt, type Diagnostic } from "../core/diagnostic.js";
import { compiler } from "./compiler.js";
import { locate, type ParsedFile, locateNode } from "./parsed-file.js";
import type { SourceFiles } from "./source-files.js";
import type { NameResolver } from "./names.js";
import type { DeclaredKind } from "./read-kinds.js";

/**
 * Reports imports of project files that do not exist. The file would not run, and the generated files would lack what the
 * import provides: a kind or a whole controller.
 */
export function checkImports(file: ParsedFile, files: Pick<SourceFiles, "isThere">): Diagnostic[] {
  return relativeImports(file.ast)
    .filter(({ text }) => !files.isThere(file, text))
    .map((literal) => {
      const message = `cannot import ${JSON.stringify(literal.text)}: the file does not exist`;
      const hint = "Correct the path, or remove the import and the code that uses it.";
      return errorAt("source/import-not-found", locate(file, literal.getStart(file.ast)), message, hint);
    });
}

function relativeImports({ statements }: ts.SourceFile): ts.StringLiteral[] {
  return statements
    .map((statement) =>
      compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined,
    )
    .filter((module) => module !== undefined && compiler.isStringLiteral(module))
    .filter(({ text }) => text.startsWith("."));
}

/**
 * Reports kinds that a file imports, also through reexports, but that are not exported. The file would not compile, and the
 * generated files would lack the permissions for the kind.
 */
export function checkExports(file: ParsedFile, kinds: readonly DeclaredKind[], names: NameResolver): Diagnostic[] {
  const hidden = kinds.filter((kind) => hiddenDeclarations(kind).length > 0 && !isExportedBelow(names, kind));
  // Without a hidden kind, open no other file.
  if (hidden.length === 0) return [];
  return [...names.namesOf(file).imports.values()].flatMap(({ module, name }) => {
    if (module?.startsWith(".") !== true) return [];
    const meaning = names.resolveImport(file, module, name);
    if (meaning.kind !== "declared") return [];
    const kind = hidden.find((each) => each.name === meaning.name && each.file.path === meaning.file.path);
    if (kind === undefined) return [];
    return hiddenDeclarations(kind).map(({ node, text }) => {
      const message = `${text} is not exported, and ${file.path} imports it`;
      return errorAt("kind/invalid", locateNode(kind.file, node), message, `Write: export ${text} …`);
    });
  });
}

/** Returns whether the file has an `export { Bar }`, under any name. */
function isExportedBelow(names: NameResolver, { file, name }: DeclaredKind): boolean {
  return [...names.namesOf(file).reexports.values()].some((each) => each.module === undefined && each.name === name);
}

/** Returns the interface and the value of a kind that lack their `export`. */
function hiddenDeclarations({ file, name }: DeclaredKind): { readonly node: ts.Node; readonly text: string }[] {
  return file.ast.statements.flatMap((statement) => {
    if (compiler.isInterfaceDeclaration(statement)) {
      return statement.name.text === name && !isExported(statement)
        ? [{ node: statement.name, text: `interface ${name}` }]
        : [];
    }
    if (!compiler.isVariableStatement(statement) || isExported(statement)) return [];
    return statement.declarationList.declarations.flatMap((declaration) =>
      compiler.isIdentifier(declaration.name) && declaration.name.text === name
        ? [{ node: declaration.name, text: `const ${name}` }]
        : [],
    );
  });
}

/** Returns whether a declaration has its own `export`. */
export function isExported(node: ts.InterfaceDeclaration | ts.VariableStatement): boolean {
  return node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true;
}
