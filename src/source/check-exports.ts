import type { ts } from "ts-morph";
import type { Diagnostic } from "../core/diagnostic.js";
import { compiler } from "./compiler.js";
import type { NameResolver } from "./names.js";
import { locateNode, type ParsedFile } from "./parsed-file.js";
import type { DeclaredKind } from "./read-kinds.js";

/**
 * Kinds that a file imports, also through files that export again, and that are not exported: it would not compile, and the permissions for the kind would go missing
 * in what is generated.
 */
export function checkExports(file: ParsedFile, kinds: readonly DeclaredKind[], names: NameResolver): Diagnostic[] {
  const hidden = kinds.filter((kind) => hiddenDeclarations(kind).length > 0 && !isExportedBelow(names, kind));
  // Without one, no other file is opened.
  if (hidden.length === 0) return [];
  return [...names.namesOf(file).imports.values()].flatMap(({ module, name }) => {
    if (module?.startsWith(".") !== true) return [];
    const meaning = names.resolveImport(file, module, name);
    if (meaning.kind !== "declared") return [];
    const kind = hidden.find((each) => each.name === meaning.name && each.file.path === meaning.file.path);
    if (kind === undefined) return [];
    return hiddenDeclarations(kind).map(({ node, text }) => ({
      code: "kind/invalid",
      severity: "error",
      message: `${text} is not exported, and ${file.path} imports it`,
      at: locateNode(kind.file, node),
      hint: `Write: export ${text} …`,
    }));
  });
}

/** `export { Bar }`, with whatever name. */
function isExportedBelow(names: NameResolver, { file, name }: DeclaredKind): boolean {
  return [...names.namesOf(file).reexports.values()].some((each) => each.module === undefined && each.name === name);
}

/** The interface and the value of a kind, each where it lacks its `export`. */
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

function isExported(node: ts.InterfaceDeclaration | ts.VariableStatement): boolean {
  return node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true;
}
