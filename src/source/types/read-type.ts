/** Converts a type in the source to its meaning. It uses only syntax, not the compiler's checker. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { TypeModel, TypeUse } from "../../model/type-model.js";
import { literalValue } from "../constants.js";
import { readIndexedAccess, readKeys } from "./read-access.js";
import { readConditional } from "./read-conditional.js";
import { readIntersection, readUnion } from "./read-union.js";
import { readMapped } from "./read-mapped.js";
import { readObjectLiteral } from "./read-object.js";
import { readImportType, readReference } from "./read-reference.js";
import { readTemplate } from "./read-template.js";
import { readTuple } from "./read-tuple.js";
import { never, readType, refuse, type Scope, textOf, use, within } from "./reader.js";

/** Reads the types of a {@link TypeReader}. */
export function readTypeNode(scope: Scope, node: ts.TypeNode): TypeUse {
  if (compiler.isParenthesizedTypeNode(node)) return readType(scope, node.type);
  if (compiler.isUnionTypeNode(node)) return readUnion(scope, node);
  if (compiler.isIntersectionTypeNode(node)) return readIntersection(scope, node);
  if (compiler.isTypeReferenceNode(node)) return readReference(scope, node, node.typeName, node.typeArguments ?? []);
  if (compiler.isExpressionWithTypeArguments(node))
    return readReference(scope, node, node.expression, node.typeArguments ?? []);
  if (compiler.isImportTypeNode(node)) return readImportType(scope, node);
  if (compiler.isTypeLiteralNode(node)) return readObjectLiteral(scope, node);
  if (compiler.isArrayTypeNode(node)) {
    const items = readType(within(scope, "[]"), node.elementType);
    return use(scope, node, { kind: "list", items });
  }
  if (compiler.isTupleTypeNode(node)) return readTuple(scope, node);
  if (compiler.isTemplateLiteralTypeNode(node)) return readTemplate(scope, node);
  if (compiler.isMappedTypeNode(node)) return readMapped(scope, node);
  if (compiler.isConditionalTypeNode(node)) return readConditional(scope, node);
  if (compiler.isTypeOperatorNode(node)) return readOperator(scope, node);
  if (compiler.isLiteralTypeNode(node)) return readLiteral(scope, node);
  if (compiler.isIndexedAccessTypeNode(node)) return readIndexedAccess(scope, node);
  const keyword = keywordTypes[node.kind];
  if (keyword !== undefined) return use(scope, node, keyword);
  const hint =
    hints[node.kind] ??
    "Write the type out as an interface, or put @preserveUnknownFields on the field to allow any value.";
  return refuse(scope, node, `${textOf(scope, node)} has no schema`, hint);
}

const keywordTypes: Readonly<Partial<Record<ts.SyntaxKind, TypeModel>>> = {
  [compiler.SyntaxKind.StringKeyword]: { kind: "string" },
  [compiler.SyntaxKind.BooleanKeyword]: { kind: "boolean" },
  [compiler.SyntaxKind.NumberKeyword]: { kind: "number" },
  [compiler.SyntaxKind.UnknownKeyword]: { kind: "any" },
  [compiler.SyntaxKind.AnyKeyword]: { kind: "any" },
  [compiler.SyntaxKind.ObjectKeyword]: { kind: "bare" },
  [compiler.SyntaxKind.NeverKeyword]: never,
};

const hints: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [compiler.SyntaxKind.FunctionType]: "Remove the field, or put @ignore on it: a Kubernetes object contains only data.",
  [compiler.SyntaxKind.BigIntKeyword]: "Write Int64: JSON has no bigint.",
  [compiler.SyntaxKind.TypeQuery]: "Write the type itself instead of the type of a value.",
};

function readOperator(scope: Scope, node: ts.TypeOperatorNode): TypeUse {
  if (node.operator === compiler.SyntaxKind.ReadonlyKeyword) return readType(scope, node.type);
  if (node.operator === compiler.SyntaxKind.KeyOfKeyword) return readKeys(scope, node);
  return refuse(scope, node, `${textOf(scope, node)} has no schema`, "Write string.");
}

function readLiteral(scope: Scope, node: ts.LiteralTypeNode): TypeUse {
  const value = literalValue(node.literal, scope.file);
  if (value !== undefined) return use(scope, node, { kind: "enum", values: [value] });
  if (node.literal.kind === compiler.SyntaxKind.NullKeyword) {
    const hint = "Write T | null for a field of type T that may be null.";
    return refuse(scope, node, "null alone has no schema", hint);
  }
  return refuse(scope, node, `${textOf(scope, node)} has no schema`, "Write a string or a number.");
}
