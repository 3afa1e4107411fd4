/** Finds the identifiers that refer to renamed declarations, by the compiler's symbols. */
import type { ts } from "ts-morph";
import { type Diagnostic, errorAt } from "../../core/diagnostic.js";
import { compiler } from "../../source/compiler.js";
import { locateNode, type ParsedFile } from "../../source/parsed-file.js";
import type { Change } from "../text-changes.js";

/** The new names in a file: each function returns undefined for a name that stays. */
export interface NewNames {
  /** For a declaration at the top level. */
  readonly declared: (name: string) => string | undefined;
  /** For a variable or a parameter. */
  readonly local: (name: string) => string | undefined;
}

export class Renames {
  readonly #checker: ts.TypeChecker;
  readonly #symbols = new Map<ts.Symbol, string>();
  /** The rule that renames a declaration, which its other names in imports follow. */
  readonly #rules = new Map<ts.Symbol, NewNames["declared"]>();
  /** The words that each file uses as names of values or types. */
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly problems: Diagnostic[] = [];

  constructor(checker: ts.TypeChecker, files: ReadonlyMap<string, ParsedFile>, names: ReadonlyMap<string, NewNames>) {
    this.#checker = checker;
    for (const file of files.values()) this.#words.set(file.path, wordsOf(file.ast));
    for (const [path, each] of names) {
      const file = files.get(path);
      if (file !== undefined) this.#collect(file, each);
    }
    for (const file of files.values()) this.#collectAliases(file);
  }

  /** Returns the changes of a file. */
  changesIn(file: ParsedFile): Change[] {
    const changes: Change[] = [];
    const visit = (node: ts.Node): void => {
      if (compiler.isIdentifier(node)) changes.push(...this.#changesOf(node, file));
      compiler.forEachChild(node, visit);
    };
    if (this.#symbols.size > 0) visit(file.ast);
    return changes;
  }

  #collect(file: ParsedFile, { declared, local }: NewNames): void {
    const words = this.#words.get(file.path);
    for (const node of declarationNames(file.ast)) {
      const name = declared(node.text);
      const symbol = this.#symbolAt(node);
      if (name === undefined || name === node.text || symbol === undefined) continue;
      if (words?.has(name) === true) this.#refuse(file, node, name);
      this.#symbols.set(symbol, name);
      this.#rules.set(symbol, declared);
    }
    const visit = (node: ts.Node): void => {
      compiler.forEachChild(node, visit);
      if (!isVariable(node) || !compiler.isIdentifier(node.name)) return;
      const name = local(node.name.text);
      const symbol = this.#symbolAt(node.name);
      if (name === undefined || symbol === undefined || this.#symbols.has(symbol) || words?.has(name) === true) return;
      this.#symbols.set(symbol, name);
    };
    visit(file.ast);
  }

  /** Finds names such as `setupBarV1Webhook` in `import { setupBarWebhook as setupBarV1Webhook }`. */
  #collectAliases(file: ParsedFile): void {
    for (const { propertyName, name: node } of importSpecifiers(file.ast)) {
      const alias = this.#checker.getSymbolAtLocation(node);
      if (propertyName === undefined || alias === undefined) continue;
      const name = this.#rules.get(this.#resolve(alias))?.(node.text);
      if (name !== undefined && name !== node.text && !this.#isTaken(file, name)) this.#symbols.set(alias, name);
    }
  }

  #refuse(file: ParsedFile, node: ts.Identifier, name: string): void {
    const message = `${file.path} already uses the name ${name}, which ${node.text} would get`;
    const hint = `Rename the other ${name}, or choose another --to, then repeat the command.`;
    this.problems.push(errorAt("rename/name-taken", locateNode(file, node), message, hint));
  }

  #changesOf(node: ts.Identifier, file: ParsedFile): Change[] {
    const { parent } = node;
    const { ast } = file;
    const replace = (text: string): Change[] => [{ start: node.getStart(ast), end: node.end, text }];
    if (compiler.isShorthandPropertyAssignment(parent) && parent.name === node) {
      const name = this.#nameOf(this.#checker.getShorthandAssignmentValueSymbol(parent), node, file);
      return name === undefined ? [] : replace(`${node.text}: ${name}`);
    }
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (compiler.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined) {
      const name = this.#nameOf(symbol, node, file);
      const isProperty = compiler.isObjectBindingPattern(parent.parent) && parent.dotDotDotToken === undefined;
      return name === undefined ? [] : replace(isProperty ? `${node.text}: ${name}` : name);
    }
    if (compiler.isImportSpecifier(parent) && parent.propertyName === undefined) {
      const name = this.#target(symbol);
      if (name === undefined) return [];
      return replace(this.#isTaken(file, name) ? `${name} as ${node.text}` : name);
    }
    const isOuter =
      (compiler.isImportSpecifier(parent) && parent.propertyName === node) ||
      (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
      (compiler.isQualifiedName(parent) && parent.right === node) ||
      compiler.isImportTypeNode(parent) ||
      compiler.isExportSpecifier(parent);
    const name = isOuter ? this.#target(symbol, node.text) : this.#nameOf(symbol, node, file);
    if (name === undefined) return [];
    // `{ Baz: Bar }` becomes `{ Baz }`, as `{ Bar }` became `{ Bar: Baz }`.
    const isSame =
      compiler.isPropertyAssignment(parent) && parent.initializer === node && parent.name.getText(ast) === name;
    return isSame ? [{ start: parent.getStart(ast), end: node.end, text: name }] : replace(name);
  }

  /** Returns the new name of a symbol that a file refers to by its own name for it. */
  #nameOf(symbol: ts.Symbol | undefined, node: ts.Identifier, file: ParsedFile): string | undefined {
    const name = this.#target(symbol, node.text);
    const isAlias = symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    return name !== undefined && isAlias && this.#isTaken(file, name) ? undefined : name;
  }

  /** @param present - the present name; a file that uses another name for the symbol keeps it */
  #target(symbol: ts.Symbol | undefined, present?: string): string | undefined {
    if (symbol === undefined) return undefined;
    if (this.#symbols.has(symbol) && (present === undefined || symbol.name === present))
      return this.#symbols.get(symbol);
    const found = this.#resolve(symbol);
    return present === undefined || found.name === present ? this.#symbols.get(found) : undefined;
  }

  #resolve(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    return this.#checker.getExportSymbolOfSymbol(isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol);
  }

