/** Evaluates expressions with a static value: literals, and names of constants and of enum members. */
import type { Literal } from "../model/type-model.js";
import type { ts } from "ts-morph";
import { type ExactJsonValue, isJsonObject } from "../core/json.js";
import { compiler } from "./compiler.js";
import type { NameResolver } from "./names.js";
import type { ParsedFile } from "./parsed-file.js";
import { readExactNumber } from "../core/exact-json.js";
import { ownOf } from "../core/own-members.js";

/** The maximum depth of constants that refer to constants; it also ends circular references. */
const deepest = 32;

/** Returns undefined for expressions without a value in JSON, or with a value that only the running program knows. */
export function constantValue(
  names: NameResolver,
  file: ParsedFile,
  node: ts.Expression,
  depth = 0,
): ExactJsonValue | undefined {
  if (depth > deepest) return undefined;
  const inner = (each: ts.Expression): ExactJsonValue | undefined => constantValue(names, file, each, depth + 1);
  if (isWrapped(node)) return inner(node.expression);
  if (compiler.isArrayLiteralExpression(node)) {
    const items = node.elements.map(inner);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (compiler.isObjectLiteralExpression(node)) {
    const entries = node.properties.map((property) =>
      compiler.isPropertyAssignment(property) &&
      (compiler.isIdentifier(property.name) || compiler.isStringLiteral(property.name))
        ? ([property.name.text, inner(property.initializer)] as const)
        : undefined,
    );
    const known = entries.filter((entry): entry is readonly [string, ExactJsonValue] => entry?.[1] !== undefined);
    return known.length === entries.length ? Object.fromEntries(known) : undefined;
  }
  if (compiler.isIdentifier(node)) return namedValue(names, file, [node.text], depth);
  if (compiler.isPropertyAccessExpression(node)) {
    const member = membersAround(names, file, node).find(({ name }) => name === node.name.text);
    if (member !== undefined) return member.value;
    return compiler.isIdentifier(node.expression)
      ? namedValue(names, file, [node.expression.text, node.name.text], depth)
      : undefined;
  }
  return literalValue(node, file);
}

/** Returns whether an expression has the value of its inner one: parentheses, `as` and `satisfies`. */
export function isWrapped(
  node: ts.Expression,
): node is ts.AsExpression | ts.SatisfiesExpression | ts.ParenthesizedExpression {
  return (
    compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node) || compiler.isParenthesizedExpression(node)
  );
}

/**
 * Returns the value of a constant (`["maxRetries"]`), of an enum member, or of a field of a constant (`["Phase", "Ready"]`).
 */
export function namedValue(
  names: NameResolver,
  file: ParsedFile,
  [name, member]: readonly string[],
  depth = 0,
): ExactJsonValue | undefined {
  if (name === undefined) return undefined;
  const constant = names.valueOf(file, name);
  const initializer = constant?.declaration.initializer;
  if (constant !== undefined && initializer !== undefined) {
    const value = constantValue(names, constant.file, initializer, depth + 1);
    if (member === undefined) return value;
    return isJsonObject(value) ? ownOf(value, member) : undefined;
  }
  const imported = names.namesOf(file).imports.get(name);
  if (member !== undefined && imported?.name === "*" && imported.module !== undefined) {
    const target = names.open(file, imported.module);
    return target === undefined ? undefined : namedValue(names, target, [member], depth + 1);
  }
  const meaning = member === undefined ? undefined : names.resolveName(file, name);
  if (meaning?.kind !== "declared") return undefined;
  return enumMembers(meaning.file, meaning.nodes).find((each) => each.name === member)?.value;
}

/** Returns the members of the enum whose member an expression names; none for other expressions. */
export function membersAround(names: NameResolver, file: ParsedFile, node: ts.Expression): EnumMember[] {
  if (!compiler.isPropertyAccessExpression(node)) return [];
  const meaning = names.resolve(file, node.expression);
  return meaning.kind === "declared" ? enumMembers(meaning.file, meaning.nodes) : [];
}

interface EnumMember {
  readonly name: string;
  readonly node: ts.EnumMember;
  /** Undefined if the value is computed. */
  readonly value: string | number | bigint | undefined;
}

/** Returns the members of an enum, including enums that are declared in several parts; none for other declarations. */
export function enumMembers(file: ParsedFile, nodes: readonly ts.Node[]): EnumMember[] {
  return nodes
    .filter((node) => compiler.isEnumDeclaration(node))
    .flatMap(({ members }) => {
      let next: number | undefined = 0;
      return members.map((node) => {
        const literal = node.initializer === undefined ? next : literalValue(node.initializer, file);
        const value = typeof literal === "boolean" ? undefined : literal;
        next = typeof value === "number" ? value + 1 : undefined;
        return {
          name: node.name.getText(file.ast).replace(/^(["'])(.*)\1$/s, "$2"),
          node,
          value,
        };
      });
    });
}

/** Returns the value of a literal, as a type or as an expression: a whole number with all digits as written. */
export function literalValue(node: ts.Node, file: ParsedFile): Literal | undefined {
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

/** Returns undefined for a number that JSON cannot express. */
function numberOf(file: ParsedFile, node: ts.NumericLiteral, sign: "" | "-"): number | bigint | undefined {
  // The compiler has converted the text to a double.
  const written = node.getText(file.ast).replaceAll("_", "");
  const value = readExactNumber(sign + (/^0[box]/i.test(written) ? BigInt(written).toString() : written));
  return value === Infinity || value === -Infinity ? undefined : value;
}
