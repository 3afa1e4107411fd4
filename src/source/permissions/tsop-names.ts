/** Finds the function or method of tsop that a name refers to. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { isTsop } from "./program.js";
import { type Code, meaningOf, type Name } from "./values-of.js";

/**
 * Returns the tsop name of a called name, such as `Reader.get` or `createOrUpdate`; undefined for other functions. The
 * declaration of the method suffices; there is no need to choose one of its signatures.
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

/** Returns the name of the called method: `client.get`, `client["get"]`. */
export function methodName(callee: ts.Expression): ts.Identifier | ts.StringLiteralLike | undefined {
  if (compiler.isPropertyAccessExpression(callee)) return compiler.isIdentifier(callee.name) ? callee.name : undefined;
  if (!compiler.isElementAccessExpression(callee)) return undefined;
  return compiler.isStringLiteralLike(callee.argumentExpression) ? callee.argumentExpression : undefined;
}

/** Returns undefined if the checker fails: the code that makes it fail stays unknown, and tsop continues. */
export function guarded<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
