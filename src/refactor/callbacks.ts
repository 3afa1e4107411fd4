/** Edits functions that calls receive: the function of `runManager`, and the tests of a `describe`. */
import type { Block, CallExpression, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { importedAs } from "./imports.js";
import { insertAtMarker } from "./markers.js";
import { removeBlock, removeRange } from "./ranges.js";
import { restyle } from "./restyle.js";
import { type CodeStyle, indentOf, isFirstInLine } from "./style.js";
import { tsMorph } from "./ts-morph.js";

interface Callback {
  readonly body: Node;
  /** The name of its first parameter; undefined if it has none or destructures it. */
  readonly parameter: string | undefined;
}

/**
 * Adds a statement at the marker `builder`, or at the end of the function that `runManager` receives.
 *
 * @param print - returns the statement, given the name of the manager in the function
 * @returns whether the file has a location for it
 */
export function addManagerCall(edited: EditedSource, print: (manager: string) => string): boolean {
  const callback = findManagerCallback(edited);
  const code = restyle(print(callback?.parameter ?? "manager"), edited.style);
  if (insertAtMarker(edited, "builder", code)) return true;
  if (callback?.parameter === undefined) return false;
  appendStatement(callback, code, edited.style);
  return true;
}

/** Returns whether `addManagerCall` works without its marker. */
export function takesManagerCalls(edited: EditedSource): boolean {
  return findManagerCallback(edited)?.parameter !== undefined;
}

function findManagerCallback(edited: EditedSource): Callback | undefined {
  const name = importedAs(edited, "tsop", "runManager") ?? "runManager";
  return findCallback(edited, (callee) => callee === name || callee.endsWith(".runManager"));
}

/** Adds a test at the marker `tests`, or at the end of the only `describe`. Returns false if the file has neither. */
export function addTest(edited: EditedSource, test: string): boolean {
  const code = restyle(test, edited.style);
  if (insertAtMarker(edited, "tests", code, { isBlock: true })) return true;
  const callback = findCallback(edited, (callee) => callee === "describe");
  if (callback === undefined) return false;
  appendStatement(callback, edited.style.lineBreak + code, edited.style);
  return true;
}

/** Returns whether the file calls or constructs the name. */
export function isCalled({ source }: EditedSource, name: string): boolean {
  const { CallExpression, NewExpression } = tsMorph.SyntaxKind;
  return [...source.getDescendantsOfKind(CallExpression), ...source.getDescendantsOfKind(NewExpression)].some(
    (each) => each.getExpression().getText() === name,
  );
}

/** Returns the only matching call; undefined if none or several match. */
export function onlyCall({ source }: EditedSource, isCallee: (callee: string) => boolean): CallExpression | undefined {
  const calls = source.getDescendantsOfKind(tsMorph.SyntaxKind.CallExpression);
  const [call, ...others] = calls.filter((each) => isCallee(each.getExpression().getText()));
  return others.length > 0 ? undefined : call;
}

/** Finds the function that the only matching call receives: inline, or by its name in this file. */
function findCallback(edited: EditedSource, isCallee: (callee: string) => boolean): Callback | undefined {
  const { Node: is } = tsMorph;
  for (const argument of onlyCall(edited, isCallee)?.getArguments() ?? []) {
    const given = is.isIdentifier(argument) ? declaredAs(edited.source, argument.getText()) : argument;
    if (!is.isArrowFunction(given) && !is.isFunctionExpression(given) && !is.isFunctionDeclaration(given)) continue;
    const parameter = given.getParameters()[0];
    const body = given.getBody();
    if (body === undefined) continue;
    const isNamed = parameter !== undefined && is.isIdentifier(parameter.getNameNode());
    return { body, parameter: isNamed ? parameter.getName() : undefined };
  }
  return undefined;
}

function declaredAs(source: EditedSource["source"], name: string): Node | undefined {
  return source.getFunction(name) ?? source.getVariableDeclaration(name)?.getInitializer();
}

/** Turns `(manager) => setUp(manager)` into a function with a block, so that a second statement fits. */
function toBlock(expression: Node, { hasSemicolons, indent, lineBreak }: CodeStyle): Block {
  const outer = indentOf(expression);
  const statement = `${expression.getText()}${hasSemicolons ? ";" : ""}`;
  const text = `{${lineBreak}${outer}${indent}${statement}${lineBreak}${outer}}`;
  return expression.replaceWithText(text).asKindOrThrow(tsMorph.SyntaxKind.Block);
}

/** Inserts a statement after the last statement, but before a `return`. */
function appendStatement({ body }: Callback, code: string, style: CodeStyle): void {
  const { lineBreak, indent } = style;
  const block = body.asKind(tsMorph.SyntaxKind.Block) ?? toBlock(body, style);
  const statements = block.getStatements();
  const last = statements.at(-1);
  const inner = last !== undefined && isFirstInLine(last) ? indentOf(last) : indentOf(block) + indent;
  const lines = code
    .split(lineBreak)
    .map((line) => (line === "" ? "" : inner + line))
    .join(lineBreak);
  const source = block.getSourceFile();
  if (last?.isKind(tsMorph.SyntaxKind.ReturnStatement) === true) {
    source.insertText(last.getStart(true), `${lines.trimStart()}${lineBreak}${inner}`);
    return;
  }
  // Only comments can follow the last statement, or be in a block without statements.
  const close = block.getEnd() - 1;
  const text = source.getFullText();
  const end = text.slice(0, close).trimEnd().length;
  const rest = text.slice(end, close);
  source.replaceText([end, close], `${lineBreak}${lines}${rest.includes("\n") ? rest : lineBreak + indentOf(block)}`);
}

/** Removes the statements that call or construct a name, such as `new BarReconciler(…).setupWithManager(manager)`. */
export function removeCalls(edited: EditedSource, name: string): void {
  const find = (): Node | undefined =>
    edited.source
      .getDescendantsOfKind(tsMorph.SyntaxKind.ExpressionStatement)
      .find((each) => calledRoot(each.getExpression()) === name);
  removeAll(edited, find, removeRange);
}

/** Removes the tests that refer to a member such as `BarDefaulter.prototype`. */
export function removeTests(edited: EditedSource, member: string): void {
  const { SyntaxKind } = tsMorph;
  const find = (): Node | undefined =>
    edited.source
      .getDescendantsOfKind(SyntaxKind.ExpressionStatement)
      .find(
        (each) =>
          ["test", "it"].includes(calledRoot(each.getExpression()) ?? "") &&
          each.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression).some((use) => use.getText() === member),
      );
  removeAll(edited, find, removeBlock);
}

