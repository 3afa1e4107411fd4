import type { SourceFile } from "ts-morph";
import type { Diagnostic } from "../core/diagnostic.js";
import { findSyntaxErrors } from "../source/parsed-file.js";
import { type CodeStyle, lineBreakOf, styleOf } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** A user's file that tsop edits. Each edit preserves the surrounding text. */
export interface EditedSource {
  readonly source: SourceFile;
  readonly style: CodeStyle;
  /** Returns the whole text with all edits so far. */
  readonly print: () => string;
}

export type OpenedSource =
  | ({ readonly kind: "source" } & EditedSource)
  | { readonly kind: "broken"; readonly diagnostics: readonly Diagnostic[] };

/** ts-morph deletes them. */
const byteOrderMarks = /^\uFEFF*/;

/**
 * Opens a file for edits. Does not edit a file with a syntax error, because the extent of its parts would be a guess.
 *
 * @param width - how long a line may be. Default: 120 characters.
 */
export function openSource(file: string, text: string, width?: number): OpenedSource {
  const marks = byteOrderMarks.exec(text)?.[0] ?? "";
  const project = new tsMorph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    // ts-morph uses these settings for inserted text.
    manipulationSettings: {
      newLineKind:
        lineBreakOf(text) === "\r\n" ? tsMorph.NewLineKind.CarriageReturnLineFeed : tsMorph.NewLineKind.LineFeed,
    },
  });
  const source = project.createSourceFile(`/${file}`, text.slice(marks.length));
  const diagnostics = findSyntaxErrors({ path: file, ast: source.compilerNode });
  if (diagnostics.length > 0) return { kind: "broken", diagnostics };
  return { kind: "source", source, style: styleOf(source, width), print: () => marks + source.getFullText() };
}
