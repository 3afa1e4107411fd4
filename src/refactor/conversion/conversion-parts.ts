/** Finds the objects of a conversion, in the code that tsop wrote and in the code that its author has changed. */
import type { Node, ObjectLiteralExpression } from "ts-morph";
import { onlyCall } from "../callbacks.js";
import type { EditedSource } from "../edited-source.js";
import { importedAs } from "../imports.js";
import { tsMorph } from "../ts-morph.js";

/** An object that the code returns, or passes as options. */
export interface ConversionPart {
  readonly object: ObjectLiteralExpression;
  /** The names of the function's parameters; empty if it has none. */
  readonly parameters: string;
}

/** The name of the part with the options of `spoke`, which is no name of a function. */
const options = "spoke options";
const directions = ["toHub", "fromHub"];

/** Returns the names of the parts that tsop writes. */
export function partNames(edited: EditedSource): string[] {
  return [...directions, ...edited.source.getFunctions().map((each) => each.getName() ?? ""), options];
}

/** Finds the object that a direction of `spoke` or a function returns, or the options of `spoke`. */
export function findPart(edited: EditedSource, name: string): ConversionPart | undefined {
  const { Node: is } = tsMorph;
  if (!directions.includes(name) && name !== options) return returned(edited.source.getFunction(name));
  const spoke = importedAs(edited, "tsop", "spoke") ?? "spoke";
  const [, converter, given] = onlyCall(edited, (callee) => callee === spoke)?.getArguments() ?? [];
  if (name === options) return is.isObjectLiteralExpression(given) ? { object: given, parameters: "" } : undefined;
  if (!is.isObjectLiteralExpression(converter)) return undefined;
  const property = converter.getProperty(name);
  return returned(is.isPropertyAssignment(property) ? property.getInitializer() : property);
}

function returned(code: Node | undefined): ConversionPart | undefined {
  const { Node: is } = tsMorph;
  const isFunction =
    is.isArrowFunction(code) ||
    is.isFunctionExpression(code) ||
    is.isFunctionDeclaration(code) ||
    is.isMethodDeclaration(code);
  if (!isFunction) return undefined;
  const parameters = code.getParameters().map((each) => each.getNameNode().getText());
  const object = objectIn(code.getBody());
  return object === undefined ? undefined : { object, parameters: parameters.join(", ") };
}

/** Returns the object if the body returns one object only. */
function objectIn(body: Node | undefined): ObjectLiteralExpression | undefined {
  const { Node: is } = tsMorph;
  if (is.isParenthesizedExpression(body)) return objectIn(body.getExpression());
  if (is.isObjectLiteralExpression(body)) return body;
  if (!is.isBlock(body)) return undefined;
  const [only, ...others] = body.getDescendantsOfKind(tsMorph.SyntaxKind.ReturnStatement);
  return only === undefined || others.length > 0 ? undefined : objectIn(only.getExpression());
}
