/** Finds the texts in code that name a kind: `"Bar"` is one only together with its group and version. */
import type { ts } from "ts-morph";
import { compiler } from "../../source/compiler.js";

/** A kind, as code and manifests name it. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface IdentityChange {
  readonly from: Identity;
  readonly to: Identity;
}

/** Returns the change of the kind that a literal names; undefined if the literal is any other text. */
export function kindChangeOf(
  checker: ts.TypeChecker,
  node: ts.StringLiteralLike,
  changes: readonly IdentityChange[],
): IdentityChange | undefined {
  const named = changes.filter(({ from }) => from.kind === node.text);
  if (named.length === 0) return undefined;
  const versions = versionsBeside(checker, node);
  return named.find(({ from }) => versions.includes(from.apiVersion)) ?? comparedKind(checker, node, named);
}

/** Returns the groups and versions in the place where a kind with this name has its own. */
function versionsBeside(checker: ts.TypeChecker, node: ts.StringLiteralLike): string[] {
  const unit = compiler.isLiteralTypeNode(node.parent) ? node.parent : node;
  const { parent } = unit;
  if (isKindProperty(parent)) {
    const sibling = siblingsOf(parent).find((each) => each.name?.getText() === "apiVersion");
    if (sibling !== undefined) return literalsOf(checker.getTypeAtLocation(valueOf(sibling) ?? sibling));
    const object = compiler.isObjectLiteralExpression(parent.parent)
      ? checker.getContextualType(parent.parent)
      : undefined;
    return object === undefined ? [] : versionsOf(checker, object);
  }
  const list = listOf(parent);
  const before = list?.[list.indexOf(unit) - 1];
  return before === undefined ? [] : literalsOf(checker.getTypeAtLocation(before));
}

type KindProperty = ts.PropertyAssignment | ts.PropertySignature | ts.PropertyDeclaration;

function isKindProperty(node: ts.Node): node is KindProperty {
  const isProperty =
    compiler.isPropertyAssignment(node) || compiler.isPropertySignature(node) || compiler.isPropertyDeclaration(node);
  return isProperty && ["kind", '"kind"', "'kind'"].includes(node.name.getText());
}

function siblingsOf({
  parent,
}: KindProperty): readonly (ts.TypeElement | ts.ClassElement | ts.ObjectLiteralElementLike)[] {
  if (compiler.isObjectLiteralExpression(parent)) return parent.properties;
  return parent.members;
}

function valueOf(node: ts.Node): ts.Node | undefined {
  if (compiler.isPropertyAssignment(node)) return node.initializer;
  return compiler.isPropertySignature(node) ? node.type : undefined;
}

function listOf(node: ts.Node): readonly ts.Node[] | undefined {
  if (compiler.isCallExpression(node)) return node.arguments;
  if (compiler.isTypeReferenceNode(node) || compiler.isExpressionWithTypeArguments(node)) return node.typeArguments;
  return compiler.isTupleTypeNode(node) || compiler.isArrayLiteralExpression(node) ? node.elements : undefined;
}

/** Returns the kind in `bar.kind === "Bar"` and `switch (bar.kind) { case "Bar": … }`. */
function comparedKind(
  checker: ts.TypeChecker,
  node: ts.StringLiteralLike,
  changes: readonly IdentityChange[],
): IdentityChange | undefined {
  const { parent } = node;
  const other = compiler.isBinaryExpression(parent)
    ? parent.left === node
      ? parent.right
      : parent.left
    : compiler.isCaseClause(parent)
      ? parent.parent.parent.expression
      : undefined;
  if (other === undefined || !compiler.isPropertyAccessExpression(other) || other.name.text !== "kind")
    return undefined;
  const object = checker.getTypeAtLocation(other.expression);
  return changes.find(({ from }) => membersOf(object).some((each) => isOf(checker, each, from)));
}

function isOf(checker: ts.TypeChecker, type: ts.Type, { apiVersion, kind }: Identity): boolean {
  return versionsOf(checker, type).includes(apiVersion) && fieldOf(checker, type, "kind").includes(kind);
}

function versionsOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  return membersOf(type).flatMap((each) => fieldOf(checker, each, "apiVersion"));
}

function fieldOf(checker: ts.TypeChecker, type: ts.Type, name: string): string[] {
  const property = type.getProperty(name);
  return property === undefined ? [] : literalsOf(checker.getTypeOfSymbol(property));
}

function literalsOf(type: ts.Type): string[] {
  return membersOf(type).flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
