/** Files of TypeScript and JavaScript, as the commands that move and rename read them. */
import type { ts } from "ts-morph";
import type { Diagnostic } from "../core/diagnostic.js";
import { compiler } from "../source/compiler.js";
import { findSyntaxErrors } from "../source/parsed-file.js";

/** The files of a project, by their paths with forward slashes. */
export interface CodeFiles {
  /** Returns the text of a file, or undefined if it does not exist. */
  read(file: string): string | undefined;
}

export interface CodeFile {
  readonly path: string;
  /** The text as on disk. */
  readonly text: string;
  readonly ast: ts.SourceFile;
  readonly syntaxErrors: readonly Diagnostic[];
}

/** Returns whether the compiler reads a file, by its name. */
export function isCode(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}

/** Parses a file. Positions in the tree are positions in the text, also after a byte order mark. */
export function parseCode(path: string, text: string): CodeFile {
  const ast = compiler.createSourceFile(
    path,
    text,
    { languageVersion: compiler.ScriptTarget.ES2023, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone },
    true,
  );
  return { path, text, ast, syntaxErrors: findSyntaxErrors({ path, ast }) };
}
