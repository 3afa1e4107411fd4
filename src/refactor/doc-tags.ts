import type { JSDoc } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { indentOf } from "./style.js";
import { allComments } from "../source/all-comments.js";

/** A tag, and the equivalent marker of kubebuilder. */
export interface TagName {
  readonly tag: string;
  readonly marker: string;
}

/** Returns whether a file contains the tag in any of its forms. */
export function hasTag(edited: EditedSource, name: TagName): boolean {
  return linesWith(edited, name).length > 0;
}

/**
 * Adds a tag to the doc comment of an interface. Without a doc comment, extends a comment of markers, or creates a doc
 * comment.
 *
 * @returns whether the interface exists
 */
export function addTag(edited: EditedSource, declared: string, name: TagName): boolean {
  const { source, style } = edited;
  const declaration = source.getInterface(declared);
  if (declaration === undefined) return false;
  const doc = declaration.getJsDocs().at(-1);
  if (doc === undefined) {
    const above = declaration.getLeadingCommentRanges().at(-1)?.getText() ?? "";
    const line = /^\/\/\s*\+/.test(above) ? `// +${name.marker}` : `/** @${name.tag} */`;
    source.insertText(declaration.getStart(), line + style.lineBreak + indentOf(declaration));
  } else extendDoc(edited, doc, name.tag);
  return true;
}

/** Adds the tag as the last line. Expands a single-line comment to several lines. */
function extendDoc({ source, style }: EditedSource, doc: JSDoc, tag: string): void {
  const [start, end, indent] = [doc.getStart(), doc.getEnd(), indentOf(doc)];
  const body = source.getFullText().slice(start + "/**".length, end - "*/".length);
  const line = `${style.lineBreak}${indent} * `;
  const before = body.includes("\n") ? body.trimEnd() : line + body.trim();
  source.replaceText([start, end], `/**${before}${line}@${tag}${style.lineBreak}${indent} */`);
}

/**
 * Removes a tag from a file.
 *
 * @returns whether the file no longer contains the tag: a tag that is not on its own line stays
 */
export function removeTag(edited: EditedSource, name: TagName): boolean {
  const { source } = edited;
  for (let [found] = linesWith(edited, name); found !== undefined; [found] = linesWith(edited, name)) {
    if (!found.isAlone) return false;
    source.removeText(found.start, found.end);
  }
  return true;
}

interface TagLine {
  readonly start: number;
  readonly end: number;
  /** Whether the line contains only the tag, so that it can be deleted. */
  readonly isAlone: boolean;
}

function linesWith({ source }: EditedSource, { tag, marker }: TagName): TagLine[] {
  const text = source.getFullText();
  return allComments({ ast: source.compilerNode }).flatMap((comment) =>
    comment.lines
      .filter((line) => [`@${tag}`, `+${marker}`].includes(line.text.trim().split(/\s/, 1)[0] ?? ""))
      .map(({ text: said, offset }): TagLine => {
        const start = text.lastIndexOf("\n", offset - 1) + 1;
        const end = text.indexOf("\n", offset) + 1 || text.length;
        const isWhole = !/\s/.test(said.trim());
        return {
          start,
          end,
          isAlone: isWhole && /^[ \t]*(?:\*|\/\/)[ \t]*[@+]\S+[ \t]*\r?\n?$/.test(text.slice(start, end)),
        };
      }),
  );
}
