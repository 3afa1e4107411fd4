/** Reads and edits the chain that sets a controller up: `manager.controller("bar").for(Bar).owns(Deployment).complete(this)`. */
import type { CallExpression, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { tsMorph } from "./ts-morph.js";

/** An imported name, as a file imports it. */
export interface Imported {
  readonly module: string;
  readonly name: string;
}

/** Returns the first arguments of the calls of `owns`: the import of each; undefined for an argument that is not an import. */
export function ownedKinds({ source }: EditedSource): (Imported | undefined)[] {
  const imports = source.getImportDeclarations().flatMap((each) =>
    each.getNamedImports().map((specifier) => ({
      local: (specifier.getAliasNode() ?? specifier.getNameNode()).getText(),
      imported: { module: each.getModuleSpecifierValue(), name: specifier.getName() },
    })),
  );
  return callsOf(source, "owns").map((call) => {
    const argument = call.getArguments()[0]?.getText();
    return imports.find(({ local }) => local === argument)?.imported;
  });
}

/** Returns the finalizers that calls such as `withFinalizer(…)` name; undefined for a name that is not a constant of the file. */
export function finalizersIn({ source }: EditedSource): (string | undefined)[] {
  const { Node: is, SyntaxKind } = tsMorph;
  const uses = source
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => /^(?:with|add|remove|contains)Finalizer$/.test(call.getExpression().getText()));
  const found = uses.map((call) => {
    const texts = call.getArguments().map((each) => {
      const value = is.isIdentifier(each) ? source.getVariableDeclaration(each.getText())?.getInitializer() : each;
      return is.isStringLiteral(value) ? value.getLiteralValue() : undefined;
    });
    return texts.find((text) => text?.includes("/") === true);
  });
  return [...new Set(found)];
}

/**
 * Wraps the reconciler of the only controller in a file.
 *
 * @param wrap - returns the new argument of `complete`
 * @returns whether the file has one chain that ends with `complete`
 */
export function wrapReconciler(
  { source }: EditedSource,
  wrap: (reconciler: string, manager: string) => string,
): boolean {
  const [call, ...others] = callsOf(source, "complete").filter((each) => managerOf(each) !== undefined);
  const [argument] = call?.getArguments() ?? [];
  const manager = call === undefined ? undefined : managerOf(call);
  if (argument === undefined || manager === undefined || others.length > 0) return false;
  source.replaceText([argument.getStart(), argument.getEnd()], wrap(argument.getText(), manager));
  return true;
}

/** Returns the expression before `.controller(…)` in a chain. */
function managerOf(call: CallExpression): string | undefined {
  const { Node: is } = tsMorph;
  let node: Node = call;
  while (is.isCallExpression(node)) {
    const callee: Node = node.getExpression();
    if (!is.isPropertyAccessExpression(callee)) return undefined;
    if (callee.getName() === "controller") return callee.getExpression().getText();
    node = callee.getExpression();
  }
  return undefined;
}

function callsOf(source: EditedSource["source"], method: string): CallExpression[] {
  const { Node: is, SyntaxKind } = tsMorph;
  return source.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => {
    const callee = call.getExpression();
    return is.isPropertyAccessExpression(callee) && callee.getName() === method;
  });
}
