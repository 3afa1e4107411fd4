import type { ImportDeclaration, ImportSpecifier, NamedImports } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { insertElement } from "./lists.js";
import { insertAtMarker } from "./markers.js";
import type { CodeStyle } from "./style.js";
import { tsMorph } from "./ts-morph.js";

export interface ImportedName {
  readonly name: string;
  /** What the file calls it. Default: its name. */
  readonly as?: string;
  /** Whether it is needed as a type alone. */
  readonly isType?: boolean;
}

/** What a file calls something that it imports from a module; undefined where it does not import it by name. */
export function importedAs({ source }: EditedSource, module: string, name: string): string | undefined {
  const found = specifiersOf(source.getImportDeclarations(), module).find((each) => each.getName() === name);
  return found === undefined ? undefined : (found.getAliasNode() ?? found.getNameNode()).getText();
}

/** Whether a file uses a name for anything, so that something else needs another one. */
export function isNameTaken({ source }: EditedSource, name: string): boolean {
  return source.getDescendantsOfKind(tsMorph.SyntaxKind.Identifier).some((each) => each.getText() === name);
}

/**
 * Imports names from a module, but for those that the file imports already. They go to an import of that module where there is one
 * that takes them, in its order where it has one; else a new import follows the others.
 */
export function addImports(edited: EditedSource, module: string, names: readonly ImportedName[]): void {
  const apart: ImportedName[] = [];
  for (const each of names) {
    if (isImported(edited, module, each)) continue;
    const named = openImport(edited, module, each);
    if (named === undefined) apart.push(each);
    else extend(named, each, edited.style);
  }
  if (apart.length > 0) addImport(edited, module, apart);
}

function specifiersOf(declarations: readonly ImportDeclaration[], module: string): ImportSpecifier[] {
  return declarations
    .filter((each) => each.getModuleSpecifierValue() === module)
    .flatMap((each) => each.getNamedImports());
}

/** A type that is imported as a value will do. A value that is imported as a type becomes one, or goes from there. */
function isImported(
  { source }: EditedSource,
  module: string,
  { name, as = name, isType = false }: ImportedName,
): boolean {
  const found = specifiersOf(source.getImportDeclarations(), module).find((each) => {
    const local = (each.getAliasNode() ?? each.getNameNode()).getText();
    return each.getName() === name && local === as;
  });
  const declaration = found?.getImportDeclaration();
  if (found === undefined || declaration === undefined || isType) return found !== undefined;
  if (!declaration.isTypeOnly()) {
    found.setIsTypeOnly(false);
    return true;
  }
  if (declaration.getNamedImports().length > 1) {
    found.remove();
    return false;
  }
  declaration.setIsTypeOnly(false);
  return true;
}

/** The names in braces to which one can be added. What is needed as a type goes among types where there is an import of types. */
function openImport(
  { source }: EditedSource,
  module: string,
  { isType = false }: ImportedName,
): NamedImports | undefined {
  const declarations = source
    .getImportDeclarations()
    .filter((each) => each.getModuleSpecifierValue() === module && namedOf(each) !== undefined)
    .filter((each) => isType || !each.isTypeOnly())
    .toSorted((a, b) => Number(b.isTypeOnly()) - Number(a.isTypeOnly()));
  return declarations[0] === undefined ? undefined : namedOf(declarations[0]);
}

function namedOf(declaration: ImportDeclaration): NamedImports | undefined {
  return declaration.getImportClause()?.getNamedBindings()?.asKind(tsMorph.SyntaxKind.NamedImports);
}

function extend(named: NamedImports, added: ImportedName, style: CodeStyle): void {
  const source = named.getSourceFile();
  const declaration = named.getFirstAncestorByKindOrThrow(tsMorph.SyntaxKind.ImportDeclaration);
  const place = source.getImportDeclarations().indexOf(declaration);
  const elements = named.getElements();
  const text = printName(added, declaration.isTypeOnly());
  const index = placeInOrder(
    elements.map((each) => each.getName()),
    added.name,
  );
  insertElement(named, elements, text, style, index);
  // The edit has made all nodes anew.
  const extended = source.getImportDeclarations()[place];
  if (extended !== undefined) breakIfLong(extended, style);
}

/** Where a name goes in a list that is in order, by letters or as most linters have it; else it goes last. */
function placeInOrder(present: readonly string[], added: string): number {
  const key = [(name: string) => name.toLowerCase(), (name: string) => name].find((each) =>
    isInOrder(present.map(each)),
  );
  const index = key === undefined ? -1 : present.findIndex((name) => key(name) > key(added));
  return index === -1 ? present.length : index;
}

function isInOrder(keys: readonly string[]): boolean {
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") <= key);
}

function printName({ name, as = name, isType = false }: ImportedName, isInTypes: boolean): string {
  return `${isType && !isInTypes ? "type " : ""}${name}${as === name ? "" : ` as ${as}`}`;
}

/** An import that has become too long for one line has a name on each. Comments would lose their place. */
function breakIfLong(declaration: ImportDeclaration, style: CodeStyle): void {
  const text = declaration.getText();
  const named = namedOf(declaration);
  if (named === undefined || text.includes("\n") || text.length <= style.width || /\/[/*]/.test(named.getText()))
    return;
  const names = named.getElements().map((each) => each.getText());
  named.getSourceFile().replaceText([named.getStart(), named.getEnd()], onLines(names, style));
}

function onLines(names: readonly string[], { indent, lineBreak, hasLastCommas }: CodeStyle): string {
  const lines = names.map((name) => indent + name).join(`,${lineBreak}`);
  return `{${lineBreak}${lines}${hasLastCommas ? "," : ""}${lineBreak}}`;
}

function addImport(edited: EditedSource, module: string, names: readonly ImportedName[]): void {
  const { source, style } = edited;
  const line = printImport(module, names, style);
  if (insertAtMarker(edited, "imports", line)) return;
  const last = source.getImportDeclarations().at(-1);
  if (last !== undefined) {
    const end = last.getTrailingCommentRanges().at(-1)?.getEnd() ?? last.getEnd();
    source.insertText(end, style.lineBreak + line);
    return;
  }
  const first = source.getStatements().find((each) => !isDirective(each.getText()));
  const place = first?.getStart(true) ?? source.getFullText().length;
  source.insertText(place, line + style.lineBreak + (first === undefined ? "" : style.lineBreak));
}

function isDirective(statement: string): boolean {
  return /^(["'])use [\w ]+\1;?$/.test(statement);
}

function printImport(module: string, names: readonly ImportedName[], style: CodeStyle): string {
  const isTypes = names.every(({ isType = false }) => isType);
  const inOrder = names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const printed = inOrder.map((each) => printName(each, isTypes));
  const print = (list: string): string =>
    `import ${isTypes ? "type " : ""}${list} from ${style.quote}${module}${style.quote}${style.hasSemicolons ? ";" : ""}`;
  const line = print(`{ ${printed.join(", ")} }`);
  return line.length <= style.width || printed.length === 1 ? line : print(onLines(printed, style));
}
