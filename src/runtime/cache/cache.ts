import { TsopError } from "../../core/errors.js";
import { isKindNotServed } from "../../kube/api-error.js";
import type { LiveClient } from "../../kube/client.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import type { CacheForOptions } from "./cache-options.js";
import { InformerRun } from "./informer-run.js";
import { Informer, type InformerView } from "./informer.js";
import type { Surroundings } from "../surroundings.js";

export interface CacheOptions extends Surroundings {
  /** Name of the cluster, where it is not the manager's own. */
  readonly cluster?: string;
  readonly client: InformerClient;
  /** Namespaces to see; empty for all. */
  readonly namespaces: readonly string[];
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
}

/** Lists and watches whole objects, or their metadata. */
export type InformerClient = Pick<LiveClient, "list" | "watch"> & {
  readonly metadata: Pick<LiveClient["metadata"], "list" | "watch">;
};

/** How one informer is doing. */
export interface InformerState {
  /** Undefined: the manager's own. */
  readonly cluster: string | undefined;
  readonly kind: Kind;
  readonly view: InformerView;
  readonly objects: number;
  /** Since the API server last sent anything about it; undefined before the cache runs, and for a kind that it need not have. */
  readonly msSinceCurrent: number | undefined;
  readonly relists: number;
}

/** An informer that somebody needs. */
export interface HeldInformer<T extends KubeObject> {
  readonly informer: Informer<T>;
  /** Says that it is not needed any more. It ends with the last who needs it. */
  release(): void;
}

interface Entry {
  readonly informer: Informer<KubeObject>;
  /** Who needs it for now; undefined: it stays for good. */
  holders: number | undefined;
  run: InformerRun | undefined;
}