  #symbolAt(node: ts.Identifier): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    return symbol === undefined ? undefined : this.#checker.getExportSymbolOfSymbol(symbol);
  }

  #isTaken({ path }: ParsedFile, name: string): boolean {
    return this.#words.get(path)?.has(name) === true;
  }
}

type Variable = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

function isVariable(node: ts.Node): node is Variable {
  return compiler.isVariableDeclaration(node) || compiler.isParameter(node) || compiler.isBindingElement(node);
}

function importSpecifiers(ast: ts.SourceFile): ts.ImportSpecifier[] {
  return ast.statements.flatMap((statement) => {
    const bindings = compiler.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && compiler.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
}

/** Returns the names of the declarations at the top level. */
function declarationNames(ast: ts.SourceFile): ts.Identifier[] {
  return ast.statements.flatMap((statement) => {
    const names = compiler.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : isNamedStatement(statement)
        ? [statement.name]
        : [];
    return names.filter((name) => name !== undefined).filter((name) => compiler.isIdentifier(name));
  });
}

type NamedStatement =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration;

function isNamedStatement(node: ts.Node): node is NamedStatement {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isClassDeclaration(node) ||
    compiler.isFunctionDeclaration(node)
  );
}

/** Returns the identifiers of a file, without the names of properties. */
function wordsOf(ast: ts.SourceFile): ReadonlySet<string> {
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isName = compiler.isIdentifier(node) && !isPropertyName(node);
    if (isName) words.add(node.text);
    compiler.forEachChild(node, visit);
  };
  visit(ast);
  return words;
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node as { readonly parent?: ts.Node };
  if (parent === undefined) return false;
  return (
    (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
    (compiler.isPropertyAssignment(parent) && parent.name === node) ||
    (compiler.isPropertySignature(parent) && parent.name === node)
  );
}
