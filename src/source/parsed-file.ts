import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { SourceLocation } from "../core/source-location.js";
import { errorAt, type Diagnostic } from "../core/diagnostic.js";

export interface ParsedText {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly ast: ts.SourceFile;
}

/** A file of TypeScript, parsed but not checked. */
export interface ParsedFile extends ParsedText {
  /** Whether it has kubebuilder's markers in comments of lines, as Go has them: then such comments describe, too. */
  readonly hasMarkers: boolean;
}

/** The beginning of one of kubebuilder's markers of a field or type. */
const marker = String.raw`\s*\+(?:kubebuilder|k8s|optional|required|default|nullable|listType)\b`;
const markerLine = new RegExp(String.raw`^[ \t]*//${marker}`, "m");
const markerText = new RegExp(`^${marker}`);

/** Whether a line of a comment is a marker. */
export function isMarker(text: string): boolean {
  return markerText.test(text);
}

/** Whether a file belongs to a package, so that nobody here can mend it. */
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
        // Comments are read by our own rules.
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

/** Where a node itself starts, without the comments above it. */
export function locateNode(file: ParsedFile, node: ts.Node): SourceLocation {
  return locate(file, node.getStart(file.ast));
}

/** What the parser could not read, each with its place. */
export function findSyntaxErrors(file: ParsedText): Diagnostic[] {
  // The parser leaves its findings on the file; the compiler's declarations do not say so, its program reads them there.
  const { parseDiagnostics } = file.ast as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map(({ start, messageText, code }) => {
    const message = `${compiler.flattenDiagnosticMessageText(messageText, " ")} (TS${code})`;
    const hint = "Correct the syntax at this place. `npm run typecheck` shows the same and more.";
    return errorAt("source/syntax", locate(file, start), message, hint);
  });
}
