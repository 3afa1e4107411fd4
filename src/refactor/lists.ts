import type { Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { removeRange } from "./ranges.js";
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

/** Removes an element from a list, and its comma: the counterpart of {@link insertElement}. */
export function removeElement(edited: EditedSource, elements: readonly Node[], index: number): void {
  const { source } = edited;
  const [element, previous, next] = [elements[index], elements[index - 1], elements[index + 1]];
  if (element === undefined) return;
  const comma = element.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken);
  const end = (comma ?? element).getEnd();
  if (isFirstInLine(element) && /^[ \t]*\r?\n/.test(source.getFullText().slice(end))) {
    const before = previous?.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken);
    const [start, comma] = [before?.getStart(), before?.getEnd()];
    const isLastWithout =
      next === undefined && element.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken) === undefined;
    removeRange(edited, element.getStart(), end);
    if (isLastWithout && start !== undefined && comma !== undefined) source.removeText(start, comma);
  } else if (next !== undefined) source.removeText(element.getStart(), next.getStart());
  else if (previous === undefined) removeOnly(edited, element, end);
  else if (comma === undefined) source.removeText(previous.getEnd(), end);
  else {
    const before = previous.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken) ?? previous;
    source.removeText(before.getEnd(), end);
  }
}

/** Removes the only element, with the blanks around it. */
function removeOnly({ source }: EditedSource, element: Node, end: number): void {
  const text = source.getFullText();
  const start = text.slice(0, element.getStart()).trimEnd().length;
  const rest = text.slice(end);
  source.removeText(start, end + rest.length - rest.trimStart().length);
}
