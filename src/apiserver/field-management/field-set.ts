/** Sets of paths, as trees. Source: sigs.k8s.io/structured-merge-diff/v6/fieldpath/set.go. */
import { fieldElement, type PathElement } from "./path-element.js";

export interface FieldSet {
  /** The elements in the set itself. */
  readonly members: ReadonlySet<PathElement>;
  /** The elements that have further members below them. */
  readonly children: ReadonlyMap<PathElement, FieldSet>;
}

export type Path = readonly PathElement[];

export interface MutableFieldSet {
  readonly members: Set<PathElement>;
  readonly children: Map<PathElement, MutableFieldSet>;
}

export function newFieldSet(): MutableFieldSet {
  return { members: new Set(), children: new Map() };
}

/** Creates a set from paths of field names: [["metadata", "name"]]. */
export function setOfNames(paths: readonly (readonly string[])[]): FieldSet {
  const set = newFieldSet();
  for (const path of paths) insertPath(set, path.map(fieldElement));
  return set;
}

/** Fields that no manager owns. Source: k8s.io/apimachinery/pkg/util/managedfields/internal/stripmeta.go. */
export const strippedFields = setOfNames([
  ...["apiVersion", "kind", "metadata"].map((name) => [name]),
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName"].map((name) => ["metadata", name]),
  ...["generation", "managedFields", "resourceVersion"].map((name) => ["metadata", name]),
]);

/** Inserts a path. Ignores the path without elements, the whole object, which no manager owns. */
export function insertPath(set: MutableFieldSet, path: Path): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let at = set;
  for (const element of path.slice(0, -1)) {
    let child = at.children.get(element);
    if (child === undefined) at.children.set(element, (child = newFieldSet()));
    at = child;
  }
  at.members.add(last);
}

export function isEmptySet({ members, children }: FieldSet): boolean {
  if (members.size > 0) return false;
  for (const child of children.values()) if (!isEmptySet(child)) return false;
  return true;
}

export function hasPath(set: FieldSet, path: Path): boolean {
  let at: FieldSet | undefined = set;
  for (const element of path.slice(0, -1)) at = at?.children.get(element);
  const last = path.at(-1);
  return last !== undefined && at !== undefined && at.members.has(last);
}

export function unionOf(left: FieldSet, right: FieldSet): FieldSet {
  const children = new Map(left.children);
  for (const [element, child] of right.children) {
    const own = children.get(element);
    children.set(element, own === undefined ? child : unionOf(own, child));
  }
  return { members: new Set([...left.members, ...right.members]), children };
}

export function intersectionOf(left: FieldSet, right: FieldSet): FieldSet {
  const members = new Set([...left.members].filter((element) => right.members.has(element)));
  const children = mapChildren(left, (child, element) => {
    const other = right.children.get(element);
    return other === undefined ? undefined : intersectionOf(child, other);
  });
  return { members, children };
}

/** Returns the elements of the left set that are not in the right one; a member does not remove the elements below it. */
export function differenceOf(left: FieldSet, right: FieldSet): FieldSet {
  const children = mapChildren(left, (child, element) => {
    const other = right.children.get(element);
    return other === undefined ? child : differenceOf(child, other);
  });
  return { members: membersWithout(left, right), children };
}

/** Like `differenceOf`, but a member of the right set also removes everything below it. */
export function recursiveDifferenceOf(left: FieldSet, right: FieldSet): FieldSet {
  const children = mapChildren(left, (child, element) => {
    if (right.members.has(element)) return undefined;
    const other = right.children.get(element);
    return other === undefined ? child : recursiveDifferenceOf(child, other);
  });
  return { members: membersWithout(left, right), children };
}

function membersWithout(left: FieldSet, right: FieldSet): Set<PathElement> {
  return new Set([...left.members].filter((element) => !right.members.has(element)));
}

/** Changes the children, and drops those that become empty. */
function mapChildren(
  { children }: FieldSet,
  change: (child: FieldSet, element: PathElement) => FieldSet | undefined,
): Map<PathElement, FieldSet> {
  const changed = new Map<PathElement, FieldSet>();
  for (const [element, child] of children) {
    const made = change(child, element);
    if (made !== undefined && !isEmptySet(made)) changed.set(element, made);
  }
  return changed;
}
