/** Finds the comments and strings that tsop wrote into a file, so that they follow a rename while the user's own texts stay. */
import type { ts } from "ts-morph";
import { allComments } from "../../source/all-comments.js";
import { compiler } from "../../source/compiler.js";
import { type ParsedFile, parseFile } from "../../source/parsed-file.js";
import type { Change } from "../text-changes.js";

/** The new texts by the previous ones. A string counts only in its place: as the argument of a call, or in a property. */
export interface TextChanges {
  readonly comments: ReadonlyMap<string, string>;
  readonly strings: ReadonlyMap<string, string>;
}

/** Compares the files that tsop writes for both names. Ignores a pair of files with different forms. */
export function textChanges(pairs: readonly (readonly [before: string, after: string])[]): TextChanges {
  const comments = new Map<string, string>();
  const strings = new Map<string, string>();
  for (const pair of pairs) {
    const [before, after] = pair.map((text) => textsOf(parseFile("file.ts", text))) as [Texts, Texts];
    addChanges(comments, before.comments, after.comments, (text) => text);
    addChanges(
      strings,
      before.strings.map(({ key }) => key),
      after.strings.map(({ text }) => text),
      withoutPlace,
    );
  }
  return { comments, strings };
}

function addChanges(
  changes: Map<string, string>,
  before: readonly string[],
  after: readonly string[],
  textOf: (key: string) => string,
): void {
  if (before.length !== after.length) return;
  for (const [index, key] of before.entries()) {
    const text = after[index] ?? "";
    if (textOf(key) !== text) changes.set(key, text);
  }
}

interface Texts {
  readonly comments: readonly string[];
  readonly strings: readonly { readonly key: string; readonly text: string }[];
}

function textsOf(file: ParsedFile): Texts {
  return {
    comments: allComments(file).flatMap(({ lines }) => lines.map(({ text }) => text.trim())),
    strings: stringsOf(file.ast).map(({ node, key }) => ({ key, text: node.text })),
  };
}

interface PlacedString {
  readonly node: ts.StringLiteralLike;
  readonly key: string;
}

function stringsOf(ast: ts.SourceFile): PlacedString[] {
  const found: PlacedString[] = [];
  const visit = (node: ts.Node, parent: ts.Node | undefined): void => {
    const isModule =
      parent !== undefined && (compiler.isImportDeclaration(parent) || compiler.isExportDeclaration(parent));
    if (compiler.isStringLiteralLike(node) && !isModule) found.push({ node, key: keyOf(node, parent, ast) });
    compiler.forEachChild(node, (child) => visit(child, node));
  };
  visit(ast, undefined);
  return found;
}

/** Returns a text with its place: `controller bar` for `manager.controller("bar")`. */
function keyOf(node: ts.StringLiteralLike, parent: ts.Node | undefined, ast: ts.SourceFile): string {
  const callee = parent !== undefined && compiler.isCallExpression(parent) ? parent.expression : undefined;
  const named = callee !== undefined && compiler.isPropertyAccessExpression(callee) ? callee.name : callee;
  const name = parent !== undefined && compiler.isPropertyAssignment(parent) ? parent.name : named;
  return `${name?.getText(ast) ?? ""} ${node.text}`;
}

function withoutPlace(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/**
 * Returns the changes of the comments and strings of a file.
 *
 * @param comment - returns the new text of a line of any comment
 */
export function fixedTexts(
  file: ParsedFile,
  fixed: TextChanges | undefined,
  comment: (line: string) => string,
): Change[] {
  const changes: Change[] = [];
  for (const { text, offset } of allComments(file).flatMap(({ lines }) => lines)) {
    const trimmed = text.trim();
    const wanted = fixed?.comments.get(trimmed) ?? comment(trimmed);
    if (wanted === trimmed) continue;
    const start = offset + text.indexOf(trimmed);
    changes.push({ start, end: start + trimmed.length, text: wanted });
  }
  for (const { node, key } of fixed === undefined ? [] : stringsOf(file.ast)) {
    const wanted = fixed?.strings.get(key);
    if (wanted !== undefined) changes.push({ start: node.getStart(file.ast) + 1, end: node.end - 1, text: wanted });
  }
  return changes;
}
