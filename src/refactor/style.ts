import type { Node, SourceFile, ts } from "ts-morph";
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
export function styleOf({ compilerNode: source }: SourceFile, width: number = ours.width): CodeStyle {
  const nodes = nodesIn(source);
  return {
    quote: moreOf(quotesIn(nodes, source)) ?? ours.quote,
    hasSemicolons: moreOf(endingsIn(nodes, source)) ?? ours.hasSemicolons,
    indent: indentIn(nodes, source) ?? ours.indent,
    lineBreak: lineBreakOf(source.text),
    hasLastCommas: moreOf(lastCommasIn(nodes, source)) ?? ours.hasLastCommas,
    width,
  };
}

/** Returns the nodes below a file as the compiler has them: ts-morph would wrap each of them, which takes longer than parsing. */
function nodesIn(source: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return nodes;
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

function quotesIn(nodes: readonly ts.Node[], source: ts.SourceFile): CodeStyle["quote"][] {
  return nodes
    .filter((node) => node.kind === tsMorph.SyntaxKind.StringLiteral)
    .map((literal) => (source.text.startsWith("'", literal.getStart(source)) ? "'" : '"'));
}

function endingsIn(nodes: readonly ts.Node[], source: ts.SourceFile): boolean[] {
  const { SyntaxKind } = tsMorph;
  const kinds = new Set([
    SyntaxKind.ImportDeclaration,
    SyntaxKind.ExportDeclaration,
    SyntaxKind.ExpressionStatement,
    SyntaxKind.VariableStatement,
    SyntaxKind.ReturnStatement,
    SyntaxKind.PropertySignature,
  ]);
  return nodes.filter(({ kind }) => kinds.has(kind)).map(({ end }) => source.text.endsWith(";", end));
}

function indentIn(nodes: readonly ts.Node[], source: ts.SourceFile): string | undefined {
  const { SyntaxKind } = tsMorph;
  const parents = new Set([
    SyntaxKind.Block,
    SyntaxKind.InterfaceDeclaration,
    SyntaxKind.ClassDeclaration,
    SyntaxKind.ObjectLiteralExpression,
  ]);
  const before = (node: ts.Node): string => lineBefore(source.text, node.getStart(source));
  for (const node of nodes) {
    if (!parents.has(node.parent.kind) || before(node).trim() !== "") continue;
    const [inner, outer] = [blanksIn(before(node)), blanksIn(before(node.parent))];
    if (inner.startsWith(outer) && inner !== outer) return inner.slice(outer.length);
  }
  return undefined;
}

function lastCommasIn(nodes: readonly ts.Node[], { text }: ts.SourceFile): boolean[] {
  const { ts } = tsMorph;
  return nodes.flatMap((node) => {
    const list = ts.isObjectLiteralExpression(node)
      ? node.properties
      : ts.isNamedImports(node) || ts.isArrayLiteralExpression(node)
        ? node.elements
        : undefined;
    return list !== undefined && text.slice(list.end, node.end).includes("\n") ? [list.hasTrailingComma] : [];
  });
}

/** Returns the indentation of the line where a node starts. */
export function indentOf(node: Node): string {
  return blanksIn(lineBefore(node.getSourceFile().getFullText(), node.getStart()));
}

/** Returns whether a node is the first in its line. */
export function isFirstInLine(node: Node): boolean {
  return lineBefore(node.getSourceFile().getFullText(), node.getStart()).trim() === "";
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

function lineBefore(text: string, start: number): string {
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

function blanksIn(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Returns code without the characters that formatters change. */
export function withoutStyle(code: string): string {
  return code.replaceAll(/["'`\s,;]/g, "");
}
