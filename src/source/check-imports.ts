import type { ts } from "ts-morph";
import type { Diagnostic } from "../core/diagnostic.js";
import { compiler } from "./compiler.js";
import { locate, type ParsedFile } from "./parsed-file.js";
import type { SourceFiles } from "./source-files.js";

/**
 * What a file imports of the project and is not there. It would not run; and what stands behind the import, a kind or a whole
 * controller, would go missing in what is generated.
 */
export function checkImports(file: ParsedFile, files: Pick<SourceFiles, "isThere">): Diagnostic[] {
  return relativeImports(file.ast)
    .filter(({ text }) => !files.isThere(file, text))
    .map((literal) => ({
      code: "source/import-not-found",
      severity: "error",
      message: `${JSON.stringify(literal.text)}, which is imported here, is not there`,
      at: locate(file, literal.getStart(file.ast)),
      hint: "Correct the path of the import, or take it out together with what uses it.",
    }));
}

function relativeImports({ statements }: ts.SourceFile): ts.StringLiteral[] {
  return statements
    .map((statement) =>
      compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined,
    )
    .filter((module) => module !== undefined && compiler.isStringLiteral(module))
    .filter(({ text }) => text.startsWith("."));
}
