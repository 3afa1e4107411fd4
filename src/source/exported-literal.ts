/** Reads modules that export one literal, as tsop generates them for definitions, also after a formatter. Evaluates nothing. */
import type { ts } from "ts-morph";
import type { ExactJsonValue } from "../core/json.js";
import { setOwn } from "../core/own-members.js";
import { compiler } from "./compiler.js";
import { isWrapped, literalValue } from "./constants.js";
import { findSyntaxErrors, locateNode, parseFile, type ParsedFile } from "./parsed-file.js";

export type ExportedLiteral =
  | { readonly kind: "literal"; readonly value: ExactJsonValue }
  /** `line`: where it is wrong, from 1. */
  | { readonly kind: "invalid"; readonly why: string; readonly line: number };

/** Returns the exported value of a module that exports one literal. */
export function readExportedLiteral(text: string): ExportedLiteral {
  try {
    return read(parseFile("definition.ts", text));
  } catch (error) {
    // The parser and the reader call themselves for each level.
    if (error instanceof RangeError) return { kind: "invalid", why: "it is nested too deeply", line: 1 };
    throw error;
  }
}

function read(file: ParsedFile): ExportedLiteral {
  const [syntax] = findSyntaxErrors(file);
  if (syntax !== undefined) return { kind: "invalid", why: syntax.message, line: syntax.at?.line ?? 1 };
  const { statements } = file.ast;
  const literal = statements.map(exportedLiteral).find((each) => each !== undefined);
  if (literal === undefined) return { kind: "invalid", why: "it exports no constant", line: 1 };
  try {
    const other = statements.find((each) => !isIgnored(each) && exportedLiteral(each) !== literal);
    if (other !== undefined) throw new LiteralFault(other, "it contains more than one literal");
    return { kind: "literal", value: valueOf(file, literal) };
  } catch (error) {
    if (!(error instanceof LiteralFault)) throw error;
    return { kind: "invalid", why: error.message, line: locateNode(file, error.node).line ?? 1 };
  }
}

class LiteralFault extends Error {
  override readonly name = "LiteralFault";
  readonly node: ts.Node;

  constructor(node: ts.Node, why: string) {
    super(why);
    this.node = node;
  }
}

function exportedLiteral(statement: ts.Statement): ts.Expression | undefined {
  if (!compiler.isVariableStatement(statement)) return undefined;
  const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true;
  const [declaration, ...others] = statement.declarationList.declarations;
  return isExported && others.length === 0 ? declaration?.initializer : undefined;
}

/** Imports, `export default Name` and semicolons have no effect on the literal. */
function isIgnored(statement: ts.Statement): boolean {
  return (
    compiler.isImportDeclaration(statement) ||
    compiler.isEmptyStatement(statement) ||
    (compiler.isExportAssignment(statement) && compiler.isIdentifier(statement.expression))
  );
}

function valueOf(file: ParsedFile, node: ts.Expression): ExactJsonValue {
  if (isWrapped(node)) return valueOf(file, node.expression);
  if (compiler.isArrayLiteralExpression(node)) return node.elements.map((each) => valueOf(file, each));
  if (compiler.isObjectLiteralExpression(node)) return objectOf(file, node);
  if (node.kind === compiler.SyntaxKind.NullKeyword) return null;
  const value = literalValue(node, file);
  if (value === undefined) {
    const found = JSON.stringify(node.getText(file.ast).slice(0, 40));
    throw new LiteralFault(node, `expected a value of JSON, found ${found}`);
  }
  return value;
}

function objectOf(file: ParsedFile, node: ts.ObjectLiteralExpression): ExactJsonValue {
  const object: Record<string, ExactJsonValue> = {};
  for (const property of node.properties) {
    if (!compiler.isPropertyAssignment(property))
      throw new LiteralFault(property, "it contains a member without a value");
    const key = keyOf(property.name);
    if (key === undefined) throw new LiteralFault(property, "it contains a member whose name is code");
    if (key === "__proto__" && !compiler.isComputedPropertyName(property.name)) {
      throw new LiteralFault(property, "the member __proto__ sets the prototype");
    }
    if (Object.hasOwn(object, key)) {
      throw new LiteralFault(property, `the member ${JSON.stringify(key)} occurs twice`);
    }
    setOwn(object, key, valueOf(file, property.initializer));
  }
  return object;
}

function keyOf(name: ts.PropertyName): string | undefined {
  if (compiler.isComputedPropertyName(name)) {
    return compiler.isStringLiteral(name.expression) ? name.expression.text : undefined;
  }
  return compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNumericLiteral(name)
    ? name.text
    : undefined;
}
