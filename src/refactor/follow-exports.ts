/** Edits a user's sources after a change of a package's exports. */
import type { Node } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { addImports, isNameTaken } from "./imports.js";
import { importsOf, namespaceUses, referencesTo } from "./module-names.js";
import { tsMorph } from "./ts-morph.js";

export interface RenamedExport {
  readonly kind: "rename-export";
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

export interface MovedExport {
  readonly kind: "move-export";
  readonly name: string;
  /** The modules: `tsop` → `tsop/testing`. */
  readonly from: string;
  readonly to: string;
}

export interface ChangedCall {
  readonly kind: "change-call";
  readonly module: string;
  readonly name: string;
  /** Returns the new arguments. The same list means that the call stays. */
  readonly change: (args: readonly string[]) => readonly string[];
}

export type ExportChange = RenamedExport | MovedExport | ChangedCall;

/** Changes every use of the export in a file. Returns whether the file has changed. */
export function followExport(edited: EditedSource, change: ExportChange): boolean {
  const before = edited.source.getFullText();
  switch (change.kind) {
    case "rename-export":
      renameExport(edited, change);
      break;
    case "move-export":
      moveExport(edited, change);
      break;
    case "change-call":
      changeCalls(edited, change);
      break;
  }
  return edited.source.getFullText() !== before;
}

function renameExport(edited: EditedSource, { module, from, to }: RenamedExport): void {
  const { Node: is } = tsMorph;
  const keepsName = isNameTaken(edited, to);
  const edits: TextEdit[] = namespaceUses(edited, module, from).map((node) => editOf(node, to));
  for (const specifier of importsOf(edited, module, from)) {
    const local = specifier.getNameNode();
    if (specifier.getAliasNode() !== undefined || keepsName || !is.isIdentifier(local)) {
      edits.push(editOf(local, specifier.getAliasNode() === undefined ? `${to} as ${from}` : to));
      continue;
    }
    edits.push(editOf(local, to));
    for (const node of referencesTo(local)) edits.push(editOf(node, printReference(node, from, to)));
  }
  for (const specifier of reexportsOf(edited, module, from)) {
    const alias = specifier.getAliasNode();
    edits.push(editOf(specifier.getNameNode(), alias === undefined ? `${to} as ${from}` : to));
  }
  applyEdits(edited, edits);
}

/** Prints a reference. `{ from }` and `export { from }` give the name to other code, so the name stays there. */
function printReference(node: Node, from: string, to: string): string {
  const { Node: is } = tsMorph;
  const parent = node.getParent();
  if (is.isShorthandPropertyAssignment(parent)) return `${from}: ${to}`;
  return is.isExportSpecifier(parent) && parent.getAliasNode() === undefined ? `${to} as ${from}` : to;
}

function moveExport(edited: EditedSource, { name, from, to }: MovedExport): void {
  for (;;) {
    const [specifier] = importsOf(edited, from, name);
    if (specifier === undefined) break;
    const declaration = specifier.getImportDeclaration();
    const as = specifier.getAliasNode()?.getText() ?? name;
    const isType = specifier.isTypeOnly() || declaration.isTypeOnly();
    const isLast = declaration.getNamedImports().length === 1;
    if (isLast && declaration.getDefaultImport() === undefined) {
      // Change the module in its place if nothing else is imported, so that comments stay.
      const others = importsOf(edited, to, name).length > 0;
      if (others) declaration.remove();
      else declaration.setModuleSpecifier(to);
      continue;
    }
    specifier.remove();
    addImports(edited, to, [{ name, as, isType }]);
  }
  for (;;) {
    const [specifier] = reexportsOf(edited, from, name);
    if (specifier === undefined) break;
    const declaration = specifier.getExportDeclaration();
    if (declaration.getNamedExports().length === 1) {
      declaration.setModuleSpecifier(to);
      continue;
    }
    const { quote, lineBreak, hasSemicolons } = edited.style;
    const isType = declaration.isTypeOnly() ? "type " : "";
    const text = `export ${isType}{ ${specifier.getText()} } from ${quote}${to}${quote}${hasSemicolons ? ";" : ""}`;
    specifier.remove();
    edited.source.insertText(declaration.getEnd(), lineBreak + text);
  }
}

function changeCalls(edited: EditedSource, { module, name, change }: ChangedCall): void {
  const { Node: is } = tsMorph;
  const locals = importsOf(edited, module, name).flatMap((each) => {
    const local = each.getAliasNode() ?? each.getNameNode();
    return is.isIdentifier(local) ? referencesTo(local) : [];
  });
  const callees = [...locals, ...namespaceUses(edited, module, name).map((each) => each.getParentOrThrow())];
  const edits = callees.flatMap((callee): TextEdit[] => {
    const call = callee.getParent();
    if (!(is.isCallExpression(call) || is.isNewExpression(call)) || call.getExpression() !== callee) return [];
    const args = call.getArguments();
    const texts = args.map((each) => each.getText());
    const changed = change(texts);
    const [first, last] = [args[0], args.at(-1)];
    if (changed.length === texts.length && changed.every((each, index) => each === texts[index])) return [];
    if (first !== undefined && last !== undefined) {
      return [{ start: first.getStart(), end: last.getEnd(), text: changed.join(", ") }];
    }
    const close = call.getLastChildByKind(tsMorph.SyntaxKind.CloseParenToken);
    return close === undefined ? [] : [{ start: close.getStart(), end: close.getStart(), text: changed.join(", ") }];
  });
  applyEdits(edited, edits);
}

function reexportsOf({ source }: EditedSource, module: string, name: string) {
  return source
    .getExportDeclarations()
    .filter((each) => each.getModuleSpecifierValue() === module)
    .flatMap((each) => each.getNamedExports())
    .filter((each) => each.getName() === name);
}

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editOf(node: Node, text: string): TextEdit {
  return { start: node.getStart(), end: node.getEnd(), text };
}

/** Applies edits in one step, because each step replaces all nodes. Omits an edit that contains another edit: a
 * changed call among the arguments of a changed call. */
function applyEdits({ source }: EditedSource, edits: readonly TextEdit[]): void {
  if (edits.length === 0) return;
  let text = source.getFullText();
  let next = Infinity;
  for (const edit of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    if (edit.end > next) continue;
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    next = edit.start;
  }
  source.replaceWithText(text);
}
