import type { EditedSource } from "./edited-source.js";
import { insertAtMarker } from "./markers.js";
import { removeBlock } from "./ranges.js";
import { restyle } from "./restyle.js";
import { startWithComments } from "./style.js";
import { tsMorph } from "./ts-morph.js";

export function hasClass({ source }: EditedSource, name: string): boolean {
  return source.getClass(name) !== undefined;
}

/** Adds a declaration and an empty line at a marker, or otherwise before the first statement that is not an import. */
export function addDeclaration(edited: EditedSource, marker: string, declaration: string): void {
  const { source, style } = edited;
  const code = restyle(declaration, style);
  if (insertAtMarker(edited, marker, code, { isBlock: true })) return;
  const first = source
    .getStatements()
    .find((each) => !tsMorph.Node.isImportDeclaration(each) && !tsMorph.Node.isExpressionStatement(each));
  const { lineBreak } = style;
  if (first === undefined) {
    const text = source.getFullText();
    source.insertText(text.length, `${text.trim() === "" ? "" : lineBreak}${code}${lineBreak}`);
    return;
  }
  source.insertText(startWithComments(first), `${code}${lineBreak}${lineBreak}`);
}

/** Adds a declaration and an empty line before it at the end. */
export function addLastDeclaration({ source, style }: EditedSource, declaration: string): void {
  const end = source.getFullText().trimEnd().length;
  source.insertText(end, `${style.lineBreak}${style.lineBreak}${restyle(declaration, style)}`);
}

/** Removes a class with its comments, and the empty line after it. */
export function removeClass(edited: EditedSource, name: string): void {
  const declaration = edited.source.getClass(name);
  if (declaration !== undefined) removeBlock(edited, declaration.getStart(true), declaration.getEnd());
}
