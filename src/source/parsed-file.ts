import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { SourceLocation } from "../core/source-location.js";
import { errorAt, type Diagnostic } from "../core/diagnostic.js";

export interface ParsedText {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly ast: ts.SourceFile;
}

/** A TypeScript file, parsed but not checked. */
export interface ParsedFile extends ParsedText {
  /** Whether it has kubebuilder's markers in line comments, like Go: then such comments are descriptions, too. */
  readonly hasMarkers: boolean;
}

/** The beginning of a kubebuilder marker of a field or type. */
const marker = String.raw`\s*\+(?:kubebuilder|k8s|optional|required|default|nullable|listType)\b`;
const markerLine = new RegExp(String.raw`^[ \t]*//${marker}`, "m");
const markerText = new RegExp(`^${marker}`);

/** Returns whether a line of a comment is a marker. */
export function isMarker(text: string): boolean {
  return markerText.test(text);
}

/** Returns whether a file belongs to a package, so that the user cannot fix it. */
export function isForeign({ path }: ParsedFile): boolean {
  return path.includes("node_modules/");
}

export function parseFile(path: string, text: string): ParsedFile {
  return {
    path,
    hasMarkers: markerLine.test(text),
    ast: compiler.createSourceFile(
      path,
      text,
      {
        languageVersion: compiler.ScriptTarget.ES2023,
        // tsop reads comments by its own rules.
        jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
      },
      false,
    ),
  };
}

export function locate(file: ParsedText, offset: number): SourceLocation {
  const { line, character } = file.ast.getLineAndCharacterOfPosition(Math.min(offset, file.ast.end));
  return { file: file.path, line: line + 1, column: character + 1 };
}

/** Returns the start of a node itself, without the comments above it. */
export function locateNode(file: ParsedFile, node: ts.Node): SourceLocation {
  return locate(file, node.getStart(file.ast));
}

/** Returns the syntax errors with their locations. */
export function findSyntaxErrors(file: ParsedText): Diagnostic[] {
  // The parser stores its findings on the file; the compiler's declarations omit this, but its program reads them there.
  const { parseDiagnostics } = file.ast as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map(({ start, messageText, code }) => {
    const message = `${compiler.flattenDiagnosticMessageText(messageText, " ")} (TS${code})`;
    const hint = "Correct the syntax here. `npm run typecheck` lists all errors.";
    return errorAt("source/syntax", locate(file, start), message, hint);
  });
}
