import { ts } from "ts-morph";
import type { SourceLocation } from "../core/source-location.js";

/** A file of TypeScript, parsed but not checked. */
export interface ParsedFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly ast: ts.SourceFile;
}

export function parseFile(path: string, text: string): ParsedFile {
  return { path, ast: ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.ES2023 }, false) };
}

export function locate(file: ParsedFile, offset: number): SourceLocation {
  const { line, character } = file.ast.getLineAndCharacterOfPosition(Math.min(offset, file.ast.end));
  return { file: file.path, line: line + 1, column: character + 1 };
}

/** Where a node itself starts, without the comments above it. */
export function locateNode(file: ParsedFile, node: ts.Node): SourceLocation {
  return locate(file, node.getStart(file.ast));
}
