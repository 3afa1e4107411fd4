import type { ts } from "ts-morph";
import type { Diagnostic } from "../core/diagnostic.js";
import { compiler } from "./compiler.js";
import { locate, type ParsedText } from "./parsed-file.js";

/** What the parser could not read, each with its place. */
export function findSyntaxErrors(file: ParsedText): Diagnostic[] {
  // The parser leaves its findings on the file; the compiler's declarations do not say so, its program reads them there.
  const { parseDiagnostics } = file.ast as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map(({ start, messageText, code }) => ({
    code: "source/syntax",
    severity: "error",
    message: `${compiler.flattenDiagnosticMessageText(messageText, " ")} (TS${code})`,
    at: locate(file, start),
    hint: "Correct the syntax at this place. `npm run typecheck` shows the same and more.",
  }));
}
