/** Calls in a chain such as `manager.webhook(Bar).withDefaulter(…).complete()`. */
import type { CallExpression, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { insertElement } from "./lists.js";
import { insertAtMarker } from "./markers.js";
import { isFirstInLine, indentOf } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** The calls of a method of that name, wherever they are. */
function callsOf({ source }: EditedSource, method: string): CallExpression[] {
  return source
    .getDescendantsOfKind(tsMorph.SyntaxKind.CallExpression)
    .filter((each) => calledMethod(each)?.getName() === method);
}

function calledMethod(call: CallExpression) {
  return call.getExpressionIfKind(tsMorph.SyntaxKind.PropertyAccessExpression);
}

export function hasCall(edited: EditedSource, method: string): boolean {
  return callsOf(edited, method).length > 0;
}

/** Whether code names a member such as `BarDefaulter.prototype`. */
export function isNamed({ source }: EditedSource, member: string): boolean {
  return source
    .getDescendantsOfKind(tsMorph.SyntaxKind.PropertyAccessExpression)
    .some((each) => each.getText() === member);
}

/**
 * Adds a call such as `.withDefaulter(new BarDefaulter())`: at a marker, or else before the call that ends the chain.
 *
 * @returns whether there is a place for it
 */
export function addLink(edited: EditedSource, marker: string, link: string, last: string): boolean {
  if (insertAtMarker(edited, marker, link)) return true;
  const [end, ...others] = callsOf(edited, last);
  const method = end === undefined ? undefined : calledMethod(end);
  if (method === undefined || others.length > 0) return false;
  const dot = method.getLastChildByKindOrThrow(tsMorph.SyntaxKind.DotToken);
  const separator = isFirstInLine(dot) ? edited.style.lineBreak + indentOf(dot) : "";
  edited.source.insertText(dot.getStart(), link + separator);
  return true;
}

/** Adds arguments to the only call of a method, but for those that it has. Returns whether there is one. */
export function addArguments(edited: EditedSource, method: string, names: readonly string[]): boolean {
  for (const name of names) {
    const [call, ...others] = callsOf(edited, method);
    if (call === undefined || others.length > 0) return false;
    const elements: Node[] = call.getArguments();
    if (elements.some((each) => each.getText() === name)) continue;
    insertElement(call, elements, name, edited.style);
  }
  return callsOf(edited, method).length === 1;
}

/**
 * Adds a name to a list in the options of the only call of a function, such as `conversions` of
 * `TestEnvironment.start({ conversions: [setupBarWebhook] })`.
 *
 * @returns whether it is there then
 */
export function addToOption(edited: EditedSource, call: string, option: string, name: string): boolean {
  const { SyntaxKind } = tsMorph;
  const [found, ...others] = edited.source
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((each) => each.getExpression().getText() === call);
  const options = found?.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
  if (options === undefined || others.length > 0) return false;
  const present = options.getProperty(option);
  if (present === undefined) {
    insertElement(options, options.getProperties(), `${option}: [${name}]`, edited.style);
    return true;
  }
  const list = present.asKind(SyntaxKind.PropertyAssignment)?.getInitializerIfKind(SyntaxKind.ArrayLiteralExpression);
  if (list === undefined) return false;
  const elements = list.getElements();
  if (!elements.some((each) => each.getText() === name)) {
    insertElement(list, elements, name, edited.style);
  }
  return true;
}
