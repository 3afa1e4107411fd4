import type { Node, SourceFile } from "ts-morph";
import { tsMorph } from "./ts-morph.js";

/** The style of a file, which new code in it follows. */
export interface CodeStyle {
  readonly quote: '"' | "'";
  readonly hasSemicolons: boolean;
  /** One level of indentation. */
  readonly indent: string;
  readonly lineBreak: "\n" | "\r\n";
  /** Whether the last element of a multi-line list has a comma. */
  readonly hasLastCommas: boolean;
  /** The maximum line length, in characters. */
  readonly width: number;
}

/** The style of the scaffold, for everything that a file does not show. */
const ours: CodeStyle = {
  quote: '"',
  hasSemicolons: true,
  indent: "  ",
  lineBreak: "\n",
  hasLastCommas: true,
  width: 120,
};

/** @param width - how long a line may be. Default: 120 characters. */
export function styleOf(source: SourceFile, width: number = ours.width): CodeStyle {
  return {
    quote: moreOf(quotesIn(source)) ?? ours.quote,
    hasSemicolons: moreOf(endingsIn(source)) ?? ours.hasSemicolons,
    indent: indentIn(source) ?? ours.indent,
    lineBreak: lineBreakOf(source.getFullText()),
    hasLastCommas: moreOf(lastCommasIn(source)) ?? ours.hasLastCommas,
    width,
  };
}

export function lineBreakOf(text: string): CodeStyle["lineBreak"] {
  return /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}

/** Returns the most frequent value; among equally frequent values, the first. */
function moreOf<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function quotesIn(source: SourceFile): CodeStyle["quote"][] {
  return source
    .getDescendantsOfKind(tsMorph.SyntaxKind.StringLiteral)
    .map((literal) => (literal.getText().startsWith("'") ? "'" : '"'));
}

function endingsIn(source: SourceFile): boolean[] {
  const { SyntaxKind } = tsMorph;
  const kinds = new Set([
    SyntaxKind.ImportDeclaration,
    SyntaxKind.ExportDeclaration,
    SyntaxKind.ExpressionStatement,
    SyntaxKind.VariableStatement,
    SyntaxKind.ReturnStatement,
    SyntaxKind.PropertySignature,
  ]);
  const endings: boolean[] = [];
  source.forEachDescendant((node) => {
    if (kinds.has(node.getKind())) endings.push(node.getText().endsWith(";"));
  });
  return endings;
}

function indentIn(source: SourceFile): string | undefined {
  const { SyntaxKind } = tsMorph;
  const parents = new Set([
    SyntaxKind.Block,
    SyntaxKind.InterfaceDeclaration,
    SyntaxKind.ClassDeclaration,
    SyntaxKind.ObjectLiteralExpression,
  ]);
  let found: string | undefined;
  source.forEachDescendant((node, traversal) => {
    const parent = node.getParent();
    if (parent === undefined || !parents.has(parent.getKind()) || !isFirstInLine(node)) return;
    const [inner, outer] = [indentOf(node), indentOf(parent)];
    if (!inner.startsWith(outer) || inner === outer) return;
    found = inner.slice(outer.length);
    traversal.stop();
  });
  return found;
}

function lastCommasIn(source: SourceFile): boolean[] {
  const { Node: is } = tsMorph;
  const text = source.getFullText();
  const commas: boolean[] = [];
  source.forEachDescendant((node) => {
    const list = is.isObjectLiteralExpression(node)
      ? node.compilerNode.properties
      : is.isNamedImports(node) || is.isArrayLiteralExpression(node)
        ? node.compilerNode.elements
        : undefined;
    if (list !== undefined && text.slice(list.end, node.getEnd()).includes("\n")) {
      commas.push(list.hasTrailingComma);
    }
  });
  return commas;
}

/** Returns the indentation of the line where a node starts. */
export function indentOf(node: Node): string {
  return /^[ \t]*/.exec(lineBefore(node))?.[0] ?? "";
}

/** Returns whether a node is the first in its line. */
export function isFirstInLine(node: Node): boolean {
  return lineBefore(node).trim() === "";
}

/** Returns the position where a node starts, including the comments on the lines above it. */
export function startWithComments(node: Node): number {
  if (!isFirstInLine(node)) return node.getStart();
  const source = node.getSourceFile().getFullText();
  const own = node.getLeadingCommentRanges().find((comment) => {
    const before = source.slice(source.lastIndexOf("\n", comment.getPos() - 1) + 1, comment.getPos());
    return before.trim() === "";
  });
  return own?.getPos() ?? node.getStart();
}

function lineBefore(node: Node): string {
  const [text, start] = [node.getSourceFile().getFullText(), node.getStart()];
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

/** Returns code without the characters that formatters change. */
export function withoutStyle(code: string): string {
  return code.replaceAll(/["'`\s,;]/g, "");
}
