import type { ImportDeclaration, ImportSpecifier, NamedImports } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { insertElement, removeElement } from "./lists.js";
import { insertAtMarker } from "./markers.js";
import { removeRange } from "./ranges.js";
import type { CodeStyle } from "./style.js";
import { tsMorph } from "./ts-morph.js";

export interface ImportedName {
  readonly name: string;
  /** The local name in the file. Default: its name. */
  readonly as?: string;
  /** Whether the name is needed only as a type. */
  readonly isType?: boolean;
}

/** Returns the local name of an import; undefined if the file does not import it by name. */
export function importedAs({ source }: EditedSource, module: string, name: string): string | undefined {
  const found = specifiersOf(source.getImportDeclarations(), module).find((each) => each.getName() === name);
  return found === undefined ? undefined : (found.getAliasNode() ?? found.getNameNode()).getText();
}

/** Returns the names that a file imports from a module. */
export function importedNames({ source }: EditedSource, module: string): ImportedName[] {
  return specifiersOf(source.getImportDeclarations(), module).map((each) => ({
    name: each.getName(),
    isType: each.isTypeOnly() || each.getImportDeclaration().isTypeOnly(),
  }));
}

/** Returns whether a file uses a name for anything, so that new code needs another name. */
export function isNameTaken({ source }: EditedSource, name: string): boolean {
  return source.getDescendantsOfKind(tsMorph.SyntaxKind.Identifier).some((each) => each.getText() === name);
}

/**
 * Imports names from a module, except names that the file already imports. Adds them to a suitable import of that
 * module, in its order if it has one. Otherwise adds a new import after the existing imports.
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

/**
 * Returns whether a name is imported. A type that is imported as a value counts. If a needed value is imported as a
 * type, changes the import to a value, or removes it there.
 */
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

/** Returns the list of named imports that can take a name. A type goes into an existing type import, if there is one. */
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
  // The edit has replaced all nodes.
  const extended = source.getImportDeclarations()[place];
  if (extended !== undefined) breakIfLong(extended, style);
}

/** Returns the position of a name in a sorted list (alphabetical, or in the order of most linters), or otherwise the end. */
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

/**
 * Breaks an import that is too long for one line into one name per line. Skips an import with comments, which would
 * lose their positions.
 */
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

/** Names another module in the imports of a module. */
export function redirectImports({ source }: EditedSource, from: string, to: string): void {
  for (const each of source.getImportDeclarations()) {
    if (each.getModuleSpecifierValue() === from) each.getModuleSpecifier().setLiteralValue(to);
  }
}

/** Imports a name as a type, if the file uses its only import of the module for types alone. */
export function importAsType(edited: EditedSource, module: string, name: string): void {
  const { Identifier, ImportDeclaration, TypeReference } = tsMorph.SyntaxKind;
  const found = specifiersOf(edited.source.getImportDeclarations(), module).find((each) => each.getName() === name);
  const declaration = found?.getImportDeclaration();
  if (found === undefined || declaration === undefined || declaration.getNamedImports().length > 1) return;
  const local = (found.getAliasNode() ?? found.getNameNode()).getText();
  const uses = edited.source
    .getDescendantsOfKind(Identifier)
    .filter((each) => each.getText() === local && each.getFirstAncestorByKind(ImportDeclaration) === undefined);
  if (uses.every((each) => each.getParentIfKind(TypeReference) !== undefined)) declaration.setIsTypeOnly(true);
}

/** Removes the import of a name, unless the file still uses it. Returns whether the file no longer imports it. */
export function removeImport(edited: EditedSource, module: string, name: string): boolean {
  const { source, style } = edited;
  const found = specifiersOf(source.getImportDeclarations(), module).find((each) => each.getName() === name);
  if (found === undefined) return true;
  const local = (found.getAliasNode() ?? found.getNameNode()).getText();
  const declaration = found.getImportDeclaration();
  if (isUsed(edited, local)) return false;
  const elements = declaration.getNamedImports();
  if (elements.length === 1 && declaration.getDefaultImport() === undefined) {
    removeRange(edited, declaration.getStart(), declaration.getEnd());
    return true;
  }
  const place = source.getImportDeclarations().indexOf(declaration);
  const wasLong = onOneLine(declaration).length > style.width;
  removeElement(edited, elements, elements.indexOf(found));
  const rest = source.getImportDeclarations()[place];
  const joined = rest === undefined ? "" : onOneLine(rest);
  // Only an import that was too long for one line has been broken into lines by tsop.
  if (rest !== undefined && wasLong && joined.length <= style.width && !/\/[/*]/.test(rest.getText())) {
    source.replaceText([rest.getStart(), rest.getEnd()], joined);
  }
  return true;
}

/** Returns whether the file uses a name outside its imports. */
export function isUsed({ source }: EditedSource, name: string): boolean {
  return source
    .getDescendantsOfKind(tsMorph.SyntaxKind.Identifier)
    .some((each) => each.getText() === name && !each.getFirstAncestorByKind(tsMorph.SyntaxKind.ImportDeclaration));
}

function onOneLine(declaration: ImportDeclaration): string {
  const named = namedOf(declaration);
  const text = declaration.getText();
  if (named === undefined) return text;
  const start = named.getStart() - declaration.getStart();
  const names = named.getElements().map((each) => each.getText());
  return `${text.slice(0, start)}{ ${names.join(", ")} }${text.slice(start + named.getText().length)}`;
}
