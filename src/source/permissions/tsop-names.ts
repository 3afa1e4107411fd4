/** Which function or method of tsop's a name stands for. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { isTsop } from "./program.js";
import { type Code, meaningOf, type Name } from "./values-of.js";

/**
 * `Reader.get`, `createOrUpdate`: what a called name is in tsop; undefined for what is not tsop's. The method's own
 * declaration says which it is; there is no need to choose among its signatures.
 */
export function tsopNameOf(code: Code, name: Name | ts.StringLiteralLike): string | undefined {
  const meant = meaningOf(code, name);
  const isTaken = meant?.valueDeclaration !== undefined && compiler.isBindingElement(meant.valueDeclaration);
  const declarations = isTaken
    ? code.checker
        .getTypeAtLocation(name)
        .getCallSignatures()
        .map(({ declaration }) => declaration)
    : meant?.declarations;
  const ours = declarations?.find((each) => each !== undefined && isTsop(each.getSourceFile()));
  return ours && fullName(ours);
}

function fullName(declaration: ts.Node): string | undefined {
  const isNamed = compiler.isMethodSignature(declaration) || compiler.isFunctionDeclaration(declaration);
  if (!isNamed || declaration.name === undefined || !compiler.isIdentifier(declaration.name)) return undefined;
  const { parent } = declaration;
  return compiler.isInterfaceDeclaration(parent)
    ? `${parent.name.text}.${declaration.name.text}`
    : declaration.name.text;
}

/** The name of the method that is called: `client.get`, `client["get"]`. */
export function methodName(callee: ts.Expression): ts.Identifier | ts.StringLiteralLike | undefined {
  if (compiler.isPropertyAccessExpression(callee)) return compiler.isIdentifier(callee.name) ? callee.name : undefined;
  if (!compiler.isElementAccessExpression(callee)) return undefined;
  return compiler.isStringLiteralLike(callee.argumentExpression) ? callee.argumentExpression : undefined;
}

/** Whatever code makes the checker fail, it is that code which stays unknown, and tsop that goes on. */
export function guarded<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
