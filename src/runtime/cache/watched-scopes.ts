import { compareResourceVersions, isNewer, isOlderOrSame } from "./resource-version.js";

/** What one list+watch covers: a namespace, or (undefined) everything. */
export type Scope = string | undefined;

/** What is watched of a kind, and up to where each watch has told everything. */
export class WatchedScopes {
  /** What is to be watched. */
  #wanted: readonly Scope[] | undefined;
  /** What is being watched: more than is wanted while one scope takes over from another. */
  readonly #watched = new Set<Scope>();
  /** Up to where the watch of each scope has told everything. Absent until its first list is complete. */
  readonly #seen = new Map<Scope, string>();
  readonly #waiters = new ConditionWaiters();
  #isSynced = false;

  /** What there is to watch. What it leaves out stays until `drop`. */
  cover(scopes: readonly Scope[]): void {
    this.#wanted = scopes;
    for (const scope of scopes) this.#watched.add(scope);
    this.#wake();
  }

  drop(scope: Scope): void {
    this.#watched.delete(scope);
    this.#seen.delete(scope);
  }

  has(scope: Scope): boolean {
    return this.#watched.has(scope);
  }

  /** True once the first list of every scope is complete; scopes that are added later do not change that. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** True if the lists of all these scopes are complete. */
  hasListed(scopes: readonly Scope[]): boolean {
    return scopes.every((scope) => this.#seen.has(scope));
  }

  /** The oldest of what has been seen. */
  get resourceVersion(): string | undefined {
    return [...this.#seen.values()].sort((a, b) => compareResourceVersions(a, b) ?? 0)[0];
  }

  /** Resolves when {@link isSynced}; never, if that never comes. */
  waitForSync(): Promise<void> {
    return this.#waiters.until(() => this.#isSynced);
  }

  /** Resolves when the lists of these scopes are complete, or others are wanted. */
  waitForLists(scopes: readonly Scope[]): Promise<void> {
    return this.#waiters.until(() => this.#wanted !== scopes || this.hasListed(scopes));
  }

  seen(scope: Scope): string | undefined {
    return this.#seen.get(scope);
  }

  setSeen(scope: Scope, resourceVersion: string): void {
    const isFirst = !this.#seen.has(scope);
    this.#seen.set(scope, resourceVersion);
    if (isFirst) this.#wake();
  }

  /** Never leads back. */
  advance(scope: Scope, resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || !this.#watched.has(scope)) return;
    if (!isOlderOrSame(resourceVersion, this.#seen.get(scope))) this.setSeen(scope, resourceVersion);
  }

  /** Up to where everything is known of a namespace. Two scopes have it while one takes over from the other. */
  seenIn(namespace: string | undefined): string | undefined {
    const everywhere = this.#seen.get(undefined);
    const here = namespace === undefined ? undefined : this.#seen.get(namespace);
    return everywhere === undefined || isNewer(here, everywhere) ? here : everywhere;
  }

  /** True if a list of one scope is older than what another scope has told of the namespace already. */
  isBehind(scope: Scope, namespace: string | undefined, listed: string): boolean {
    const other = scope === undefined ? namespace : undefined;
    if (other === scope || !this.#seen.has(other)) return false;
    return isNewer(this.#seen.get(other), listed);
  }

  #wake(): void {
    this.#isSynced ||= this.#wanted !== undefined && this.hasListed(this.#wanted);
    this.#waiters.look();
  }
}

/** Those who wait for something to become true. It is looked at again whenever that may have happened. */
class ConditionWaiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when the condition holds; never, if that never comes. */
  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
