/**
 * Follows a value backwards through the code: to the value of a constant, the items of a loop, the result of a function, and
 * the arguments of its callers.
 */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { ParsedFile } from "../parsed-file.js";
import { isTsop } from "./program.js";

export type Name = ts.Identifier | ts.PrivateIdentifier;

export interface Code {
  readonly checker: ts.TypeChecker;
  /** Returns all uses of a name in the project's files. */
  readonly usesOf: (name: string) => readonly Name[];
  /** Returns the project file of a source; undefined for the built-in declarations of tsop and of TypeScript. */
  readonly fileOf: (source: ts.SourceFile) => ParsedFile | undefined;
}

type Values = readonly ts.Expression[] | undefined;

/** Returns a node that is identical for all names of one value. */
export function identityOf({ checker }: Code, expression: ts.Expression): ts.Node {
  const declaration = compiler.isIdentifier(expression)
    ? checker.getSymbolAtLocation(expression)?.valueDeclaration
    : undefined;
  return declaration ?? expression;
}

/** Returns every expression that an expression can stand for, one step back; undefined if unknown. */
export function valuesOf(code: Code, expression: ts.Expression): Values {
  if (compiler.isIdentifier(expression)) return valuesOfName(code, expression);
  if (compiler.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse];
  if (compiler.isAwaitExpression(expression)) return [expression.expression];
  if (compiler.isObjectLiteralExpression(expression)) return basisOf(expression);
  if (compiler.isCallExpression(expression)) {
    const declaration = meaningOf(code, calledName(expression.expression) ?? expression.expression)?.valueDeclaration;
    return declaration && returnsOf(functionOf(declaration));
  }
  if (compiler.isBinaryExpression(expression)) {
    const { left, operatorToken, right } = expression;
    const { QuestionQuestionToken, BarBarToken } = compiler.SyntaxKind;
    return [QuestionQuestionToken, BarBarToken].some((kind) => kind === operatorToken.kind) ? [left, right] : undefined;
  }
  const inner = withoutType(expression);
  return inner === expression ? undefined : [inner];
}

/** Returns the expression without parentheses, `as`, `satisfies` and `!`. */
export function withoutType(expression: ts.Expression): ts.Expression {
  const isWrapped =
    compiler.isParenthesizedExpression(expression) ||
    compiler.isAsExpression(expression) ||
    compiler.isSatisfiesExpression(expression) ||
    compiler.isTypeAssertionExpression(expression) ||
    compiler.isNonNullExpression(expression);
  return isWrapped ? withoutType(expression.expression) : expression;
}

/** Returns the object that a literal copies without changing its identity. */
function basisOf({ properties }: ts.ObjectLiteralExpression): Values {
  const [first, ...others] = properties;
  if (first === undefined || !compiler.isSpreadAssignment(first)) return undefined;
  const isKept = others.every(
    ({ name }) => name !== undefined && compiler.isIdentifier(name) && !["apiVersion", "kind"].includes(name.text),
  );
  return isKept ? [first.expression] : undefined;
}

function valuesOfName(code: Code, name: ts.Identifier): Values {
  const declaration = code.checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (compiler.isParameter(declaration)) return argumentsFor(code, declaration);
  if (!compiler.isVariableDeclaration(declaration)) return undefined;
  const list = declaration.parent;
  if (!compiler.isVariableDeclarationList(list) || (list.flags & compiler.NodeFlags.Const) === 0) return undefined;
  if (declaration.initializer !== undefined) return [declaration.initializer];
  return compiler.isForOfStatement(list.parent) ? itemsOf(code, list.parent.expression) : undefined;
}

/** Returns the items of a list that is a literal or a result of `map`, directly or in a constant that is never extended. */
function itemsOf(code: Code, given: ts.Expression): Values {
  const list = withoutType(given);
  if (compiler.isArrayLiteralExpression(list)) {
    return list.elements.some((item) => compiler.isSpreadElement(item)) ? undefined : list.elements;
  }
  if (compiler.isCallExpression(list)) {
    const [made] = calledName(list.expression)?.text === "map" ? list.arguments : [];
    return made && returnsOf(made);
  }
  const declaration = compiler.isIdentifier(list)
    ? code.checker.getSymbolAtLocation(list)?.valueDeclaration
    : undefined;
  if (declaration === undefined || !compiler.isVariableDeclaration(declaration)) return undefined;
  const { name, initializer } = declaration;
  const isKept = initializer !== undefined && compiler.isIdentifier(name) && !isAddedTo(name);
  // A name that refers to another name ends the search, which prevents cycles.
  return isKept && !compiler.isIdentifier(withoutType(initializer)) ? itemsOf(code, initializer) : undefined;
}

function isAddedTo(name: ts.Identifier): boolean {
  const changed = String.raw`(?<![\w$])${name.text.replaceAll("$", "\\$")}\s*(?:\.\s*(?:push|unshift|splice|fill)\b|\[[^\]]*\]\s*=[^=>])`;
  return new RegExp(changed).test(name.getSourceFile().text);
}

