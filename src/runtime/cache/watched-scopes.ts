import { compareResourceVersions, isNewer, isOlderOrSame } from "./resource-version.js";

/** The scope of one list+watch: a namespace, or (undefined) all namespaces. */
export type Scope = string | undefined;

/** The watched scopes of a kind, and the version up to which each watch has delivered its changes. */
export class WatchedScopes {
  /** The scopes to watch. */
  #wanted: readonly Scope[] | undefined;
  /** The scopes that are being watched: more than the wanted ones while one scope replaces another. */
  readonly #watched = new Set<Scope>();
  /**
   * The version up to which the watch of each scope has delivered its changes. Absent until its first list is complete.
   */
  readonly #seen = new Map<Scope, string>();
  /** The newest version of each scope that this process wrote during the first list. */
  readonly #awaited = new Map<Scope, string>();
  readonly #waiters = new ConditionWaiters();
  #isSynced = false;

  /** Sets the scopes to watch. Scopes that are no longer included remain until `drop`. */
  cover(scopes: readonly Scope[]): void {
    this.#wanted = scopes;
    for (const scope of scopes) this.#watched.add(scope);
    this.#wake();
  }

  drop(scope: Scope): void {
    this.#watched.delete(scope);
    this.#seen.delete(scope);
    this.#awaited.delete(scope);
  }

  has(scope: Scope): boolean {
    return this.#watched.has(scope);
  }

  /** True once the first list of every scope is complete; scopes that are added later do not change that. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Returns true if the lists of all these scopes are complete. */
  hasListed(scopes: readonly Scope[]): boolean {
    return scopes.every((scope) => this.#isListed(scope));
  }

  /** Returns true if a complete list contains the objects of the namespace. */
  isListedIn(namespace: string): boolean {
    return this.#isListed(undefined) || this.#isListed(namespace);
  }

  /** The oldest version of all scopes. */
  get resourceVersion(): string | undefined {
    return [...this.#seen.values()].sort((a, b) => compareResourceVersions(a, b) ?? 0)[0];
  }

  /** Resolves when {@link isSynced} becomes true. */
  waitForSync(): Promise<void> {
    return this.#waiters.until(() => this.#isSynced);
  }

  /** Resolves when the lists of these scopes are complete, or when other scopes replace them. */
  waitForLists(scopes: readonly Scope[]): Promise<void> {
    return this.#waiters.until(() => this.#wanted !== scopes || this.hasListed(scopes));
  }

  seen(scope: Scope): string | undefined {
    return this.#seen.get(scope);
  }

  setSeen(scope: Scope, resourceVersion: string): void {
    const wasListed = this.#isListed(scope);
    this.#seen.set(scope, resourceVersion);
    if (!wasListed && this.#isListed(scope)) this.#wake();
  }

  /**
   * Delays the end of the first list of a namespace until the watch has delivered this version: a list that started
   * before a write of this process does not contain the write.
   */
  awaitVersion(namespace: string | undefined, resourceVersion: string | undefined): void {
    for (const scope of new Set([undefined, namespace])) {
      if (resourceVersion === undefined || !this.#watched.has(scope) || this.#seen.has(scope)) continue;
      if (!isOlderOrSame(resourceVersion, this.#awaited.get(scope))) this.#awaited.set(scope, resourceVersion);
    }
  }

  /** Advances the version of a scope, and never moves it back. */
  advance(scope: Scope, resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || !this.#watched.has(scope)) return;
    if (!isOlderOrSame(resourceVersion, this.#seen.get(scope))) this.setSeen(scope, resourceVersion);
  }

  /**
   * Returns the version up to which everything is known of a namespace. Two scopes cover it while one replaces the
   * other.
   */
  seenIn(namespace: string | undefined): string | undefined {
    const everywhere = this.#seen.get(undefined);
    const here = namespace === undefined ? undefined : this.#seen.get(namespace);
    return everywhere === undefined || isNewer(here, everywhere) ? here : everywhere;
  }

  /**
   * Returns true if a list of one scope is older than the changes of the namespace that another scope has already
   * delivered.
   */
  isBehind(scope: Scope, namespace: string | undefined, listed: string): boolean {
    const other = scope === undefined ? namespace : undefined;
    if (other === scope || !this.#seen.has(other)) return false;
    return isNewer(this.#seen.get(other), listed);
  }

  #isListed(scope: Scope): boolean {
    const seen = this.#seen.get(scope);
    return seen !== undefined && !isNewer(this.#awaited.get(scope), seen);
  }

  #wake(): void {
    this.#isSynced ||= this.#wanted !== undefined && this.hasListed(this.#wanted);
    this.#waiters.look();
  }
}

/** Waits for conditions to become true. Checks them again whenever they may have changed. */
class ConditionWaiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when the condition becomes true. */
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
