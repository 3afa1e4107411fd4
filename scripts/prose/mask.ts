import path from "node:path";
import { ts } from "ts-morph";

/** A part of a text: from its first index to the index after its last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a copy of a file's text that keeps the prose and its positions. Code is blank: in Markdown, code blocks, inline
 * code, link targets and comments; in TypeScript and JavaScript, everything except comments, the titles of tests, and,
 * where `strings` is set, string literals. A NUL separates two parts, so that no phrase extends over both.
 *
 * @param file - decides by its ending how the text is read
 * @param strings - whether a person reads the strings of this file
 */
export function maskCode(file: string, text: string, strings: boolean): string {
  switch (path.extname(file)) {
    case ".md":
      return maskMarkdown(text);
    case ".ts":
    case ".js":
    case ".mjs":
      return maskInlineCode(keep(text, proseRanges(file, text, strings)));
    default:
      return maskInlineCode(text);
  }
}

function maskMarkdown(text: string): string {
  const parts = [/^( *)(`{3,}|~{3,}).*\n[^]*?^ *\2 *$/gm, /<!--[^]*?-->/g, /\]\([^)\s]*\)/g, /^---\n[^]*?\n---$/m];
  return maskInlineCode(parts.reduce((masked, part) => masked.replace(part, blank), text));
}

/** Inline code is a noun in its sentence: a letter stays, so that the words around it do not become neighbours. */
function maskInlineCode(text: string): string {
  return text.replaceAll(/(`+)(?!`)[^`\0]+?\1(?!`)/g, (code) => `x${blank(code).slice(1)}`);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}

function keep(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from < end) continue;
    parts.push(separate(blank(text.slice(end, from))), withoutMargins(text.slice(from, to)));
    end = to;
  }
  return [...parts, blank(text.slice(end))].join("");
}

/** Puts a NUL into the blank code between two parts, and keeps its lines. */
function separate(gap: string): string {
  return gap.replace(/[^\n]/, "\0");
}

/** Removes the `*` in front of each line of a comment. */
function withoutMargins(comment: string): string {
  return comment.replaceAll(/^[^\S\n]*(?:\/\*\*?|\*\/?|\/\/)/gm, blank);
}

function proseRanges(file: string, text: string, strings: boolean): Range[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, Range>();
  const literals: Range[] = [];
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of commentsAt(text, node)) comments.set(pos, { from: pos, to: end });
    if (isText(node) && (strings || isTitle(node))) literals.push({ from: node.getStart(source), to: node.end });
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { pos, end } of commentsAt(text, source.endOfFileToken)) comments.set(pos, { from: pos, to: end });
  return [...joinLines(text, [...comments.values()]), ...literals];
}

function commentsAt(text: string, { pos, end }: ts.Node): readonly ts.CommentRange[] {
  return [...(ts.getLeadingCommentRanges(text, pos) ?? []), ...(ts.getTrailingCommentRanges(text, end) ?? [])];
}

/** Joins `//` comments of consecutive lines, so that a phrase is found across their line break. */
function joinLines(text: string, comments: readonly Range[]): Range[] {
  return [...comments]
    .sort((a, b) => a.from - b.from)
    .reduce<Range[]>((joined, comment) => {
      const last = joined.at(-1);
      if (last === undefined || /\S/.test(text.slice(last.to, comment.from))) return [...joined, comment];
      return [...joined.slice(0, -1), { from: last.from, to: Math.max(last.to, comment.to) }];
    }, []);
}

/** A literal with a space in it. A name or a path is not prose. */
function isText(node: ts.Node): boolean {
  return (
    (ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      node.kind === ts.SyntaxKind.TemplateHead ||
      node.kind === ts.SyntaxKind.TemplateMiddle ||
      node.kind === ts.SyntaxKind.TemplateTail) &&
    /\w \w/.test(node.getText())
  );
}

/** The first argument of `test(…)`, `describe(…)`, `test.each(…)(…)`. */
function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  return (
    ts.isCallExpression(call) && call.arguments[0] === node && /^(?:test|describe|it)\b/.test(call.expression.getText())
  );
}
