export interface Place {
  readonly storageKey: string;
  readonly namespace: string;
  readonly name: string;
}

/** The number of absent owners to remember, as in kube-controller-manager (gcAbsentOwnerCacheSize). */
const keptGone = 500;

/** The location of each object, and the objects that it owns, by uid. */
export class OwnerGraph {
  readonly #places = new Map<string, Place>();
  readonly #owners = new Map<string, readonly string[]>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #gone = new Set<string>();

  set(uid: string, place: Place, owners: readonly string[]): void {
    this.#places.set(uid, place);
    this.#forgetOwners(uid);
    if (owners.length === 0) return;
    this.#owners.set(uid, owners);
    for (const owner of owners) {
      const dependents = this.#dependents.get(owner) ?? new Set();
      this.#dependents.set(owner, dependents.add(uid));
    }
  }

  remove(uid: string): void {
    this.#places.delete(uid);
    this.#forgetOwners(uid);
    if (!this.#dependents.has(uid)) return;
    this.#gone.add(uid);
    const [oldest] = this.#gone;
    if (this.#gone.size > keptGone && oldest !== undefined) this.#gone.delete(oldest);
  }

  /** Returns whether an owner with this uid exists or has existed. */
  hadObject(uid: string): boolean {
    return this.#places.has(uid) || this.#gone.has(uid);
  }

  place(uid: string): Place | undefined {
    return this.#places.get(uid);
  }

  dependents(uid: string): string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  #forgetOwners(uid: string): void {
    for (const owner of this.#owners.get(uid) ?? []) {
      const dependents = this.#dependents.get(owner);
      dependents?.delete(uid);
      if (dependents?.size === 0) this.#dependents.delete(owner);
    }
    this.#owners.delete(uid);
  }
}
