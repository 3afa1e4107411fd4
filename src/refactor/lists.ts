import type { Node } from "ts-morph";
import { type CodeStyle, indentOf, isFirstInLine, startWithComments } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/**
 * Adds an element to a list, before the element with the index or at the end: on the same line or on its own line, like
 * the others.
 *
 * @param list - the node that ends with the list: an import's names, an object, an array, or a call with its arguments
 */
export function insertElement(
  list: Node,
  elements: readonly Node[],
  text: string,
  style: CodeStyle,
  index = elements.length,
): void {
  const next = elements[index];
  if (next !== undefined) insertBefore(next, text, style);
  else insertLast(list, elements, text, style);
}

function insertBefore(next: Node, text: string, { lineBreak }: CodeStyle): void {
  const place = startWithComments(next);
  const separator = isFirstInLine(next) ? lineBreak + indentOf(next) : " ";
  next.getSourceFile().insertText(place, `${text},${separator}`);
}

function insertLast(list: Node, elements: readonly Node[], text: string, { lineBreak }: CodeStyle): void {
  const source = list.getSourceFile();
  const last = elements.at(-1);
  if (last === undefined) {
    // A list is an opening token, the elements, and a closing token.
    const close = list.getLastChildOrThrow();
    const open = close.getPreviousSiblingOrThrow().getPreviousSiblingOrThrow();
    const between = source.getFullText().slice(open.getEnd(), close.getStart());
    if (between.trim() !== "") source.insertText(open.getEnd(), ` ${text},`);
    else source.replaceText([open.getEnd(), close.getStart()], open.getText() === "{" ? ` ${text} ` : text);
    return;
  }
  const comma = last.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken);
  const end = (comma ?? last).getEnd();
  if (!isFirstInLine(last)) {
    source.insertText(end, comma === undefined ? `, ${text}` : ` ${text},`);
    return;
  }
  const line = `${lineBreak}${indentOf(last)}${text}${comma === undefined ? "" : ","}`;
  const commentEnd = (comma ?? last).getTrailingCommentRanges().at(-1)?.getEnd() ?? end;
  const isOnLine = !source.getFullText().slice(end, commentEnd).includes("\n");
  source.insertText(isOnLine ? commentEnd : end, line);
  if (comma === undefined) source.insertText(end, ",");
}
