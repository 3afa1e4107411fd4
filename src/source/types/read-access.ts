/** Reads types that derive from other types: `T["field"]`, `T[number]`, `keyof T`. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { TypeUse, Literal } from "../../model/type-model.js";
import { isWrapped, literalValue } from "../constants.js";
import type { ParsedFile } from "../parsed-file.js";
import { fieldsOf } from "./fields.js";
import { invalid, readType, refuse, type Scope, textOf, use } from "./reader.js";

export function readIndexedAccess(scope: Scope, node: ts.IndexedAccessTypeNode): TypeUse {
  const values = constantValues(scope, node);
  if (values !== undefined) return use(scope, node, { kind: "enum", values });
  const object = readType(scope, node.objectType).type;
  if (object.kind === "invalid") return invalid(scope, node);
  const index = indexOf(scope, node.indexType);
  const field = fieldsOf(object)?.find(({ name }) => name === index);
  if (field !== undefined) return { ...field.use, annotations: [...field.use.annotations, field.annotations] };
  if (object.kind === "list" && node.indexType.kind === compiler.SyntaxKind.NumberKeyword) return object.items;
  if (object.kind === "map" && node.indexType.kind === compiler.SyntaxKind.StringKeyword) return object.values;
  const hint = "Name a field that the type has, or write the type out.";
  return refuse(scope, node, `${textOf(scope, node)} names no field`, hint);
}

/** Returns the accessed field, from its name or from a type parameter for it. */
function indexOf(scope: Scope, node: ts.TypeNode): unknown {
  if (compiler.isLiteralTypeNode(node)) return literalValue(node.literal, scope.file);
  if (!compiler.isTypeReferenceNode(node)) return undefined;
  const { type } = readType(scope, node);
  return type.kind === "enum" && type.values.length === 1 ? type.values[0] : undefined;
}

/** Reads `keyof T`: the names of its fields. */
export function readKeys(scope: Scope, node: ts.TypeOperatorNode): TypeUse {
  const constant = constantOf(scope, node.type);
  const literal = constant === undefined ? undefined : unwrap(constant.expression);
  if (literal !== undefined && compiler.isObjectLiteralExpression(literal)) {
    const names = literal.properties.map(({ name }) => name && nameOf(name));
    if (names.length > 0 && names.every((name) => name !== undefined))
      return use(scope, node, { kind: "enum", values: names });
  }
  const { type } = readType(scope, node.type);
  if (type.kind === "invalid") return invalid(scope, node);
  if (type.kind === "map") return use(scope, node, { kind: "string" });
  const names = fieldsOf(type)?.map(({ name }) => name) ?? [];
  if (names.length > 0) return use(scope, node, { kind: "enum", values: names });
  return refuse(scope, node, `${textOf(scope, node.type)} has no fields to name`, "Write the names out.");
}

function nameOf(node: ts.PropertyName): string | undefined {
  return compiler.isIdentifier(node) || compiler.isStringLiteral(node) ? node.text : undefined;
}

/**
 * Reads `(typeof sizes)[number]` of `const sizes = ["S", "M"] as const`, or `(typeof sizes)[keyof typeof sizes]` of an
 * object.
 */
function constantValues(scope: Scope, node: ts.IndexedAccessTypeNode): Literal[] | undefined {
  const constant = constantOf(scope, node.objectType);
  if (constant === undefined || !isConstant(constant.expression)) return undefined;
  const literal = unwrap(constant.expression);
  let elements: readonly ts.Expression[] = [];
  if (compiler.isArrayLiteralExpression(literal)) {
    if (node.indexType.kind !== compiler.SyntaxKind.NumberKeyword) return undefined;
    elements = literal.elements;
  } else if (compiler.isObjectLiteralExpression(literal)) {
    if (!compiler.isTypeOperatorNode(node.indexType)) return undefined;
    elements = literal.properties.flatMap((each) => (compiler.isPropertyAssignment(each) ? [each.initializer] : []));
  }
  const values = elements.map((element) => literalValue(element, constant.file));
  return values.length > 0 && values.every((value) => value !== undefined) ? [...new Set(values)] : undefined;
}

interface ConstantExpression {
  readonly file: ParsedFile;
  readonly expression: ts.Expression;
}

function constantOf(scope: Scope, node: ts.TypeNode): ConstantExpression | undefined {
  const query = compiler.isParenthesizedTypeNode(node) ? node.type : node;
  if (!compiler.isTypeQueryNode(query) || !compiler.isIdentifier(query.exprName)) return undefined;
  const constant = scope.reader.names.valueOf(scope.file, query.exprName.text);
  const expression = constant?.declaration.initializer;
  return constant === undefined || expression === undefined ? undefined : { file: constant.file, expression };
}

function isConstant(node: ts.Expression): boolean {
  if (compiler.isSatisfiesExpression(node)) return isConstant(node.expression);
  if (!compiler.isAsExpression(node) || !compiler.isTypeReferenceNode(node.type)) return false;
  return compiler.isIdentifier(node.type.typeName) && node.type.typeName.text === "const";
}

function unwrap(node: ts.Expression): ts.Expression {
  return isWrapped(node) ? unwrap(node.expression) : node;
}
