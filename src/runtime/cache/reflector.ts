import { sleep } from "../../core/clock.js";
import { defined } from "../../core/defined.js";
import { ApiError, isExpired, isKindNotServed } from "../../kube/api-error.js";
import type { ListOptions, LiveClient, WatchEvent } from "../../kube/client.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import { TransportError } from "../../kube/transport-error.js";
import type { ChangeSink } from "./informer.js";
import { isNewer } from "./resource-version.js";
import { Retries } from "./keep-trying.js";
import type { ScopeHealth } from "./scope-health.js";
import type { Selection } from "./selection.js";
import { Store } from "./store.js";
import { isEndOfList, runWatch } from "./watch-connection.js";
import { isStreamingListRefused, longestPauseMs, lostPosition } from "./watch-failure.js";
import type { Scope } from "./watched-scopes.js";
import type { Surroundings } from "../surroundings.js";

export interface ReflectorOptions<T extends KubeObject> extends Surroundings {
  readonly kind: Kind<T>;
  readonly scope: Scope;
  /** The objects to request. */
  readonly select: Selection;
  /** Whether the sink drops `metadata.managedFields`. Default false. */
  readonly omitManagedFields?: boolean;
  readonly client: Pick<LiveClient, "list" | "watch">;
  readonly sink: ChangeSink<T>;
  readonly health: ScopeHealth;
  /** Returns whether the kind may be missing from the server. Default: it must exist. */
  readonly mayBeMissing?: () => boolean;
}

/** A watch that ends earlier than this without an event is not reopened at once. */
const shortWatchMs = 1_000;
/** The longest wait that the server can request, so that its cache is never stale for longer. */
const longestRetryAfterMs = 60_000;

/**
 * Keeps a sink up to date with the API server: lists once, then watches from there, and continues from the last known
 * resourceVersion whenever the watch ends. Lists again only if the server no longer has that version. Never gives up.
 */
export class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #retries: Retries;
  /** The version from which the next watch continues; undefined: a list is due. */
  #position: string | undefined;
  #canStreamLists = true;
  /** Whether the server sends bookmarks, and so is never silent for long. */
  #hasBookmarks = false;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#retries = new Retries(options);
  }

  /** Resolves when the signal fires, never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await this.#listOrWatch(signal);
      if (pauseMs > 0) await sleep(this.#options.clock, pauseMs, signal);
    }
  }

  /** Resolves with the delay before the next list or watch. */
  async #listOrWatch(signal: AbortSignal): Promise<number> {
    const start = this.#options.clock.monotonic();
    const before = this.#position;
    try {
      if (before === undefined && !this.#canStreamLists) await this.#list(signal);
      else await this.#watch(signal);
      const isShort = this.#options.clock.monotonic() - start < shortWatchMs;
      return this.#position === before && isShort ? this.#retries.nextDelay() : 0;
    } catch (error) {
      if (signal.aborted) return 0;
      if (this.#position === undefined && this.#canStreamLists && isStreamingListRefused(error)) {
        this.#canStreamLists = false;
        return 0;
      }
      this.#retries.failed(error, isKindNotServed(error) && this.#options.mayBeMissing?.() === true);
      // Connections do not last forever. A connection that worked for a while has not failed, as in client-go.
      const isCut = error instanceof TransportError && error.failure === "reset";
      if (isCut && before !== undefined && this.#options.clock.monotonic() - start >= shortWatchMs)
        this.#retries.resetDelay();
      this.#options.health.failed(error);
      if (lostPosition(error, this.#retries.inARow)) this.#position = undefined;
      const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      const pauseMs = Math.min(this.#retries.nextDelay(), longestPauseMs(error));
      return Math.max(pauseMs, Math.min(retryAfterMs, longestRetryAfterMs));
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { kind, client } = this.#options;
    const { items, resourceVersion } = await listSnapshot(client, kind, { ...toQuery(this.#options), signal });
    this.#replace(items, resourceVersion);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { kind, clock, health } = this.#options;
    const start = clock.monotonic();
    const initial = this.#position === undefined ? new Store<T>() : undefined;
    const end = await runWatch(
      kind,
      {
        ...toQuery(this.#options),
        ...(this.#position === undefined ? { sendInitialEvents: true } : { resourceVersion: this.#position }),
      },
      { ...this.#options, signal, hasBookmarks: this.#hasBookmarks },
      (event) => {
        this.#hasBookmarks ||= event.type === "BOOKMARK";
        if (this.#position === undefined && initial !== undefined) this.#collect(initial, event);
        else this.#apply(event);
      },
    );
    // A server without streaming lists starts to watch at once, and never reports the end of the list.
    if (end === "list-silent") this.#canStreamLists = false;
    // A server that ends a watch regularly has sent everything.
    if (end === "closed" && this.#position !== undefined && clock.monotonic() - start >= shortWatchMs)
      health.confirmed();
  }

  /** Collects the objects until the list is complete, so that no subscriber sees a partial list. */
  #collect(initial: Store<T>, event: WatchEvent<T>): void {
    if (event.type === "DELETED") initial.delete(event.object.metadata);
    else if (event.type !== "BOOKMARK") initial.set(event.object);
    else if (isEndOfList(event.object)) {
      this.#replace([...initial.values()], event.object.metadata.resourceVersion ?? "");
    }
  }

  #replace(items: readonly T[], resourceVersion: string): void {
    const { sink, scope, health } = this.#options;
    sink.replace(scope, items, resourceVersion);
    health.listed();
    this.#position = resourceVersion;
    this.#retries.succeeded();
  }

  #apply(event: WatchEvent<T>): void {
    const { sink, scope, health } = this.#options;
    const { resourceVersion } = event.object.metadata;
    if (event.type !== "BOOKMARK") sink.apply(scope, event.type, event.object);
    health.confirmed();
    if (resourceVersion === undefined) return;
    sink.advance(scope, resourceVersion);
    // An event that arrives late or twice must not move the position back.
    if (!isNewer(this.#position, resourceVersion)) this.#position = resourceVersion;
    this.#retries.succeeded();
  }
}

type Query = Pick<ListOptions, "namespace" | "labels" | "fields" | "omitManagedFields">;

function toQuery<T extends KubeObject>({ scope, select, omitManagedFields }: ReflectorOptions<T>): Query {
  const { labels, fields } = select;
  return defined({ namespace: scope, labels, fields, omitManagedFields });
}

/** client-go's value; parsing a page of 500 objects of 4 KB blocks the event loop for about 15 ms. */
const pageSize = 500;

/** Lists everything, page by page, as of one resourceVersion. */
async function listSnapshot<T extends KubeObject>(
  client: Pick<LiveClient, "list">,
  kind: Kind<T>,
  where: Query & { readonly signal: AbortSignal },
): Promise<{ items: T[]; resourceVersion: string }> {
  const { signal } = where;
  const items: T[] = [];
  let next: string | undefined;
  do {
    try {
      const page = await client.list(kind, { ...where, limit: pageSize, ...defined({ continue: next }) });
      for (const item of page.items) items.push(item);
      next = page.metadata.continue || undefined;
      if (next === undefined) return { items, resourceVersion: page.metadata.resourceVersion ?? "" };
    } catch (error) {
      // The server has compacted the list's version since the first page: request everything at once.
      if (next === undefined || !isExpired(error)) throw error;
      const whole = await client.list(kind, where);
      return { items: whole.items, resourceVersion: whole.metadata.resourceVersion ?? "" };
    }
  } while (!signal.aborted);
  throw signal.reason;
}