/** Returns the arguments that callers pass for a parameter; undefined if no caller is found. */
function argumentsFor(code: Code, parameter: ts.ParameterDeclaration): Values {
  const made = parameter.parent;
  const index = made.parameters.indexOf(parameter);
  if (parameter.dotDotDotToken !== undefined) return undefined;
  if (
    index === 0 &&
    compiler.isCallExpression(made.parent) &&
    eachItem.has(calledName(made.parent.expression)?.text ?? "")
  ) {
    const callee = made.parent.expression;
    return compiler.isPropertyAccessExpression(callee) ? itemsOf(code, callee.expression) : undefined;
  }
  const callers = callersOf(code, made);
  if (callers === undefined || callers.some((call) => call.arguments.some((each) => compiler.isSpreadElement(each)))) {
    return undefined;
  }
  const given = callers.map((call) => call.arguments[index] ?? parameter.initializer);
  const values = given.filter((value) => value !== undefined);
  return values.length === given.length ? values : undefined;
}

/** Returns every call of a function; undefined if it is passed on, so that other code can call it. */
function callersOf(code: Code, made: ts.SignatureDeclaration): ts.CallExpression[] | undefined {
  const name = nameOf(made);
  const target = name && code.checker.getSymbolAtLocation(name);
  if (name === undefined || target === undefined) return undefined;
  const calls: ts.CallExpression[] = [];
  for (const use of code.usesOf(name.text)) {
    if (use === name || isMention(use) || !mayMean(code, use, target, compiler.isMethodDeclaration(made))) continue;
    const callee = compiler.isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
    if (!compiler.isCallExpression(callee.parent) || callee.parent.expression !== callee) return undefined;
    calls.push(callee.parent);
  }
  return calls;
}

/** Returns whether a name is in an import, an export or a type, where it is not called. */
function isMention({ parent }: Name): boolean {
  return (
    compiler.isImportSpecifier(parent) ||
    compiler.isExportSpecifier(parent) ||
    compiler.isImportClause(parent) ||
    compiler.isMethodSignature(parent) ||
    compiler.isTypeQueryNode(parent)
  );
}

/** @param isMethod - true if code can call it through an interface, or through an object of unknown type */
function mayMean(code: Code, use: Name, target: ts.Symbol, isMethod: boolean): boolean {
  const meant = meaningOf(code, use);
  if (meant === target || !isMethod || !compiler.isPropertyAccessExpression(use.parent)) return meant === target;
  const declaration = meant?.declarations?.[0];
  if (declaration === undefined) return true;
  return compiler.isMethodSignature(declaration) && !isTsop(declaration.getSourceFile());
}

/** The methods of lists that call a function with each item. */
const eachItem = new Set(["map", "forEach", "flatMap", "filter", "some", "every"]);

function nameOf(node: ts.SignatureDeclaration): Name | undefined {
  const named = compiler.isArrowFunction(node) || compiler.isFunctionExpression(node) ? node.parent : node;
  const canBeCalled =
    compiler.isFunctionDeclaration(named) ||
    compiler.isMethodDeclaration(named) ||
    compiler.isVariableDeclaration(named) ||
    compiler.isPropertyDeclaration(named);
  const name = canBeCalled ? named.name : undefined;
  return name !== undefined && (compiler.isIdentifier(name) || compiler.isPrivateIdentifier(name)) ? name : undefined;
}

function functionOf(declaration: ts.Declaration): ts.Node | undefined {
  const isHolder = compiler.isVariableDeclaration(declaration) || compiler.isPropertyDeclaration(declaration);
  return isHolder ? declaration.initializer : declaration;
}

/** Returns the results of a function; undefined for other nodes and for functions without results. */
function returnsOf(node: ts.Node | undefined): Values {
  if (node === undefined) return undefined;
  const isFunction =
    compiler.isArrowFunction(node) ||
    compiler.isFunctionExpression(node) ||
    compiler.isFunctionDeclaration(node) ||
    compiler.isMethodDeclaration(node);
  if (!isFunction || node.body === undefined || node.asteriskToken !== undefined) return undefined;
  if (!compiler.isBlock(node.body)) return [node.body];
  const returned: ts.Expression[] = [];
  const visit = (each: ts.Node): void => {
    if (compiler.isReturnStatement(each) && each.expression !== undefined) returned.push(each.expression);
    if (!compiler.isFunctionLike(each)) compiler.forEachChild(each, visit);
  };
  compiler.forEachChild(node.body, visit);
  return returned;
}

/** Resolves a name, and follows imports. */
export function meaningOf({ checker }: Code, name: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const isAlias = symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the identifier of a called function or method. */
export function calledName(expression: ts.Expression): Name | undefined {
  if (compiler.isPropertyAccessExpression(expression)) return expression.name;
  return compiler.isIdentifier(expression) ? expression : undefined;
}
