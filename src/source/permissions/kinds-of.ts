import type ts from "typescript";

export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that an expression may be of: an object, or what `defineKind` made. */
export function kindsOf(
  checker: ts.TypeChecker,
  type: ts.Type,
  at: ts.Node,
): { readonly kinds: readonly KindName[]; readonly isOpen: boolean } {
  const kinds = new Map<string, KindName>();
  let isOpen = false;
  const visit = (each: ts.Type, depth: number): void => {
    if (each.isUnion()) {
      for (const member of each.types) visit(member, depth);
      return;
    }
    const bound = each.isTypeParameter() ? each.getConstraint() : undefined;
    if (bound !== undefined && depth < 5) {
      visit(bound, depth + 1);
      return;
    }
    const object = propertyOf(checker, each, "objectType", at);
    if (object !== undefined && depth < 5) {
      visit(object, depth + 1);
      return;
    }
    const apiVersion = literalOf(checker, each, "apiVersion", at);
    const kind = literalOf(checker, each, "kind", at);
    if (apiVersion === undefined || kind === undefined) isOpen = true;
    else kinds.set(`${apiVersion} ${kind}`, { apiVersion, kind });
  };
  visit(checker.getNonNullableType(type), 0);
  return { kinds: [...kinds.values()], isOpen };
}

function propertyOf(checker: ts.TypeChecker, type: ts.Type, name: string, at: ts.Node): ts.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbolAtLocation(symbol, at);
}

function literalOf(checker: ts.TypeChecker, type: ts.Type, name: string, at: ts.Node): string | undefined {
  const found = propertyOf(checker, type, name, at);
  return found?.isStringLiteral() === true ? found.value : undefined;
}
