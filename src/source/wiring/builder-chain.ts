/**
 * Follows chains of calls back to their beginning (`manager.controller("bar").for(Bar).owns(…)`), and finds the code's names
 * for other clusters: `{ cluster: hub }`, `hub.client.get(…)`.
 */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { guarded, methodName, tsopNameOf } from "../permissions/tsop-names.js";
import { type Code, withoutType } from "../permissions/values-of.js";
import { originsOf } from "./units.js";

/** Returns the tsop name of a call: `ControllerBuilder.for`. */
export function calledTsopName(code: Code, call: ts.CallExpression): string | undefined {
  const callee = withoutType(call.expression);
  const name = methodName(callee) ?? (compiler.isIdentifier(callee) ? callee : undefined);
  return name && guarded(() => tsopNameOf(code, name));
}

/** Returns the object that a method is called on. */
export function receiverOf(call: ts.CallExpression): ts.Expression | undefined {
  const callee = withoutType(call.expression);
  const isMethod = compiler.isPropertyAccessExpression(callee) || compiler.isElementAccessExpression(callee);
  return isMethod ? callee.expression : undefined;
}

/** Returns the calls of the given name that a chain can begin with; several if a function receives several builders. */
export function beginningsOf(code: Code, call: ts.CallExpression, name: string): ts.CallExpression[] {
  const found = new Set<ts.CallExpression>();
  const seen = new Set<ts.Node>();
  const visit = (expression: ts.Expression): void => {
    for (const origin of originsOf(code, expression)) {
      if (seen.has(origin) || !compiler.isCallExpression(origin)) continue;
      seen.add(origin);
      const receiver = receiverOf(origin);
      if (calledTsopName(code, origin) === name) found.add(origin);
      else if (receiver !== undefined) visit(receiver);
    }
  };
  const receiver = receiverOf(call);
  if (receiver !== undefined) visit(receiver);
  return [...found];
}

/** Returns the name of the cluster in an argument. */
export function clusterOption(call: ts.CallExpression): string | undefined {
  const option = optionOf(call, "cluster");
  if (option === undefined) return undefined;
  const value = compiler.isPropertyAssignment(option) ? nameOfExpression(option.initializer) : undefined;
  return value ?? "cluster";
}

/** Returns whether the call has the form `owns(Kind, { isOptional: true })`. */
export function isOptionalKind(call: ts.CallExpression): boolean {
  const option = optionOf(call, "isOptional");
  if (option === undefined || !compiler.isPropertyAssignment(option)) return false;
  return option.initializer.kind === compiler.SyntaxKind.TrueKeyword;
}

function optionOf({ arguments: given }: ts.CallExpression, wanted: string): ts.ObjectLiteralElementLike | undefined {
  const properties = given.filter(compiler.isObjectLiteralExpression).flatMap((each) => [...each.properties]);
  return properties.find(({ name }) => name !== undefined && compiler.isIdentifier(name) && name.text === wanted);
}

/** Returns the name of the cluster whose cache or client is called. */
export function clusterOfReceiver(code: Code, call: ts.CallExpression): string | undefined {
  const name = calledTsopName(code, call);
  const receiver = receiverOf(call);
  if (receiver === undefined || name === undefined) return undefined;
  if (name.startsWith("Cluster.")) return nameOfExpression(receiver) ?? "cluster";
  if (!name.startsWith("ForeignClient.")) return undefined;
  return nameOfCluster(receiver) ?? "cluster";
}

/** Returns `hub` for `hub.client.status`. */
function nameOfCluster(client: ts.Expression): string | undefined {
  const at = withoutType(client);
  if (!compiler.isPropertyAccessExpression(at)) return undefined;
  const isClient = ["client", "apiReader"].includes(at.name.text);
  return isClient ? nameOfExpression(at.expression) : nameOfCluster(at.expression);
}

/** Returns `hub` for `this.#hub`. */
export function nameOfExpression(expression: ts.Expression): string | undefined {
  const at = withoutType(expression);
  if (compiler.isIdentifier(at)) return at.text;
  return compiler.isPropertyAccessExpression(at) ? at.name.text.replace(/^#/, "") : undefined;
}
