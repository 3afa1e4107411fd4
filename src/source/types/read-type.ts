/** A type as it is written → the type as it is meant. Syntax alone decides; the compiler's checker is not asked. */
import type ts from "typescript";
import { compiler } from "../compiler.js";
import type { TypeModel, TypeUse } from "../../model/type-model.js";
import { locateNode } from "../parsed-file.js";
import { readObjectLiteral } from "./read-object.js";
import { readReference } from "./read-reference.js";
import { readIntersection, readUnion } from "./read-union.js";
import { invalid, reportAt, type Scope, textOf, type TypeReader, within } from "./reader.js";

export function readType(reader: TypeReader, scope: Scope, node: ts.TypeNode): TypeUse {
  if (compiler.isParenthesizedTypeNode(node)) return readType(reader, scope, node.type);
  if (compiler.isUnionTypeNode(node)) return readUnion(reader, scope, node);
  if (compiler.isIntersectionTypeNode(node)) return readIntersection(reader, scope, node);
  if (compiler.isTypeReferenceNode(node))
    return readReference(reader, scope, node, node.typeName, node.typeArguments ?? []);
  if (compiler.isTypeLiteralNode(node)) return readObjectLiteral(reader, scope, node);
  if (compiler.isArrayTypeNode(node)) return list(scope, node, readType(reader, within(scope, "[]"), node.elementType));
  if (compiler.isTupleTypeNode(node)) return readTuple(reader, scope, node);
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.ReadonlyKeyword) {
    return readType(reader, scope, node.type);
  }
  if (compiler.isLiteralTypeNode(node)) return readLiteral(reader, scope, node);
  if (compiler.isIndexedAccessTypeNode(node)) return readIndexedAccess(reader, scope, node);
  const keyword = keywordTypes[node.kind];
  if (keyword !== undefined) return use(scope, node, keyword);
  reportAt(
    reader,
    scope,
    node,
    "type/unsupported",
    `${textOf(scope, node)} has no schema`,
    hints[node.kind] ??
      "Write the type out as an interface, or put @preserveUnknownFields on the field to allow anything in it.",
  );
  return invalid(scope, node);
}

const keywordTypes: Readonly<Partial<Record<ts.SyntaxKind, TypeModel>>> = {
  [compiler.SyntaxKind.StringKeyword]: { kind: "string" },
  [compiler.SyntaxKind.BooleanKeyword]: { kind: "boolean" },
  [compiler.SyntaxKind.NumberKeyword]: { kind: "number" },
  [compiler.SyntaxKind.UnknownKeyword]: { kind: "any" },
  [compiler.SyntaxKind.AnyKeyword]: { kind: "any" },
};

const hints: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [compiler.SyntaxKind.MappedType]: "Write Record<string, T> for a map, or an interface with the fields written out.",
  [compiler.SyntaxKind.TemplateLiteralType]: "Write string, with @pattern on the field.",
  [compiler.SyntaxKind.FunctionType]: "An object of Kubernetes is data. Remove the field, or put @ignore on it.",
  [compiler.SyntaxKind.ConditionalType]:
    "Write the type out: a condition cannot be decided without running the compiler.",
  [compiler.SyntaxKind.ObjectKeyword]: "Write an interface, Record<string, T>, or unknown with @preserveUnknownFields.",
  [compiler.SyntaxKind.BigIntKeyword]: "JSON has no such number. Write Int64.",
  [compiler.SyntaxKind.TypeQuery]: "Write the type itself instead of the type of a value.",
};

export function use(scope: Scope, node: ts.Node, type: TypeModel): TypeUse {
  return { type, nullable: false, at: locateNode(scope.file, node), annotations: [] };
}

export function list(scope: Scope, node: ts.Node, items: TypeUse, length?: number): TypeUse {
  return use(scope, node, { kind: "list", items, ...(length === undefined ? {} : { length }) });
}

function readTuple(reader: TypeReader, scope: Scope, node: ts.TupleTypeNode): TypeUse {
  const [first, ...others] = node.elements;
  const isUniform = others.every((other) => textOf(scope, other) === (first && textOf(scope, first)));
  const isPlain = node.elements.every(
    (element) =>
      !compiler.isRestTypeNode(element) &&
      !compiler.isOptionalTypeNode(element) &&
      !compiler.isNamedTupleMember(element),
  );
  if (first !== undefined && isUniform && isPlain) {
    return list(scope, node, readType(reader, within(scope, "[]"), first), node.elements.length);
  }
  const hint =
    "All items of a list have one schema. Write T[], with @minItems and @maxItems, or an interface with a name for each part.";
  reportAt(reader, scope, node, "type/unsupported", `the tuple ${textOf(scope, node)} has no schema`, hint);
  return invalid(scope, node);
}

function readLiteral(reader: TypeReader, scope: Scope, node: ts.LiteralTypeNode): TypeUse {
  const value = literalValue(node.literal);
  if (value !== undefined) return use(scope, node, { kind: "enum", values: [value] });
  if (node.literal.kind === compiler.SyntaxKind.NullKeyword) {
    const hint = "Write T | null for a field of type T that may be null.";
    reportAt(reader, scope, node, "type/unsupported", "null alone has no schema", hint);
  } else {
    reportAt(
      reader,
      scope,
      node,
      "type/unsupported",
      `${textOf(scope, node)} has no schema`,
      "Write a string or a number.",
    );
  }
  return invalid(scope, node);
}

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

function readIndexedAccess(reader: TypeReader, scope: Scope, node: ts.IndexedAccessTypeNode): TypeUse {
  const values = constantValues(reader, scope, node);
  if (values !== undefined) return use(scope, node, { kind: "enum", values });
  const object = readType(reader, scope, node.objectType).type;
  if (object.kind === "invalid") return invalid(scope, node);
  const index = compiler.isLiteralTypeNode(node.indexType) ? literalValue(node.indexType.literal) : undefined;
  const field = object.kind === "object" ? object.fields.find(({ name }) => name === index) : undefined;
  if (field !== undefined) return field.use;
  if (object.kind === "list" && node.indexType.kind === compiler.SyntaxKind.NumberKeyword) return object.items;
  const hint = "Name a field that the type has, or write the type out.";
  reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} names no field`, hint);
  return invalid(scope, node);
}

/** `(typeof sizes)[number]` of `const sizes = ["S", "M"] as const`. */
function constantValues(
  reader: TypeReader,
  scope: Scope,
  node: ts.IndexedAccessTypeNode,
): (string | number | boolean)[] | undefined {
  const query = compiler.isParenthesizedTypeNode(node.objectType) ? node.objectType.type : node.objectType;
  if (!compiler.isTypeQueryNode(query) || !compiler.isIdentifier(query.exprName)) return undefined;
  if (node.indexType.kind !== compiler.SyntaxKind.NumberKeyword) return undefined;
  const constant = reader.names.namesOf(scope.file).values.get(query.exprName.text)?.initializer;
  if (constant === undefined || !compiler.isAsExpression(constant)) return undefined;
  if (!compiler.isArrayLiteralExpression(constant.expression)) return undefined;
  const values = constant.expression.elements.map(literalValue);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}
