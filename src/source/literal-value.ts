import type ts from "typescript";
import { compiler } from "./compiler.js";

/** The value of a literal, as a type or as an expression. */
export function literalValue(node: ts.Node): string | number | boolean | undefined {
  if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false;
  if (compiler.isPrefixUnaryExpression(node) && compiler.isNumericLiteral(node.operand)) {
    const value = Number(node.operand.text);
    return node.operator === compiler.SyntaxKind.MinusToken ? -value : value;
  }
  return undefined;
}
