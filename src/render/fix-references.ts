/**
 * Where an object is named by another, and its name has changed, the other follows.
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
  // Only what has been renamed is found by an old name.
  const renamed = resources.filter(({ history }) => history.ids.length > 0);
  if (renamed.length === 0) return;
  for (const referrer of resources) {
    const id = originalId(referrer);
    let candidates: readonly Resource[] | undefined;
    for (const reference of references) {
      for (const spec of reference.referrers) {
        if (!isSelected(id, spec)) continue;
        candidates ??= reachable(referrer, renamed);
        const fix = new ReferenceFixer(referrer, reference, spec.path, candidates);
        const { group, version, kind } = gvkOf(referrer);
        applyFieldSpec(referrer.node, { path: spec.path, group, version, kind }, (node) => fix.node(node));
      }
    }
  }
}

/** What an object can name: all of its namespace, all of the cluster, and the accounts that a binding names. */
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

class ReferenceFixer {
  readonly #referrer: Resource;
  readonly #reference: NameReference;
  readonly #path: string;
  readonly #candidates: readonly Resource[];

  constructor(referrer: Resource, reference: NameReference, path: string, candidates: readonly Resource[]) {
    this.#referrer = referrer;
    this.#reference = reference;
    this.#path = path;
    this.#candidates = candidates;
  }

  node(node: Node): void {
    if (isNull(node)) return;
    if (node.kind === "list") for (const item of node.items) this.#item(item);
    else if (node.kind === "map") this.#map(node);
    else this.#scalar(node);
  }

  #item(item: Node): void {
    if (isNull(item)) return;
    if (item.kind === "map") this.#map(item);
    else if (item.kind === "scalar") this.#scalar(item);
    else throw this.#fault("holds a list in a list");
  }

  #scalar(node: Node): void {
    const found = this.#select(node.value, this.#candidates, nameOf);
    if (found !== undefined && nameOf(found) !== node.value) setScalar(node, nameOf(found));
  }

  /** A map with the name, and perhaps the namespace, of the other. */
  #map(node: Node): void {
    const name = fieldOf(node, "name");
    if (name === undefined) throw this.#fault("leads to a map without a `name`");
    const found = this.#select(name.value, this.#inNamespace(fieldOf(node, "namespace")), fullName);
    if (found === undefined) return;
    const namespace = namespaceOf(found);
    if (nameOf(found) === name.value && namespace === "") return;
    setField(node, "name", scalar(nameOf(found)));
    if (namespace !== "") setField(node, "namespace", scalar(namespace));
  }

  #inNamespace(namespace: Node | undefined): readonly Resource[] {
    if (namespace === undefined) return this.#candidates;
    const had = this.#candidates.filter((each) => effectiveNamespace(originalId(each)) === namespace.value);
    if (had.length > 0) return had;
    return this.#candidates.filter((each) => effectiveNamespace(currentId(each)) === namespace.value);
  }

  /** The one that once had the name; undefined when nobody has. */
  #select(
    oldName: string,
    candidates: readonly Resource[],
    identity: (resource: Resource) => string,
  ): Resource | undefined {
    const named = candidates.filter((each) => {
      const ids = previousIds(each);
      return ids.some(({ name }) => name === oldName) && ids.some((id) => isSelected(id, this.#reference));
    });
    const fitting = named.filter((each) => this.#fitsRoleRef(each) && this.#fitsNamespace(each));
    if (fitting.length === 1) return fitting[0];
    const near = fitting.filter((each) => hasSameAffixes(each, this.#referrer, true));
    const nearest = near.length > 1 ? near.filter((each) => hasSameAffixes(each, this.#referrer, false)) : near;
    const [first] = nearest;
    if (first === undefined) return undefined;
    if (nearest.every((each) => identity(each) === identity(first))) return first;
    throw new TsopError(
      "render/ambiguous",
      `${showResource(this.#referrer)} names ${JSON.stringify(oldName)} at ${this.#path}, which was the name of ` +
        nearest.map((each) => showId(currentId(each))).join(" and "),
      { hint: "Give the objects different names, before prefixes and suffixes." },
    );
  }

  #fitsRoleRef(candidate: Resource): boolean {
    if (!this.#path.endsWith("roleRef/name")) return true;
    const role = fieldOf(this.#referrer.node, "roleRef");
    const [group, kind] = [fieldOf(role, "apiGroup"), fieldOf(role, "kind")];
    if (group === undefined || kind === undefined) return true;
    return previousIds(candidate).some((id) => isSelected(id, { group: group.value, kind: kind.value }));
  }

  #fitsNamespace(candidate: Resource): boolean {
    const [own, other] = [currentId(this.#referrer), currentId(candidate)];
    return (
      isClusterScoped(own) || isClusterScoped(other) || other.kind === "ServiceAccount" || isInSameNamespace(own, other)
    );
  }

  #fault(what: string): TsopError {
    return new TsopError("render/invalid", `${this.#path} of ${showResource(this.#referrer)} ${what}`, {
      hint: "Correct the `nameReference` of the configuration, or the object.",
    });
  }
}

function fullName(resource: Resource): string {
  return JSON.stringify([nameOf(resource), namespaceOf(resource)]);
}

/** Whether both went through the same renamings last; where one went through none, that may do. */
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
