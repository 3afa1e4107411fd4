/** Edits chained calls such as `manager.webhook(Bar).withDefaulter(…).complete()`. */
import type { CallExpression, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { insertElement, removeElement } from "./lists.js";
import { insertAtMarker } from "./markers.js";
import { removeRange } from "./ranges.js";
import { isFirstInLine, indentOf, withoutStyle } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** Returns all calls of a method with the name. */
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

/** Returns whether the code refers to a member such as `BarDefaulter.prototype`. */
export function isNamed({ source }: EditedSource, member: string): boolean {
  return source
    .getDescendantsOfKind(tsMorph.SyntaxKind.PropertyAccessExpression)
    .some((each) => each.getText() === member);
}

/**
 * Adds a call such as `.withDefaulter(new BarDefaulter())`: at a marker, or otherwise before the call that ends the
 * chain.
 *
 * @returns whether the file has a location for it
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

/** Adds missing arguments to the only call of a method. Returns whether exactly one call exists. */
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
 * Adds a second argument with options to the only call of a method.
 *
 * @returns whether the call has these options now; a call with other options stays unchanged
 */
export function addOptions(edited: EditedSource, method: string, options: string): boolean {
  const [call, ...others] = callsOf(edited, method);
  if (call === undefined || others.length > 0) return false;
  const [first, second, ...more] = call.getArguments();
  if (first === undefined || more.length > 0) return false;
  if (second === undefined) insertElement(call, [first], options, edited.style);
  return second === undefined || withoutStyle(second.getText()) === withoutStyle(options);
}

/** Removes the calls of a method from a chain: `.withDefaulter(new BarDefaulter())`. */
export function removeLink(edited: EditedSource, method: string): void {
  for (let [call] = callsOf(edited, method); call !== undefined; [call] = callsOf(edited, method)) {
    const dot = calledMethod(call)?.getLastChildByKind(tsMorph.SyntaxKind.DotToken);
    if (dot === undefined) return;
    removeRange(edited, dot.getStart(), call.getEnd());
  }
}

/** Removes an argument from the calls of a method, and the call from its chain with the last argument. */
export function removeArgument(edited: EditedSource, method: string, name: string): void {
  const [call] = callsOf(edited, method);
  const elements: Node[] = call?.getArguments() ?? [];
  const index = elements.findIndex((each) => each.getText() === name);
  if (index === -1) return;
  if (elements.length === 1) removeLink(edited, method);
  else removeElement(edited, elements, index);
}
