/** Finds where a file uses a name that a module exports. */
import type { Identifier, ImportDeclaration, ImportSpecifier, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { tsMorph } from "./ts-morph.js";

/** Returns the specifiers with which a file imports a name. */
export function importsOf({ source }: EditedSource, module: string, name: string): ImportSpecifier[] {
  return importsFrom({ source }, module)
    .flatMap((each) => each.getNamedImports())
    .filter((each) => each.getName() === name);
}

/** Returns the uses of a name through `import * as`: the identifiers on the right of the point. */
export function namespaceUses({ source }: EditedSource, module: string, name: string): Identifier[] {
  const { Node: is } = tsMorph;
  const spaces = importsFrom({ source }, module).flatMap((each) => each.getNamespaceImport() ?? []);
  return spaces.flatMap(referencesTo).flatMap((node) => {
    const parent = node.getParent();
    const right =
      is.isPropertyAccessExpression(parent) && parent.getExpression() === node
        ? parent.getNameNode()
        : is.isQualifiedName(parent) && parent.getLeft() === node
          ? parent.getRight()
          : undefined;
    return is.isIdentifier(right) && right.getText() === name ? [right] : [];
  });
}

/** Returns the identifiers in the file that refer to the same declaration, without the declaration itself. */
export function referencesTo(declared: Identifier): Identifier[] {
  const symbol = declared.getSymbol();
  return declared
    .getSourceFile()
    .getDescendantsOfKind(tsMorph.SyntaxKind.Identifier)
    .filter((each) => each !== declared && each.getText() === declared.getText() && refersTo(each, symbol));
}

function refersTo(node: Identifier, symbol: ReturnType<Node["getSymbol"]>): boolean {
  const { Node: is } = tsMorph;
  const parent = node.getParent();
  // The name of a member is not a reference, whatever its owner is.
  if (is.isPropertyAccessExpression(parent) && parent.getNameNode() === node) return false;
  if (is.isShorthandPropertyAssignment(parent)) return parent.getValueSymbol() === symbol;
  if (is.isExportSpecifier(parent)) {
    return parent.getExportDeclaration().getModuleSpecifier() === undefined && parent.getNameNode() === node;
  }
  return symbol !== undefined && node.getSymbol() === symbol;
}

function importsFrom({ source }: Pick<EditedSource, "source">, module: string): ImportDeclaration[] {
  return source.getImportDeclarations().filter((each) => each.getModuleSpecifierValue() === module);
}
