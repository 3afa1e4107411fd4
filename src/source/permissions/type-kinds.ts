import type { ts } from "ts-morph";

export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface FoundKinds {
  readonly kinds: readonly KindName[];
  /** Whether there may be other kinds that the code does not reveal. */
  readonly isOpen: boolean;
}

/** Returns the possible kinds of a value of a type: an object, or a result of `defineKind`. */
export function kindsOfType(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): FoundKinds {
  const kinds: KindName[] = [];
  let isOpen = false;
  const visit = (each: ts.Type, depth: number): void => {
    const inner = depth < deepest ? (boundOf(each) ?? typeOf(checker, each, "objectType", at)) : undefined;
    if (each.isUnion()) {
      for (const member of each.types) visit(member, depth);
    } else if (inner !== undefined) {
      visit(checker.getNonNullableType(inner), depth + 1);
    } else {
      const found = identitiesOf(checker, each, at);
      kinds.push(...found);
      isOpen ||= found.length === 0;
    }
  };
  visit(checker.getNonNullableType(type), 0);
  return { kinds, isOpen };
}

/** The maximum number of type parameters that bound each other. */
const deepest = 5;

function boundOf(type: ts.Type): ts.Type | undefined {
  return type.isTypeParameter() ? type.getConstraint() : undefined;
}

function typeOf(checker: ts.TypeChecker, type: ts.Type, name: string, at: ts.Node): ts.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbolAtLocation(symbol, at);
}

function identitiesOf(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): KindName[] {
  return pair(literalsOf(checker, type, "apiVersion", at), literalsOf(checker, type, "kind", at));
}

export function pair(apiVersions: readonly string[], kinds: readonly string[]): KindName[] {
  // With several versions and several kinds, the pairs are unknown.
  if (apiVersions.length > 1 && kinds.length > 1) return [];
  return apiVersions.flatMap((apiVersion) => kinds.map((kind) => ({ apiVersion, kind })));
}

function literalsOf(checker: ts.TypeChecker, type: ts.Type, name: string, at: ts.Node): string[] {
  const found = typeOf(checker, type, name, at);
  return found === undefined ? [] : textsOfType(found);
}

/** Returns the texts of a type; none if the type includes anything else. */
export function textsOfType(type: ts.Type): string[] {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return texts.length === members.length ? texts : [];
}
