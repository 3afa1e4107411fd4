/** Analyzes the object or the function that handles a webhook. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { isTsop } from "../permissions/program.js";
import { type Code, identityOf, meaningOf, valuesOf, withoutType } from "../permissions/values-of.js";

/** Returns which of the given methods a handler has, or undefined if the code does not reveal it. */
export function methodsOf(code: Code, handler: ts.Expression, names: readonly string[]): string[] | undefined {
  const found = find(code, handler, names, new Set());
  return found && names.filter((name) => found.has(name));
}

type Found = ReadonlySet<string> | undefined;

function find(code: Code, handler: ts.Expression, names: readonly string[], seen: ReadonlySet<ts.Node>): Found {
  const own = readType(code.checker, withoutType(handler), names);
  if (own !== undefined) return own;
  const identity = identityOf(code, handler);
  if (seen.has(identity) || seen.size > longestTrail) return undefined;
  const within = new Set(seen).add(identity);
  const values = valuesOf(code, handler)?.map((value) => find(code, value, names, within)) ?? [];
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return new Set(values.flatMap((value) => [...(value ?? [])]));
}

const longestTrail = 20;

/**
 * Reads the methods from a type. Only a type that the project itself declares lists the actual methods: tsop's interface
 * lists the possible ones.
 */
function readType(checker: ts.TypeChecker, handler: ts.Expression, names: readonly string[]): Found {
  const type = checker.getTypeAtLocation(handler);
  if (type.isUnion() || isOpen(type)) return undefined;
  const found = new Set<string>();
  for (const name of names) {
    const symbol = checker.getPropertyOfType(type, name);
    if (symbol === undefined) continue;
    const isMaybe = (symbol.flags & compiler.SymbolFlags.Optional) !== 0;
    if (isMaybe || symbol.declarations?.some((each) => isTsop(each.getSourceFile())) !== false) return undefined;
    const given = checker.getTypeOfSymbolAtLocation(symbol, handler);
    if ((given.flags & compiler.TypeFlags.Undefined) === 0) found.add(name);
  }
  return found;
}

/** Returns whether there may be more methods than declared: the type, or a class that it extends, is unknown. */
function isOpen(type: ts.Type): boolean {
  if ((type.flags & compiler.TypeFlags.Object) === 0) return true;
  return type.isClassOrInterface() && (type.getBaseTypes() ?? []).some((base) => isOpen(base));
}

/** Returns the declarations that can have the tags of a handler above them: its class, its constant, its function. */
export function declarationsOf(code: Code, handler: ts.Expression): ts.Node[] {
  const found = new Set<ts.Node>();
  const visit = (given: ts.Expression, depth: number): void => {
    const expression = withoutType(given);
    found.add(given);
    if (depth > longestTrail) return;
    const named = compiler.isNewExpression(expression) ? expression.expression : expression;
    const name = compiler.isPropertyAccessExpression(named) ? named.name : named;
    const declaration = nameable(name) ? meaningOf(code, name)?.valueDeclaration : undefined;
    if (declaration !== undefined && !compiler.isParameter(declaration)) found.add(statementOf(declaration));
    const isHeld =
      declaration !== undefined &&
      (compiler.isVariableDeclaration(declaration) || compiler.isPropertyDeclaration(declaration));
    const next =
      isHeld && declaration.initializer !== undefined ? [declaration.initializer] : valuesOf(code, expression);
    if (!compiler.isNewExpression(expression)) for (const value of next ?? []) visit(value, depth + 1);
  };
  visit(handler, 0);
  return [...found];
}

function nameable(node: ts.Node): boolean {
  return compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node);
}

/** Comments are above the whole statement. */
function statementOf(declaration: ts.Declaration): ts.Node {
  const list = declaration.parent;
  return compiler.isVariableDeclaration(declaration) && compiler.isVariableStatement(list.parent)
    ? list.parent
    : declaration;
}
