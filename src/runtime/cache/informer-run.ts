import { whenAborted } from "../../core/until-aborted.js";
import type { LiveClient } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Informer } from "./informer.js";
import { keepTrying } from "./keep-trying.js";
import { Reflector } from "./reflector.js";
import { ScopeHealth } from "./scope-health.js";
import type { Scope } from "./watched-scopes.js";
import type { Surroundings } from "../surroundings.js";

export interface InformerRunOptions extends Surroundings {
  readonly client: Pick<LiveClient, "list" | "watch">;
  readonly isNamespaced: (signal: AbortSignal) => Promise<boolean>;
}

interface RunningScope {
  readonly stop: AbortController;
  readonly health: ScopeHealth;
}

/** The list+watches that fill one informer: one per namespace, or one for all. The namespaces may change. */
export class InformerRun {
  readonly informer: Informer<KubeObject>;
  readonly #options: InformerRunOptions;
  readonly #scopes = new Map<Scope, RunningScope>();
  readonly #stop = new AbortController();
  readonly #stopped = whenAborted(this.#stop.signal);
  readonly #running = new Set<Promise<void>>();
  /** Counts the calls of {@link watch}; only the last call has an effect. */
  #turn = 0;
  /** The error of determining the scopes to watch. */
  #failure: unknown;
  /** The number of relists of dropped scopes. */
  #relists = 0;

  constructor(informer: Informer<KubeObject>, options: InformerRunOptions) {
    this.informer = informer;
    this.#options = options;
  }

  /** The milliseconds since the server last sent data, for the scope where this is longest. */
  get msSinceCurrent(): number {
    let longest = 0;
    for (const { health } of this.#scopes.values()) longest = Math.max(longest, health.msSinceCurrent);
    return longest;
  }

  get relists(): number {
    let sum = this.#relists;
    for (const { health } of this.#scopes.values()) sum += health.relists;
    return sum;
  }

  /** The error that keeps the informer from being up to date; undefined if none is known. */
  get failure(): unknown {
    for (const { health } of this.#scopes.values()) if (health.failure !== undefined) return health.failure;
    return this.#failure;
  }

  /**
   * Watches only these namespaces, or all if the list is empty. Resolves when they are listed, when it is called again,
   * or at the end. A scope that covers a namespace now continues until its successor has listed the namespace.
   */
  async watch(namespaces: readonly string[]): Promise<void> {
    const turn = ++this.#turn;
    const { signal } = this.#stop;
    const scopes = await keepTrying(() => this.#scopesOf(namespaces), { ...this.#options, signal });
    if (scopes === undefined || !this.#isCurrent(turn)) return;
    this.informer.cover(scopes);
    for (const scope of scopes) if (!this.#scopes.has(scope)) this.#start(scope);
    this.#dropOthers(scopes);
    await Promise.race([this.informer.waitForLists(scopes), this.#stopped]);
    if (this.#isCurrent(turn)) this.#dropOthers(scopes);
  }

  /** Ends all watches, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const { stop } of this.#scopes.values()) stop.abort();
    await Promise.all(this.#running);
  }

  #isCurrent(turn: number): boolean {
    return turn === this.#turn && !this.#stop.signal.aborted;
  }

  #start(scope: Scope): void {
    const { client, log, clock, random } = this.#options;
    const [stop, health] = [new AbortController(), new ScopeHealth(clock)];
    const reflector = new Reflector({
      kind: this.informer.kind,
      scope,
      select: this.informer.options,
      omitManagedFields: this.informer.options.stripManagedFields ?? true,
      client,
      sink: this.informer,
      health,
      mayBeMissing: () => this.informer.isOptional,
      log: scope === undefined ? log : log.with({ namespace: scope }),
      clock,
      random,
    });
    this.#scopes.set(scope, { stop, health });
    const running = reflector.run(stop.signal).finally(() => void this.#running.delete(running));
    this.#running.add(running);
  }

  #dropOthers(wanted: readonly Scope[]): void {
    for (const [scope, { stop, health }] of [...this.#scopes]) {
      const isSucceeded = scope === undefined || wanted.includes(undefined);
      if (wanted.includes(scope) || (isSucceeded && !this.informer.hasListed(wanted))) continue;
      stop.abort();
      this.#relists += health.relists;
      this.#scopes.delete(scope);
      this.informer.drop(scope);
    }
  }

  async #scopesOf(namespaces: readonly string[]): Promise<readonly Scope[]> {
    if (namespaces.length === 0) return [undefined];
    try {
      const isNamespaced = await this.#options.isNamespaced(this.#stop.signal);
      this.#failure = undefined;
      return isNamespaced ? [...new Set(namespaces)] : [undefined];
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}
