import type { Node } from "ts-morph";
import { type CodeStyle, indentOf, isFirstInLine, startWithComments } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** What stands between braces, brackets or parentheses, with commas in between. */
export interface ElementList {
  /** The token that opens the list, and the one that closes it. */
  readonly open: Node;
  readonly close: Node;
  readonly elements: readonly Node[];
}

/** Adds an element before the one of that index, or at the end: on the same line or on one of its own, as the others are. */
export function insertElement(list: ElementList, text: string, style: CodeStyle, index = list.elements.length): void {
  const next = list.elements[index];
  if (next !== undefined) insertBefore(next, text, style);
  else insertLast(list, text, style);
}

function insertBefore(next: Node, text: string, { lineBreak }: CodeStyle): void {
  const place = startWithComments(next);
  const separator = isFirstInLine(next) ? lineBreak + indentOf(next) : " ";
  next.getSourceFile().insertText(place, `${text},${separator}`);
}

function insertLast({ open, close, elements }: ElementList, text: string, { lineBreak }: CodeStyle): void {
  const source = open.getSourceFile();
  const last = elements.at(-1);
  if (last === undefined) {
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
