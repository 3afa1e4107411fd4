import type { ts } from "ts-morph";
import { compiler } from "../source/compiler.js";
import type { CodeStyle } from "./style.js";
import { applyChanges, type Change } from "./text-changes.js";

/**
 * Prints statements in the style of a file: its quotes, its semicolons or none, its indentation, and its line breaks.
 *
 * @param code - as the scaffold writes: with double quotes, semicolons and two spaces
 * @param indent - the prefix of each line, in addition to its own indentation
 */
export function restyle(code: string, style: CodeStyle, indent = ""): string {
  const ast = compiler.createSourceFile("code.ts", code.trimEnd(), compiler.ScriptTarget.ES2023, true);
  const changes: Change[] = [...indentLines(ast, style, indent)];
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteral(node)) changes.push(...requote(node, ast, style));
    if (!style.hasSemicolons) changes.push(...withoutSemicolons(node, ast));
    compiler.forEachChild(node, visit);
  };
  visit(ast);
  return applyChanges(ast.text, changes).replaceAll("\n", style.lineBreak);
}

/** Indents lines. Keeps lines inside a template literal unchanged, because their blanks are part of its value. */
function indentLines(ast: ts.SourceFile, style: CodeStyle, indent: string): Change[] {
  const templates = templateRanges(ast);
  const changes: Change[] = [];
  let start = 0;
  for (const line of ast.text.split("\n")) {
    const steps = Math.floor((/^ */.exec(line)?.[0].length ?? 0) / 2);
    const isInTemplate = templates.some((range) => range.start < start && start < range.end);
    if (line !== "" && !isInTemplate) {
      changes.push({ start, end: start + steps * 2, text: indent + style.indent.repeat(steps) });
    }
    start += line.length + 1;
  }
  return changes;
}

function templateRanges(ast: ts.SourceFile): { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isTemplateLiteral(node)) ranges.push({ start: node.getStart(ast), end: node.end });
    compiler.forEachChild(node, visit);
  };
  visit(ast);
  return ranges;
}

/** Changes the quotes of a literal. Like formatters, keeps a literal with quotes or escapes, which would need more escapes. */
function requote(literal: ts.StringLiteral, ast: ts.SourceFile, { quote }: CodeStyle): Change[] {
  const text = literal.getText(ast);
  if (text.startsWith(quote) || /['"\\]/.test(text.slice(1, -1))) return [];
  return [{ start: literal.getStart(ast), end: literal.end, text: quote + text.slice(1, -1) + quote }];
}

/** Removes semicolons. Keeps a semicolon if the next statement would otherwise continue this one. */
function withoutSemicolons(node: ts.Node, ast: ts.SourceFile): Change[] {
  const lines = listOf(node);
  return lines.flatMap((line, index) => {
    const next = lines[index + 1]?.getText(ast).charAt(0) ?? "";
    const isNeeded = next !== "" && "([`+-/*".includes(next);
    return line.getText(ast).endsWith(";") && !isNeeded ? [{ start: line.end - 1, end: line.end, text: "" }] : [];
  });
}

function listOf(node: ts.Node): readonly ts.Node[] {
  if (compiler.isSourceFile(node) || compiler.isBlock(node) || compiler.isCaseOrDefaultClause(node)) {
    return node.statements;
  }
  return compiler.isClassLike(node) || compiler.isInterfaceDeclaration(node) || compiler.isTypeLiteralNode(node)
    ? node.members
    : [];
}