/** The informers of a manager: one a kind and view, shared by all that read it. */
export class Cache {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #stop = new AbortController();
  readonly #pending = new Set<Promise<void>>();
  #namespaces: readonly string[];
  #isStarted = false;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#namespaces = options.namespaces;
  }

  /** A kind, for people. */
  describe({ kind }: Kind): string {
    const { cluster } = this.#options;
    return cluster === undefined ? kind : `${kind} of cluster ${cluster}`;
  }

  isNamespaced(kind: Kind, signal: AbortSignal): Promise<boolean> {
    return this.#options.isNamespaced(kind, signal);
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Kinds whose first list is not complete, but for those that the cluster may do without, and those that are excused. */
  unsynced(isExcused: (kind: Kind, failure: unknown) => boolean = () => false): string[] {
    return this.#all
      .filter(({ informer }) => !informer.isSynced && !informer.isOptional)
      .filter(({ informer: { kind }, run }) => !isExcused(kind, run?.failure))
      .map(({ informer }) => this.describe(informer.kind));
  }

  states(): InformerState[] {
    return this.#all.map(({ informer: { kind, view, size, isOptional }, run }) => ({
      cluster: this.#options.cluster,
      kind,
      view,
      objects: size,
      // An optional kind that the cluster does not have is as it should be.
      msSinceCurrent: isOptional && isKindNotServed(run?.failure) ? undefined : run?.msSinceCurrent,
      relists: run?.relists ?? 0,
    }));
  }

  /**
   * The informer of the kind. Makes one when there is none, and starts it when the cache runs. Options are given once, and
   * before it runs.
   *
   * @throws TsopError `runtime/invalid-wiring`
   */
  informerFor<T extends KubeObject>(
    kind: Kind<T>,
    options: CacheForOptions<T> = {},
    view: InformerView = "whole",
  ): Informer<T> {
    const entry = this.#entryOf(kind, view, undefined);
    entry.holders = undefined;
    const informer = entry.informer as unknown as Informer<T>; // made for this very kind
    if (Object.keys(options).length > 0) this.#configure(informer, entry, options);
    if (this.#isStarted) this.#start(entry);
    return informer;
  }

  /** The informer of the kind, for as long as it is needed. */
  hold<T extends KubeObject>(kind: Kind<T>, view: InformerView): HeldInformer<T> {
    const entry = this.#entryOf(kind, view, 0);
    // What is needed for a while does not hold anybody up: until it is listed, it is read from the API server.
    if (entry.holders === 0) entry.informer.allowMissing();
    if (entry.holders !== undefined) entry.holders += 1;
    if (this.#isStarted) this.#start(entry);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      if (entry.holders !== undefined && (entry.holders -= 1) === 0) this.#remove(entry);
    };
    return { informer: entry.informer as unknown as Informer<T>, release };
  }

  /** The informer of the kind, if there is one. */
  find<T extends KubeObject>(
    kind: Pick<Kind, "apiVersion" | "kind">,
    view: InformerView = "whole",
  ): Informer<T> | undefined {
    // It was made for this very kind, so for objects of type T.
    return this.#entries.get(identity(kind, view))?.informer as unknown as Informer<T> | undefined;
  }

  /** All informers that tell of the kind. */
  informersOf(kind: Pick<Kind, "apiVersion" | "kind">): Informer<KubeObject>[] {
    return [this.find(kind), this.find(kind, "metadata")].filter((informer) => informer !== undefined);
  }

  /** What keeps the informer from being up to date; undefined: nothing that is known. */
  failureOf({ kind, view }: Pick<Informer<KubeObject>, "kind" | "view">): unknown {
    return this.#entries.get(identity(kind, view))?.run?.failure;
  }

  start(): void {
    this.#isStarted = true;
    for (const entry of this.#all) this.#start(entry);
  }

  /**
   * Sees these namespaces from now on, or all when there are none. Resolves when all informers have listed them (those with
   * namespaces of their own go on as they are), and at the stop.
   */
  async setNamespaces(namespaces: readonly string[]): Promise<void> {
    this.#namespaces = [...namespaces];
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    const runs = this.#all.map(({ run }) => run).filter((run) => run !== undefined);
    const following = runs.filter(({ informer }) => informer.options.namespaces === undefined);
    await Promise.all(following.map((run) => this.#watch(run)));
  }

  /** Ends all watches. What is known can still be read. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const { run } of this.#all) if (run !== undefined) void this.#track(run.stop());
    await Promise.all(this.#pending);
  }

  get #all(): Entry[] {
    return [...this.#entries.values()];
  }

  #entryOf(kind: Kind, view: InformerView, holders: number | undefined): Entry {
    const id = identity(kind, view);
    const found = this.#entries.get(id);
    if (found !== undefined) return found;
    const entry: Entry = { informer: new Informer({ kind, view, log: this.#options.log }), holders, run: undefined };
    this.#entries.set(id, entry);
    return entry;
  }

  #configure<T extends KubeObject>(informer: Informer<T>, { run }: Entry, options: CacheForOptions<T>): void {
    const { kind } = informer.kind;
    if (run !== undefined || Object.keys(informer.options).length > 0) {
      const why = run === undefined ? "it has been given options before" : "its cache runs already";
      throw new TsopError("runtime/invalid-wiring", `cacheFor(${kind}): ${why}`, {
        hint: "Say once, before manager.start(), what the cache is to hold of a kind.",
      });
    }
    if (options.namespaces?.length === 0) {
      throw new TsopError("runtime/invalid-wiring", `cacheFor(${kind}): namespaces is empty; leave it out for all`);
    }
    informer.configure(options);
  }

  #start(entry: Entry): void {
    if (entry.run !== undefined || this.#stop.signal.aborted) return;
    const { kind, view } = entry.informer;
    const { client } = this.#options;
    const log = this.#options.log.with({ apiVersion: kind.apiVersion, kind: kind.kind });
    const isNamespaced = (signal: AbortSignal): Promise<boolean> => this.#options.isNamespaced(kind, signal);
    // An informer of this view only looks at what that has.
    const reader = (view === "whole" ? client : client.metadata) as Pick<LiveClient, "list" | "watch">;
    entry.run = new InformerRun(entry.informer, { ...this.#options, client: reader, isNamespaced, log });
    void this.#watch(entry.run);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(identity(entry.informer.kind, entry.informer.view));
    if (entry.run !== undefined) void this.#track(entry.run.stop());
  }

  #watch(run: InformerRun): Promise<void> {
    return this.#track(run.watch(run.informer.options.namespaces ?? this.#namespaces));
  }

  async #track(work: Promise<void>): Promise<void> {
    this.#pending.add(work);
    await work;
    this.#pending.delete(work);
  }
}

function identity({ apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">, view: InformerView): string {
  return `${apiVersion} ${kind} ${view}`;
}

/** A server without bookmarks says nothing of a quiet kind until it ends the watch, after ten and a half minutes at most. */
const staleAfterMs = 660_000;

export interface CheckCachesOptions {
  /** For how long nothing may be heard of the API server. Default: 11 minutes. */
  readonly limitMs?: number | undefined;
  /** Whether nobody is to wait for the first list of a kind, which fails like this. Default: all are waited for. */
  readonly isExcused?: (kind: Kind, failure: unknown) => boolean;
}

/**
 * Throws where a cache is not filled yet, or has heard nothing of the API server for longer than `limitMs`: what is read of it
 * may be wrong.
 */
export function checkCaches(
  caches: readonly Pick<Cache, "unsynced" | "states" | "describe">[],
  { limitMs = staleAfterMs, isExcused }: CheckCachesOptions = {},
): void {
  const unsynced = caches.flatMap((cache) => cache.unsynced(isExcused));
  if (unsynced.length > 0) throw new Error(`not filled yet: ${unsynced.join(", ")}`);
  const all = caches.flatMap((cache) => cache.states().map((state) => ({ ...state, cache })));
  const stale = all.filter(({ msSinceCurrent = 0 }) => msSinceCurrent > limitMs);
  if (stale.length === 0) return;
  const names = stale.map(({ cache, kind }) => cache.describe(kind)).join(", ");
  const longest = Math.max(...stale.map(({ msSinceCurrent = 0 }) => msSinceCurrent));
  throw new Error(`nothing heard for ${Math.floor(longest / 1000)} s: ${names}`);
}
