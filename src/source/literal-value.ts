import type { ts } from "ts-morph";
import { readExactNumber } from "../core/exact-json.js";
import { compiler } from "./compiler.js";
import type { ParsedFile } from "./parsed-file.js";

/** The value of a literal, as a type or as an expression: a whole number with all digits that are written. */
export function literalValue(node: ts.Node, file: ParsedFile): string | number | bigint | boolean | undefined {
  if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return numberOf(file, node, "");
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false;
  if (compiler.isPrefixUnaryExpression(node) && compiler.isNumericLiteral(node.operand)) {
    if (node.operator === compiler.SyntaxKind.MinusToken) return numberOf(file, node.operand, "-");
    return node.operator === compiler.SyntaxKind.PlusToken ? numberOf(file, node.operand, "") : undefined;
  }
  return undefined;
}

/** Undefined for a number that no JSON can hold. */
function numberOf(file: ParsedFile, node: ts.NumericLiteral, sign: "" | "-"): number | bigint | undefined {
  // The compiler has made a double of the text.
  const written = node.getText(file.ast).replaceAll("_", "");
  const value = readExactNumber(sign + (/^0[box]/i.test(written) ? BigInt(written).toString() : written));
  return value === Infinity || value === -Infinity ? undefined : value;
}
