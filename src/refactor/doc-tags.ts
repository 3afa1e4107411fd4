import type { JSDoc } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { indentOf } from "./style.js";
import { allComments } from "../source/all-comments.js";

/** A tag, or the marker of kubebuilder that says the same. */
export interface TagName {
  readonly tag: string;
  readonly marker: string;
}

/** Whether a file has the tag anywhere, in one of its spellings. */
export function hasTag(edited: EditedSource, name: TagName): boolean {
  return linesWith(edited, name).length > 0;
}

/**
 * Adds a tag to the doc comment of an interface. Where there is none, it goes on with a comment of markers, or is written.
 *
 * @returns whether there is such an interface
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

/** As the last line: a comment on one line gets lines of its own. */
function extendDoc({ source, style }: EditedSource, doc: JSDoc, tag: string): void {
  const [start, end, indent] = [doc.getStart(), doc.getEnd(), indentOf(doc)];
  const body = source.getFullText().slice(start + "/**".length, end - "*/".length);
  const line = `${style.lineBreak}${indent} * `;
  const before = body.includes("\n") ? body.trimEnd() : line + body.trim();
  source.replaceText([start, end], `/**${before}${line}@${tag}${style.lineBreak}${indent} */`);
}

/**
 * Takes a tag out of a file.
 *
 * @returns whether the file is without it: it stays where it does not stand on a line of its own
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
  /** Whether the line holds nothing else, so that it can go. */
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
