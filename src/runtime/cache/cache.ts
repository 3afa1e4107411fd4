import type { Clock } from "../../core/clock.js";
import type { LiveClient } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import { Informer, type Scope } from "./informer.js";
import { keepTrying } from "./keep-trying.js";
import { Reflector } from "./reflector.js";

export interface CacheOptions {
  readonly client: Pick<LiveClient, "list" | "watch">;
  /** Namespaces to see; empty for all. */
  readonly namespaces: readonly string[];
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The informers of a manager: one a kind, shared by all that read it. */
export class Cache {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Informer<KubeObject>>();
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>[] = [];
  #isStarted = false;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Kinds whose first list is not complete. */
  unsynced(): Kind[] {
    return [...this.#informers.values()].filter((informer) => !informer.isSynced).map(({ kind }) => kind);
  }

  /** The informer of the kind. Makes one when there is none, and starts it when the cache runs. */
  informerFor<T extends KubeObject>(kind: Kind<T>): Informer<T> {
    const found = this.find<T>(kind);
    if (found !== undefined) return found;
    const informer = new Informer({ kind, log: this.#options.log });
    // Read back by find() only for a kind of the same apiVersion and name, so for objects of type T.
    const stored = informer as unknown as Informer<KubeObject>;
    this.#informers.set(identity(kind), stored);
    if (this.#isStarted) this.#running.push(this.#run(stored));
    return informer;
  }

  /** The informer of the kind, if there is one. */
  find<T extends KubeObject>(kind: Pick<Kind, "apiVersion" | "kind">): Informer<T> | undefined {
    // informerFor() put it there for this very kind.
    return this.#informers.get(identity(kind)) as unknown as Informer<T> | undefined;
  }

  start(): void {
    this.#isStarted = true;
    for (const informer of this.#informers.values()) this.#running.push(this.#run(informer));
  }

  /** Ends all watches. What is known can still be read. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #run(informer: Informer<KubeObject>): Promise<void> {
    const { kind } = informer;
    const { signal } = this.#stop;
    const log = this.#options.log.with({ apiVersion: kind.apiVersion, kind: kind.kind });
    const scopes = await keepTrying(() => this.#scopesOf(kind), { ...this.#options, log, signal });
    if (scopes === undefined) return;
    informer.cover(scopes);
    await Promise.all(
      scopes.map((scope) => {
        const scopeLog = scope === undefined ? log : log.with({ namespace: scope });
        return new Reflector({ ...this.#options, kind, scope, sink: informer, log: scopeLog }).run(signal);
      }),
    );
  }

  async #scopesOf(kind: Kind): Promise<readonly Scope[]> {
    const { namespaces, isNamespaced } = this.#options;
    if (namespaces.length === 0) return [undefined];
    return (await isNamespaced(kind, this.#stop.signal)) ? namespaces : [undefined];
  }
}

function identity({ apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">): string {
  return `${apiVersion} ${kind}`;
}
