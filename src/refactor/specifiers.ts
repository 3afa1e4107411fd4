/** The modules that a file names. */
import type { ts } from "ts-morph";
import { compiler } from "../source/compiler.js";
import type { CodeFile } from "./code-file.js";

/** The name of a module in a file. */
export interface Specifier {
  readonly module: string;
  /** The range of the name, without its quotes. */
  readonly start: number;
  readonly end: number;
  /**
   * `import` for every form that the compiler resolves: declarations, `import(…)`, types, references. `text` for a path in
   * the argument of another call, such as `vi.mock("./x.js")`, whose meaning the compiler does not know.
   */
  readonly kind: "import" | "text";
}

/** Returns the names of modules, in the order of the file. */
export function findSpecifiers({ ast }: Pick<CodeFile, "ast">): Specifier[] {
  const found: Specifier[] = ast.referencedFiles.map(({ fileName, pos, end }) => ({
    ...{ module: fileName, start: pos, end, kind: "import" },
  }));
  const visit = (node: ts.Node): void => {
    const imported = importedModule(node);
    if (imported !== undefined) found.push(toSpecifier(imported, ast, "import"));
    else if (isCallOrNew(node)) {
      const paths = [...(node.arguments ?? [])].filter(isRelativePath);
      found.push(...paths.map((each) => toSpecifier(each, ast, "text")));
    }
    compiler.forEachChild(node, visit);
  };
  visit(ast);
  return found.toSorted((a, b) => a.start - b.start);
}

function isCallOrNew(node: ts.Node): node is ts.CallExpression | ts.NewExpression {
  return compiler.isCallExpression(node) || compiler.isNewExpression(node);
}

function isRelativePath(node: ts.Node): node is ts.StringLiteralLike {
  return compiler.isStringLiteralLike(node) && /^\.\.?(?:\/|$)/.test(node.text);
}

/** Returns the literal that names the module which a node imports, re-exports or extends. */
function importedModule(node: ts.Node): ts.StringLiteralLike | undefined {
  if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (compiler.isExternalModuleReference(node)) return literal(node.expression);
  if (compiler.isImportTypeNode(node)) {
    return compiler.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined;
  }
  if (compiler.isModuleDeclaration(node)) return literal(node.name);
  const isImport = compiler.isCallExpression(node) && node.expression.kind === compiler.SyntaxKind.ImportKeyword;
  return isImport ? literal(node.arguments[0]) : undefined;
}

function literal(node: ts.Node | undefined): ts.StringLiteralLike | undefined {
  return node !== undefined && compiler.isStringLiteralLike(node) ? node : undefined;
}

function toSpecifier(node: ts.StringLiteralLike, ast: ts.SourceFile, kind: Specifier["kind"]): Specifier {
  return { module: node.text, start: node.getStart(ast) + 1, end: node.end - 1, kind };
}
