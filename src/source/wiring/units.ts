/** Determines the code of each controller: everything reachable from the position that sets the controller up. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { guarded } from "../permissions/tsop-names.js";
import { type Code, meaningOf, type Name, valuesOf } from "../permissions/values-of.js";

/** A top-level statement of a file: a class, a function, a constant. */
export type Unit = ts.Node;

/** Returns the top-level statement that contains a node. */
export function unitOf(node: ts.Node): Unit {
  return compiler.isSourceFile(node.parent) || compiler.isSourceFile(node) ? node : unitOf(node.parent);
}

/** Follows names from some nodes to the units that declare them, and on from there. */
export function reach(code: Code, starts: readonly ts.Node[], isOurs: (file: ts.SourceFile) => boolean): Set<Unit> {
  const reached = new Set<Unit>();
  const open = starts.flatMap((start) => [unitOf(start), ...unitsNamedIn(code, start)]);
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    if (reached.has(unit) || !isOurs(unit.getSourceFile())) continue;
    reached.add(unit);
    open.push(...unitsNamedIn(code, unit), ...implementersOf(code, unit));
  }
  return reached;
}

/**
 * Returns the expressions that an expression can stand for, through constants and arguments: `complete(reconciler)` → `new
 * BarReconciler(…)`.
 */
export function originsOf(code: Code, expression: ts.Expression): ts.Expression[] {
  const seen = new Set<ts.Expression>();
  const open = [expression];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const values = guarded(() => valuesOf(code, each));
    open.push(...(values ?? []));
  }
  return [...seen];
}

function unitsNamedIn(code: Code, node: ts.Node): Unit[] {
  const units: Unit[] = [];
  const visit = (each: ts.Node): void => {
    if (compiler.isImportDeclaration(each) || compiler.isExportDeclaration(each)) return;
    if (compiler.isIdentifier(each)) units.push(...declarationsOf(code, each).map(unitOf));
    compiler.forEachChild(each, visit);
  };
  visit(node);
  return units;
}

function declarationsOf(code: Code, name: ts.Identifier): readonly ts.Node[] {
  return guarded(() => meaningOf(code, name)?.declarations) ?? [];
}

/** Returns the classes that an interface can stand for. */
function implementersOf(code: Code, unit: Unit): Unit[] {
  if (!compiler.isInterfaceDeclaration(unit)) return [];
  const isMeant = (use: Name): use is ts.Identifier =>
    compiler.isIdentifier(use) && isImplemented(use) && declarationsOf(code, use).includes(unit);
  return code.usesOf(unit.name.text).filter(isMeant).map(unitOf);
}

function isImplemented({ parent }: ts.Identifier): boolean {
  const clause = parent.parent;
  return (
    compiler.isExpressionWithTypeArguments(parent) &&
    compiler.isHeritageClause(clause) &&
    clause.token === compiler.SyntaxKind.ImplementsKeyword
  );
}
