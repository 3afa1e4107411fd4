import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import { type Comment, readComment } from "./comments/comment.js";
import type { ParsedText } from "./parsed-file.js";

/**
 * Returns every comment of a file, at any position, except text inside strings or regular expressions that looks like one.
 */
export function allComments({ ast }: Pick<ParsedText, "ast">): Comment[] {
  const { text } = ast;
  const literals = literalRanges(ast);
  const comments: Comment[] = [];
  let next = 0;
  const opening = /\/[/*]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = match.index;
    while ((literals[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const literal = literals[next];
    if (literal !== undefined && literal.start <= start) {
      opening.lastIndex = literal.end;
      continue;
    }
    const close = match[0] === "//" ? text.indexOf("\n", start) : text.indexOf("*/", start + 2);
    const end = close === -1 ? text.length : match[0] === "//" ? close : close + 2;
    comments.push(readComment(text, start, end));
    opening.lastIndex = end;
  }
  return comments;
}

function literalRanges(ast: ts.SourceFile): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (
      compiler.isLiteralExpression(node) ||
      compiler.isTemplateMiddleOrTemplateTail(node) ||
      compiler.isTemplateHead(node)
    ) {
      ranges.push({ start: node.getStart(ast), end: node.end });
    } else {
      compiler.forEachChild(node, visit);
    }
  };
  visit(ast);
  return ranges;
}
