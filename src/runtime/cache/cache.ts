import type { Clock } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import type { LiveClient } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import type { CacheForOptions } from "./cache-options.js";
import { Informer } from "./informer.js";
import { InformerRun } from "./informer-run.js";

export interface CacheOptions {
  readonly client: Pick<LiveClient, "list" | "watch">;
  /** Namespaces to see; empty for all. */
  readonly namespaces: readonly string[];
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** How one informer is doing. */
export interface InformerState {
  readonly kind: Kind;
  readonly objects: number;
  /** Since the API server last sent anything about it; undefined before the cache runs. */
  readonly msSinceCurrent: number | undefined;
  readonly relists: number;
}

/** The informers of a manager: one a kind, shared by all that read it. */
export class Cache {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Informer<KubeObject>>();
  readonly #runs = new Map<string, InformerRun>();
  readonly #stop = new AbortController();
  readonly #pending = new Set<Promise<void>>();
  #namespaces: readonly string[];
  #isStarted = false;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#namespaces = options.namespaces;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Kinds whose first list is not complete. */
  unsynced(): Kind[] {
    return [...this.#informers.values()].filter((informer) => !informer.isSynced).map(({ kind }) => kind);
  }

  states(): InformerState[] {
    return Array.from(this.#informers, ([id, { kind, size }]) => {
      const run = this.#runs.get(id);
      return { kind, objects: size, msSinceCurrent: run?.msSinceCurrent, relists: run?.relists ?? 0 };
    });
  }

  /**
   * The informer of the kind. Makes one when there is none, and starts it when the cache runs. Options are given once, and
   * before it runs.
   *
   * @throws TsopError `runtime/invalid-wiring`
   */
  informerFor<T extends KubeObject>(kind: Kind<T>, options: CacheForOptions<T> = {}): Informer<T> {
    const found = this.find<T>(kind);
    const informer = found ?? new Informer({ kind, log: this.#options.log });
    if (Object.keys(options).length > 0) this.#configure(informer, options);
    if (found !== undefined) return found;
    // Read back by find() only for a kind of the same apiVersion and name, so for objects of type T.
    const stored = informer as unknown as Informer<KubeObject>;
    this.#informers.set(identity(kind), stored);
    if (this.#isStarted) this.#start(stored);
    return informer;
  }

  /** The informer of the kind, if there is one. */
  find<T extends KubeObject>(kind: Pick<Kind, "apiVersion" | "kind">): Informer<T> | undefined {
    // informerFor() put it there for this very kind.
    return this.#informers.get(identity(kind)) as unknown as Informer<T> | undefined;
  }

  start(): void {
    this.#isStarted = true;
    for (const informer of this.#informers.values()) this.#start(informer);
  }

  /**
   * Sees these namespaces from now on, or all when there are none. Resolves when all informers have listed them (those with
   * namespaces of their own go on as they are), and at the stop.
   */
  async setNamespaces(namespaces: readonly string[]): Promise<void> {
    this.#namespaces = [...namespaces];
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    const runs = [...this.#runs.values()].filter(({ informer }) => informer.options.namespaces === undefined);
    await Promise.all(runs.map((run) => this.#watch(run)));
  }

  /** Ends all watches. What is known can still be read. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#pending, ...Array.from(this.#runs.values(), (run) => run.ended())]);
  }

  #configure<T extends KubeObject>(informer: Informer<T>, options: CacheForOptions<T>): void {
    const { kind } = informer.kind;
    const problem = this.#runs.has(identity(informer.kind)) ? "its cache runs already" : undefined;
    const isSecond = Object.keys(informer.options).length > 0;
    if (problem !== undefined || isSecond) {
      throw new TsopError(
        "runtime/invalid-wiring",
        `cacheFor(${kind}): ${problem ?? "it has been given options before"}`,
        {
          hint: "Say once, before manager.start(), what the cache is to hold of a kind.",
        },
      );
    }
    if (options.namespaces?.length === 0) {
      throw new TsopError("runtime/invalid-wiring", `cacheFor(${kind}): namespaces is empty; leave it out for all`);
    }
    informer.configure(options);
  }

  #start(informer: Informer<KubeObject>): void {
    const { kind } = informer;
    const log = this.#options.log.with({ apiVersion: kind.apiVersion, kind: kind.kind });
    const { signal } = this.#stop;
    const isNamespaced = (): Promise<boolean> => this.#options.isNamespaced(kind, signal);
    const run = new InformerRun(informer, { ...this.#options, isNamespaced, log, signal });
    this.#runs.set(identity(kind), run);
    void this.#watch(run);
  }

  async #watch(run: InformerRun): Promise<void> {
    const watching = run.watch(run.informer.options.namespaces ?? this.#namespaces);
    this.#pending.add(watching);
    await watching;
    this.#pending.delete(watching);
  }
}

function identity({ apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">): string {
  return `${apiVersion} ${kind}`;
}
