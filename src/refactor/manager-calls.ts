/** What main.ts does with its manager: `setupWithManager` and the like, called in the function that `runManager` gets. */
import type { Block, Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { importedAs } from "./imports.js";
import { insertAtMarker } from "./markers.js";
import { restyle } from "./restyle.js";
import { type CodeStyle, indentOf, isFirstInLine } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** A function with a body: declared, or written where it is needed. */
interface SetUp {
  readonly body: Node;
  readonly manager: string;
}

/**
 * Adds a statement at the marker `builder`, or at the end of the function that `runManager` is called with.
 *
 * @param print - the statement, for what the manager is called there
 * @returns whether there is a place for it
 */
export function addManagerCall(edited: EditedSource, print: (manager: string) => string): boolean {
  const setUp = findSetUp(edited);
  const code = restyle(print(setUp?.manager ?? "manager"), edited.style);
  if (insertAtMarker(edited, "builder", code)) return true;
  if (setUp === undefined) return false;
  const block = setUp.body.asKind(tsMorph.SyntaxKind.Block) ?? toBlock(setUp.body, edited.style);
  appendStatement(block, code, edited.style);
  return true;
}

/** Whether something is called, or constructed, by that name. */
export function isCalled({ source }: EditedSource, name: string): boolean {
  const { CallExpression, NewExpression } = tsMorph.SyntaxKind;
  return [...source.getDescendantsOfKind(CallExpression), ...source.getDescendantsOfKind(NewExpression)].some(
    (each) => each.getExpression().getText() === name,
  );
}

/** The function that `runManager` is called with: in its place, or by the name that this file gives it. */
function findSetUp(edited: EditedSource): SetUp | undefined {
  const { source } = edited;
  const { SyntaxKind, Node: is } = tsMorph;
  const name = importedAs(edited, "tsop", "runManager") ?? "runManager";
  const call = source
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((each) => new Set([name, "runManager"]).has(lastName(each.getExpression())));
  for (const argument of call?.getArguments() ?? []) {
    const given = is.isIdentifier(argument) ? declaredAs(source, argument.getText()) : argument;
    if (!is.isArrowFunction(given) && !is.isFunctionExpression(given) && !is.isFunctionDeclaration(given)) continue;
    const [manager] = given.getParameters();
    const body = given.getBody();
    if (body !== undefined && manager !== undefined && is.isIdentifier(manager.getNameNode())) {
      return { body, manager: manager.getName() };
    }
  }
  return undefined;
}

/** `runManager`, and `runManager` of `tsop.runManager`. */
function lastName(callee: Node): string {
  return tsMorph.Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText();
}

function declaredAs(source: EditedSource["source"], name: string): Node | undefined {
  return source.getFunction(name) ?? source.getVariableDeclaration(name)?.getInitializer();
}

/** `(manager) => setUp(manager)` becomes a function of two statements. */
function toBlock(expression: Node, { hasSemicolons, indent, lineBreak }: CodeStyle): Block {
  const outer = indentOf(expression);
  const statement = `${expression.getText()}${hasSemicolons ? ";" : ""}`;
  const text = `{${lineBreak}${outer}${indent}${statement}${lineBreak}${outer}}`;
  return expression.replaceWithText(text).asKindOrThrow(tsMorph.SyntaxKind.Block);
}

/** After the last statement, but before a `return`. */
function appendStatement(block: Block, code: string, { lineBreak, indent }: CodeStyle): void {
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
  // What stands behind the last statement, or in a block without one, are comments.
  const close = block.getEnd() - 1;
  const text = source.getFullText();
  const end = text.slice(0, close).trimEnd().length;
  const rest = text.slice(end, close);
  source.replaceText([end, close], `${lineBreak}${lines}${rest.includes("\n") ? rest : lineBreak + indentOf(block)}`);
}
