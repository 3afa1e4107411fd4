import { TsopError } from "../../core/errors.js";
import { isKindNotServed } from "../../kube/api-error.js";
import type { LiveClient } from "../../kube/client.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import type { CacheForOptions } from "./cache-options.js";
import { InformerRun } from "./informer-run.js";
import { Informer, type InformerView } from "./informer.js";
import type { Surroundings } from "../surroundings.js";

export interface CacheOptions extends Surroundings {
  /** The name of the cluster, if it is not the manager's own. */
  readonly cluster?: string;
  readonly client: InformerClient;
  /** The namespaces to watch; empty for all. */
  readonly namespaces: readonly string[];
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
}

/** Lists and watches whole objects, or their metadata. */
export type InformerClient = Pick<LiveClient, "list" | "watch"> & {
  readonly metadata: Pick<LiveClient["metadata"], "list" | "watch">;
};

/** The state of an informer. */
export interface InformerState {
  /** Undefined: the manager's own. */
  readonly cluster: string | undefined;
  readonly kind: Kind;
  readonly view: InformerView;
  readonly objects: number;
  /**
   * The milliseconds since the API server last sent data for this informer; undefined before the cache runs, and for an
   * optional kind that the cluster does not have.
   */
  readonly msSinceCurrent: number | undefined;
  readonly relists: number;
}

/** An informer for temporary use. */
export interface HeldInformer<T extends KubeObject> {
  readonly informer: Informer<T>;
  /** Releases the informer. It ends when its last user releases it. */
  release(): void;
}

interface Entry {
  readonly informer: Informer<KubeObject>;
  /** The number of temporary users; undefined: the informer is permanent. */
  holders: number | undefined;
  run: InformerRun | undefined;
}

/** The informers of a manager: one per kind and view, shared by all readers. */
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

  /** Describes a kind for people. */
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

  /** Returns the kinds whose first list is not complete, except optional kinds and excused kinds. */
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
      // An optional kind that the cluster does not have is not stale.
      msSinceCurrent: isOptional && isKindNotServed(run?.failure) ? undefined : run?.msSinceCurrent,
      relists: run?.relists ?? 0,
    }));
  }

  /**
   * Returns the informer of the kind. Creates it if it does not exist, and starts it if the cache runs. Options can be
   * set once, before the cache runs.
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
    const informer = entry.informer as unknown as Informer<T>; // created for this kind
    if (Object.keys(options).length > 0) this.#configure(informer, entry, options);
    if (this.#isStarted) this.#start(entry);
    return informer;
  }

  /** Returns the informer of the kind for temporary use. */
  hold<T extends KubeObject>(kind: Kind<T>, view: InformerView): HeldInformer<T> {
    const entry = this.#entryOf(kind, view, 0);
    // A temporary informer blocks no reader: until it has listed its objects, reads go to the API server.
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

  /** Returns the informer of the kind, if it exists. */
  find<T extends KubeObject>(
    kind: Pick<Kind, "apiVersion" | "kind">,
    view: InformerView = "whole",
  ): Informer<T> | undefined {
    // The informer was created for this kind, and so for objects of type T.
    return this.#entries.get(identity(kind, view))?.informer as unknown as Informer<T> | undefined;
  }

  /** Returns all informers that report changes of the kind. */
  informersOf(kind: Pick<Kind, "apiVersion" | "kind">): Informer<KubeObject>[] {
    return [this.find(kind), this.find(kind, "metadata")].filter((informer) => informer !== undefined);
  }

  /** Returns the error that keeps the informer from being up to date; undefined if none is known. */
  failureOf({ kind, view }: Pick<Informer<KubeObject>, "kind" | "view">): unknown {
    return this.#entries.get(identity(kind, view))?.run?.failure;
  }

  start(): void {
    this.#isStarted = true;
    for (const entry of this.#all) this.#start(entry);
  }

  /**
   * Changes the namespaces to watch; an empty list means all. Resolves when all informers have listed them, or when the
   * cache stops. Informers with their own namespaces are not affected.
   */
  async setNamespaces(namespaces: readonly string[]): Promise<void> {
    this.#namespaces = [...namespaces];
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    const runs = this.#all.map(({ run }) => run).filter((run) => run !== undefined);
    const following = runs.filter(({ informer }) => informer.options.namespaces === undefined);
    await Promise.all(following.map((run) => this.#watch(run)));
  }

  /** Ends all watches. The cached objects can still be read. */
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
      const why = run === undefined ? "it already has options" : "its cache already runs";
      throw new TsopError("runtime/invalid-wiring", `cacheFor(${kind}): ${why}`, {
        hint: "Call cacheFor() with options once for each kind, before manager.start().",
      });
    }
    if (options.namespaces?.length === 0) {
      throw new TsopError(
        "runtime/invalid-wiring",
        `cacheFor(${kind}): namespaces is empty; omit it for all namespaces`,
      );
    }
    informer.configure(options);
  }

  #start(entry: Entry): void {
    if (entry.run !== undefined || this.#stop.signal.aborted) return;
    const { kind, view } = entry.informer;
    const { client } = this.#options;
    const log = this.#options.log.with({ apiVersion: kind.apiVersion, kind: kind.kind });
    const isNamespaced = (signal: AbortSignal): Promise<boolean> => this.#options.isNamespaced(kind, signal);
    // An informer of this view reads only the fields that these objects have.
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

/**
 * A server without bookmarks sends nothing for a quiet kind until it ends the watch, after ten and a half minutes at
 * most.
 */
const staleAfterMs = 660_000;

export interface CheckCachesOptions {
  /** The number of milliseconds without data from the API server that is allowed. Default: 11 minutes. */
  readonly limitMs?: number | undefined;
  /** Returns whether the check ignores a kind whose first list fails with this error. Default: ignores none. */
  readonly isExcused?: (kind: Kind, failure: unknown) => boolean;
}

/**
 * Throws if a cache is not filled yet, or has received nothing from the API server for longer than `limitMs`, so that
 * reads may return wrong data.
 */
export function checkCaches(
  caches: readonly Pick<Cache, "unsynced" | "states" | "describe">[],
  { limitMs = staleAfterMs, isExcused }: CheckCachesOptions = {},
): void {
  const unsynced = caches.flatMap((cache) => cache.unsynced(isExcused));
  if (unsynced.length > 0) throw new Error(`caches not filled yet: ${unsynced.join(", ")}`);
  const all = caches.flatMap((cache) => cache.states().map((state) => ({ ...state, cache })));
  const stale = all.filter(({ msSinceCurrent = 0 }) => msSinceCurrent > limitMs);
  if (stale.length === 0) return;
  const names = stale.map(({ cache, kind }) => cache.describe(kind)).join(", ");
  const longest = Math.max(...stale.map(({ msSinceCurrent = 0 }) => msSinceCurrent));
  throw new Error(`no data from the API server for ${Math.floor(longest / 1000)} s: ${names}`);
}
