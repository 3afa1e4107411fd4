import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { type Action, actionNames, asksByKind, findAction } from "./actions.js";
import { isNamed, kindsOfExpression } from "./expression-kinds.js";
import { isTsop } from "./program.js";
import { guarded, methodName, tsopNameOf } from "./tsop-names.js";
import { type FoundKinds, type KindName, kindsOfType } from "./type-kinds.js";
import { type Code, type Name, withoutType } from "./values-of.js";

/** A use of an action on objects in the code. */
export interface ActionUse {
  /** The call, or the method if it is passed on instead of called. */
  readonly node: ts.Expression;
  readonly name: ts.Node;
  /** Undefined if the owner of the method is unknown. */
  readonly action: Action | undefined;
  readonly kinds: readonly KindName[];
  readonly unknown: Unknown | undefined;
}

/** The part that the code does not reveal: the kinds, or the owner of the method. */
export type Unknown = "kind" | "receiver";

export function findActionUses(code: Code, source: ts.SourceFile): ActionUse[] {
  const uses: ActionUse[] = [];
  const visit = (node: ts.Node): void => {
    const use = compiler.isCallExpression(node) ? readCall(code, node) : readMethod(code, node);
    if (use !== undefined) uses.push(use, ...usesOfOptions(code, use));
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function readCall(code: Code, call: ts.CallExpression): ActionUse | undefined {
  const callee = withoutType(call.expression);
  const name = methodName(callee) ?? (compiler.isIdentifier(callee) ? callee : undefined);
  if (name === undefined || (name !== callee && !isActionName(name))) return undefined;
  const action = guarded(() => actionOf(code, name));
  const [first] = call.arguments;
  if (action === undefined) {
    const found =
      name === callee || first === undefined ? undefined : guarded(() => askedOfSomething(code, name, first));
    return found && { node: call, name, action: undefined, kinds: found.kinds, unknown: "receiver" };
  }
  const { about = 0, onlyWith, elsewhereWith } = action;
  if (elsewhereWith !== undefined && call.arguments.some((argument) => hasOption(argument, elsewhereWith)))
    return undefined;
  if (onlyWith !== undefined && call.arguments.length <= onlyWith) return undefined;
  if (typeof about !== "number") return { node: call, name, action, kinds: [about], unknown: undefined };
  const argument = call.arguments[about];
  const found = argument === undefined ? undefined : guarded(() => kindsOfArgument(code, call, argument));
  const unknown = found === undefined || found.isOpen ? "kind" : undefined;
  return { node: call, name, action, kinds: found?.kinds ?? [], unknown };
}

/** Returns the effects of a call on the kinds in its options. */
function usesOfOptions(code: Code, { node, name, action }: ActionUse): ActionUse[] {
  if (action?.options === undefined || !compiler.isCallExpression(node)) return [];
  const argument = node.arguments[action.options.argument];
  const reported = new Set<string>();
  return action.options.effects.flatMap(({ option, ...effect }): ActionUse[] => {
    const found = argument && guarded(() => kindsOfOption(code, argument, option));
    if (found === undefined) return [];
    const unknown = found.isOpen && !reported.has(option) ? "kind" : undefined;
    reported.add(option);
    return [{ node, name, action: effect, kinds: found.kinds, unknown }];
  });
}

/** Returns the kinds of an option, which is a kind or a list of kinds; undefined if the argument does not have it. */
function kindsOfOption(code: Code, argument: ts.Expression, option: string): FoundKinds | undefined {
  const written = compiler.isObjectLiteralExpression(argument)
    ? argument.properties.find((property) => isNamed(property.name, option))
    : undefined;
  if (written !== undefined && compiler.isPropertyAssignment(written)) {
    const { initializer } = written;
    const values = compiler.isArrayLiteralExpression(initializer) ? initializer.elements : [initializer];
    const found = values.map((value) => kindsOfExpression(code, value));
    return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: found.some(({ isOpen }) => isOpen) };
  }
  const { checker } = code;
  const symbol = checker.getPropertyOfType(checker.getTypeAtLocation(argument), option);
  if (symbol === undefined) return undefined;
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(symbol, argument));
  return kindsOfType(checker, checker.getIndexTypeOfType(type, compiler.IndexKind.Number) ?? type, argument);
}

function hasOption(argument: ts.Expression, option: string): boolean {
  if (!compiler.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(
    ({ name }) => name !== undefined && compiler.isIdentifier(name) && name.text === option,
  );
}

/** Reads a method that is passed on instead of called: `kinds.map(client.list)`. */
function readMethod(code: Code, node: ts.Node): ActionUse | undefined {
  if (!compiler.isPropertyAccessExpression(node) || !isActionName(node.name)) return undefined;
  const outer = outermost(node);
  if (compiler.isCallExpression(outer.parent) && outer.parent.expression === outer) return undefined;
  const action = guarded(() => actionOf(code, node.name));
  if (action === undefined) return undefined;
  return typeof action.about === "object"
    ? { node, name: node.name, action, kinds: [action.about], unknown: undefined }
    : { node, name: node.name, action, kinds: [], unknown: "kind" };
}

function outermost(node: ts.Expression): ts.Expression {
  const { parent } = node;
  const isWrapper = compiler.isParenthesizedExpression(parent) || compiler.isNonNullExpression(parent);
  return isWrapper ? outermost(parent) : node;
}

function isActionName(name: ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike): boolean {
  return actionNames.has(name.text);
}

function actionOf(code: Code, name: Name | ts.StringLiteralLike): Action | undefined {
  const known = tsopNameOf(code, name);
  return known === undefined ? undefined : findAction(known);
}

/** Detects a kind passed to a method of the right name on an object of unknown type. */
function askedOfSomething(
  code: Code,
  name: Name | ts.StringLiteralLike,
  argument: ts.Expression,
): FoundKinds | undefined {
  if (!asksByKind.has(name.text) || code.checker.getSymbolAtLocation(name) !== undefined) return undefined;
  const kind = code.checker.getPropertyOfType(code.checker.getTypeAtLocation(argument), "objectType");
  const declaration = kind?.declarations?.[0];
  return declaration !== undefined && isTsop(declaration.getSourceFile())
    ? kindsOfExpression(code, argument)
    : undefined;
}

/** Returns the kinds of a call, from one of its arguments. */
export function kindsOfArgument(code: Code, call: ts.CallExpression, argument: ts.Expression): FoundKinds {
  const [given] = call.typeArguments ?? [];
  const said = given && kindsOfType(code.checker, code.checker.getTypeFromTypeNode(given), given);
  return said === undefined || said.isOpen ? kindsOfExpression(code, argument) : said;
}
