import type ts from "typescript";
import type { Diagnostic } from "../core/diagnostic.js";
import { compiler } from "./compiler.js";
import type { NameResolver, OpenModule } from "./names.js";
import { locateNode, type ParsedFile } from "./parsed-file.js";
import type { DeclaredKind } from "./read-kinds.js";

/**
 * Kinds that a file imports and that are not exported: it would not compile, and the permissions for the kind would go missing
 * in what is generated.
 */
export function checkExports(
  file: ParsedFile,
  kinds: readonly DeclaredKind[],
  names: NameResolver,
  open: OpenModule,
): Diagnostic[] {
  return [...names.namesOf(file).imports.values()].flatMap(({ module, name }) => {
    const named = module?.startsWith(".") === true ? kinds.filter((kind) => kind.name === name) : [];
    const target = named.length === 0 || module === undefined ? undefined : open(file, module);
    const kind = named.find((each) => each.file.path === target?.path);
    if (kind === undefined || names.namesOf(kind.file).reexports.has(name)) return [];
    return hiddenDeclarations(kind).map(({ node, text }) => ({
      code: "kind/invalid",
      severity: "error",
      message: `${text} is not exported, and ${file.path} imports it`,
      at: locateNode(kind.file, node),
      hint: `Write: export ${text} …`,
    }));
  });
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