function removeAll(edited: EditedSource, find: () => Node | undefined, remove: typeof removeRange): void {
  for (let found = find(); found !== undefined; found = find()) {
    const block = found.getParentIfKind(tsMorph.SyntaxKind.Block)?.getStart();
    remove(edited, found.getStart(), found.getEnd());
    if (block !== undefined) closeBlock(edited, block);
  }
}

/** Returns the name at the start of a chain of calls: `new A(x).b(y)` → `A`. */
function calledRoot(expression: Node): string | undefined {
  const { Node: is } = tsMorph;
  let [node, isCall] = [expression, false];
  for (;;) {
    if (is.isIdentifier(node)) return isCall ? node.getText() : undefined;
    if (is.isCallExpression(node) || is.isNewExpression(node)) isCall = true;
    else if (!is.isPropertyAccessExpression(node) && !is.isAwaitExpression(node) && !is.isVoidExpression(node)) return;
    node = node.getExpression();
  }
}

/** Closes a block on its first line, if no statement is left on a line of its own. */
function closeBlock({ source }: EditedSource, start: number): void {
  const block = source.getDescendantsOfKind(tsMorph.SyntaxKind.Block).find((each) => each.getStart() === start);
  const [first] = block?.getStatements() ?? [];
  if (block === undefined || (first !== undefined && isFirstInLine(first))) return;
  const close = block.getEnd() - 1;
  const text = source.getFullText();
  const end = text.slice(0, close).trimEnd().length;
  const isBare = text.slice(start, end).split("\n").length === 1;
  if (isBare && text.slice(end, close).includes("\n")) source.replaceText([end, close], first === undefined ? "" : " ");
}
