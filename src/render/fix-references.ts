/**
 * Updates references to an object after its name has changed.
 * Sources: api/filters/nameref/nameref.go, api/internal/accumulator/namereferencetransformer.go.
 */
import { TsopError } from "../core/errors.js";
import type { NameReference } from "./default-config.js";
import { applyFieldSpec } from "./field-spec.js";
import { effectiveNamespace, isClusterScoped, isInSameNamespace, isSelected, showId } from "./gvk.js";
import { fieldOf, isNull, type Node, scalar, setField, setScalar } from "./node.js";
import {
  currentId,
  gvkOf,
  nameOf,
  namespaceOf,
  originalId,
  previousIds,
  type Resource,
  showResource,
} from "./resource.js";

export function fixReferences(resources: readonly Resource[], references: readonly NameReference[]): void {
  // Only renamed objects can be found by an old name.
  const renamed = resources.filter(({ history }) => history.ids.length > 0);
  if (renamed.length === 0) return;
  for (const referrer of resources) {
    const id = originalId(referrer);
    let candidates: readonly Resource[] | undefined;
    for (const reference of references) {
      for (const spec of reference.referrers) {
        if (!isSelected(id, spec)) continue;
        candidates ??= reachable(referrer, renamed);
        const place: Place = { referrer, reference, path: spec.path, candidates };
        applyFieldSpec(referrer.node, { path: spec.path, ...gvkOf(referrer) }, (node) => fix(node, place));
      }
    }
  }
}

/** Returns the objects that an object can refer to: in its namespace, in the whole cluster, and the accounts of a binding. */
function reachable(referrer: Resource, resources: readonly Resource[]): readonly Resource[] {
  const id = currentId(referrer);
  if (isClusterScoped(id)) return resources;
  const bound = boundNamespaces(referrer);
  return resources.filter((each) => {
    const other = currentId(each);
    return isClusterScoped(other) || isInSameNamespace(other, id) || bound.has(other.namespace);
  });
}

function boundNamespaces({ node }: Resource): ReadonlySet<string> {
  if (fieldOf(node, "kind")?.value !== "RoleBinding") return new Set();
  const accounts = (fieldOf(node, "subjects")?.items ?? []).filter(
    (subject) => fieldOf(subject, "kind")?.value === "ServiceAccount",
  );
  return new Set(accounts.map((subject) => fieldOf(subject, "namespace")?.value).filter((name) => name !== undefined));
}

/** A field that can refer to another object. */
interface Place {
  readonly referrer: Resource;
  readonly reference: NameReference;
  readonly path: string;
  /** The objects that it can refer to. */
  readonly candidates: readonly Resource[];
}

function fix(node: Node, place: Place): void {
  if (isNull(node)) return;
  if (node.kind === "map") fixMap(node, place);
  else if (node.kind === "scalar") fixName(node, place);
  else {
    for (const item of node.items) {
      if (item.kind === "list" && !isNull(item)) throw fault(place, "contains a list in a list");
      fix(item, place);
    }
  }
}

function fixName(node: Node, place: Place): void {
  const found = select(node.value, place.candidates, nameOf, place);
  if (found !== undefined && nameOf(found) !== node.value) setScalar(node, nameOf(found));
}

/** Updates a map that contains the name, and possibly the namespace, of the other object. */
function fixMap(node: Node, place: Place): void {
  const name = fieldOf(node, "name");
  if (name === undefined) throw fault(place, "leads to a map without a `name`");
  const found = select(name.value, inNamespace(fieldOf(node, "namespace"), place), fullName, place);
  if (found === undefined) return;
  const namespace = namespaceOf(found);
  if (nameOf(found) === name.value && namespace === "") return;
  setField(node, "name", scalar(nameOf(found)));
  if (namespace !== "") setField(node, "namespace", scalar(namespace));
}

function inNamespace(namespace: Node | undefined, { candidates }: Place): readonly Resource[] {
  if (namespace === undefined) return candidates;
  const had = candidates.filter((each) => effectiveNamespace(originalId(each)) === namespace.value);
  if (had.length > 0) return had;
  return candidates.filter((each) => effectiveNamespace(currentId(each)) === namespace.value);
}

/** Finds the object that once had the name; returns undefined if no object had it. */
function select(
  oldName: string,
  candidates: readonly Resource[],
  identity: (resource: Resource) => string,
  { referrer, reference, path }: Place,
): Resource | undefined {
  const named = candidates.filter((each) => {
    const ids = previousIds(each);
    return ids.some(({ name }) => name === oldName) && ids.some((id) => isSelected(id, reference));
  });
  const fitting = named.filter((each) => fitsRoleRef(each, referrer, path) && fitsNamespace(each, referrer));
  if (fitting.length === 1) return fitting[0];
  const near = fitting.filter((each) => hasSameAffixes(each, referrer, true));
  const nearest = near.length > 1 ? near.filter((each) => hasSameAffixes(each, referrer, false)) : near;
  const [first] = nearest;
  if (first === undefined) return undefined;
  if (nearest.every((each) => identity(each) === identity(first))) return first;
  throw new TsopError(
    "render/ambiguous",
    `${showResource(referrer)} names ${JSON.stringify(oldName)} at ${path}, which was the name of ` +
      nearest.map((each) => showId(currentId(each))).join(" and "),
    { hint: "Give the objects names that differ without prefixes and suffixes." },
  );
}

function fitsRoleRef(candidate: Resource, { node }: Resource, path: string): boolean {
  if (!path.endsWith("roleRef/name")) return true;
  const role = fieldOf(node, "roleRef");
  const [group, kind] = [fieldOf(role, "apiGroup"), fieldOf(role, "kind")];
  if (group === undefined || kind === undefined) return true;
  return previousIds(candidate).some((id) => isSelected(id, { group: group.value, kind: kind.value }));
}

function fitsNamespace(candidate: Resource, referrer: Resource): boolean {
  const [own, other] = [currentId(referrer), currentId(candidate)];
  return (
    isClusterScoped(own) || isClusterScoped(other) || other.kind === "ServiceAccount" || isInSameNamespace(own, other)
  );
}

function fault({ path, referrer }: Place, what: string): TsopError {
  return new TsopError("render/invalid", `${path} of ${showResource(referrer)} ${what}`, {
    hint: "Correct the `nameReference` of the configuration, or the object.",
  });
}

function fullName(resource: Resource): string {
  return JSON.stringify([nameOf(resource), namespaceOf(resource)]);
}

/**
 * Returns whether both objects have the same last prefixes and suffixes. With `mayBeNone`, an object without any also
 * matches.
 */
function hasSameAffixes(left: Resource, right: Resource, mayBeNone: boolean): boolean {
  return (["prefixes", "suffixes"] as const).every((affixes) => {
    const [a, b] = [left.history[affixes], right.history[affixes]];
    return (mayBeNone && (a.length === 0 || b.length === 0)) || endsAlike(a, b);
  });
}

function endsAlike(left: readonly string[], right: readonly string[]): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length === 0) return long.length === 0;
  return short.every((affix, index) => affix === long[long.length - short.length + index]);
}
