/** The possible kinds of an expression. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { type FoundKinds, type KindName, kindsOfType, pair, textsOfType } from "./type-kinds.js";
import { type Code, identityOf, valuesOf } from "./values-of.js";

/**
 * Returns the kinds from the type of the expression or, if the type is wider (`KubeObject`, `{ kind: string }`), from the
 * values that the code visibly assigns.
 */
export function kindsOfExpression(code: Code, expression: ts.Expression): FoundKinds {
  const { kinds, isOpen } = find(code, expression, new Set());
  const different = new Map(kinds.map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind]));
  return { kinds: [...different.values()], isOpen: isOpen || kinds.length === 0 };
}

/** @param seen - the nodes whose values the caller is already looking for; a value that depends on itself adds nothing */
function find(code: Code, expression: ts.Expression, seen: ReadonlySet<ts.Node>): FoundKinds {
  const written = compiler.isObjectLiteralExpression(expression) ? identitiesIn(code, expression) : [];
  if (written.length > 0) return { kinds: written, isOpen: false };
  const byType = kindsOfType(code.checker, code.checker.getTypeAtLocation(expression), expression);
  if (!byType.isOpen) return byType;
  const identity = identityOf(code, expression);
  if (seen.has(identity)) return { kinds: [], isOpen: false };
  const values = seen.size < longestTrail ? valuesOf(code, expression) : undefined;
  if (values === undefined || values.length === 0) return byType;
  const within = new Set(seen).add(identity);
  const found = values.map((value) => find(code, value, within));
  return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: found.some(({ isOpen }) => isOpen) };
}

const longestTrail = 20;

/** Reads the kind from an object literal itself, without its type. */
function identitiesIn({ checker }: Code, object: ts.ObjectLiteralExpression): KindName[] {
  // A spread after a property can replace it.
  const spread = object.properties.findLastIndex((property) => compiler.isSpreadAssignment(property));
  const textsOf = (name: string): string[] => {
    const property = object.properties.find((each, index) => index > spread && isNamed(each.name, name));
    if (property === undefined) return [];
    if (compiler.isPropertyAssignment(property)) {
      const { initializer } = property;
      return compiler.isStringLiteralLike(initializer)
        ? [initializer.text]
        : textsOfType(checker.getTypeAtLocation(initializer));
    }
    const value = compiler.isShorthandPropertyAssignment(property)
      ? checker.getShorthandAssignmentValueSymbol(property)
      : undefined;
    return value === undefined ? [] : textsOfType(checker.getTypeOfSymbolAtLocation(value, property));
  };
  return pair(textsOf("apiVersion"), textsOf("kind"));
}

export function isNamed(node: ts.PropertyName | undefined, name: string): boolean {
  return node !== undefined && (compiler.isIdentifier(node) || compiler.isStringLiteral(node)) && node.text === name;
}
