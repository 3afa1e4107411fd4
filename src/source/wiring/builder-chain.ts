/** Follows chains of calls back to what they began with: `manager.controller("bar").for(Bar).owns(…)`. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { guarded, methodName, tsopNameOf } from "../permissions/tsop-names.js";
import { type Code, withoutType } from "../permissions/values-of.js";
import { originsOf } from "./units.js";

/** What a call is in tsop: `ControllerBuilder.for`. */
export function calledTsopName(code: Code, call: ts.CallExpression): string | undefined {
  const callee = withoutType(call.expression);
  const name = methodName(callee) ?? (compiler.isIdentifier(callee) ? callee : undefined);
  return name && guarded(() => tsopNameOf(code, name));
}

/** The object that a method is called on. */
export function receiverOf(call: ts.CallExpression): ts.Expression | undefined {
  const callee = withoutType(call.expression);
  const isMethod = compiler.isPropertyAccessExpression(callee) || compiler.isElementAccessExpression(callee);
  return isMethod ? callee.expression : undefined;
}

/** The calls of the given name that a chain may have begun with; several where a function is handed several builders. */
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
