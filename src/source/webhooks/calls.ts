/** Finds the calls that register webhooks. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { kindsOfExpression } from "../permissions/expression-kinds.js";
import { isTsop } from "../permissions/program.js";
import { type FoundKinds, kindsOfType } from "../permissions/type-kinds.js";
import { calledName, type Code, withoutType } from "../permissions/values-of.js";

/** The methods of tsop that register a webhook, by handler type. */
const methods = {
  withDefaulter: "defaulter",
  withValidator: "validator",
  withConversion: "conversion",
  addAdmissionHandler: "any",
} as const;

type Method = keyof typeof methods;

export interface WebhookCall {
  readonly takes: (typeof methods)[Method];
  readonly call: ts.CallExpression;
  readonly name: ts.Node;
  /** The kinds of the object that the method is called on; open if unknown or without a kind. */
  readonly kinds: FoundKinds;
}

const maybeWebhook = new RegExp(String.raw`\.\s*(?:${Object.keys(methods).join("|")})\b`);

/** Returns whether a text can register a webhook; this rules out most files. */
export function mayServe(text: string): boolean {
  return maybeWebhook.test(text);
}

export function findWebhookCalls(code: Code, source: ts.SourceFile): WebhookCall[] {
  const calls: WebhookCall[] = [];
  const visit = (node: ts.Node): void => {
    const call = compiler.isCallExpression(node) ? readCall(code, node) : undefined;
    // The inner calls of a chain come before the outer ones.
    compiler.forEachChild(node, visit);
    if (call !== undefined) calls.push(call);
  };
  visit(source);
  return calls;
}

function readCall(code: Code, call: ts.CallExpression): WebhookCall | undefined {
  const callee = withoutType(call.expression);
  if (!compiler.isPropertyAccessExpression(callee)) return undefined;
  const { name, expression } = callee;
  if (!isMethod(name.text) || !isOurs(code, name)) return undefined;
  const takes = methods[name.text];
  return { takes, call, name, kinds: takes === "any" ? noKind : kindsOf(code, expression) };
}

const noKind: FoundKinds = { kinds: [], isOpen: true };

function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name);
}

/** Returns whether a name is tsop's; on an object of unknown type, these names count as tsop's, too. */
function isOurs({ checker }: Code, name: ts.Node): boolean {
  const declarations = checker.getSymbolAtLocation(name)?.declarations;
  return declarations === undefined || declarations.some((each) => isTsop(each.getSourceFile()));
}

/**
 * Returns the argument of `webhook()` earlier in the chain, or the kind in the builder's type, which allows only one kind.
 */
function kindsOf(code: Code, receiver: ts.Expression): FoundKinds {
  const begun = beginningOf(receiver);
  if (begun !== undefined) return kindsOfExpression(code, begun);
  return kindsOfType(code.checker, code.checker.getTypeAtLocation(receiver), receiver);
}

function beginningOf(receiver: ts.Expression): ts.Expression | undefined {
  const inner = withoutType(receiver);
  if (!compiler.isCallExpression(inner)) return undefined;
  if (calledName(inner.expression)?.text === "webhook") return inner.arguments[0];
  const callee = withoutType(inner.expression);
  return compiler.isPropertyAccessExpression(callee) ? beginningOf(callee.expression) : undefined;
}
