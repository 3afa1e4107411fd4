import type { Clock } from "../../core/clock.js";
import type { LiveClient, WatchEvent } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import { sleep } from "../sleep.js";
import type { ChangeSink, Scope } from "./informer.js";
import { listPages } from "./list-pages.js";
import { RetryDelay } from "./retry-delay.js";
import { isStreamingListRefused, lostPosition } from "./watch-failure.js";
import { WatchFailureLog } from "./watch-failure-log.js";
import { Store } from "./store.js";
import { isEndOfList, runWatch } from "./watch-connection.js";

export interface ReflectorOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly scope: Scope;
  readonly client: Pick<LiveClient, "list" | "watch">;
  readonly sink: ChangeSink<T>;
  readonly log: Logger;
  readonly clock: Clock;
  /** From 0 to less than 1. */
  readonly random: () => number;
}

/** A watch that ends sooner than this, and without an event, is not to be opened again at once. */
const shortWatchMs = 1_000;

/**
 * Keeps a sink up to date with what the API server has: lists once, then watches from there, and goes on from the last
 * known resourceVersion whenever the watch ends. Lists again only when the server no longer has that version. Never gives
 * up.
 */
export class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #delay: RetryDelay;
  readonly #failures: WatchFailureLog;
  /** Where the next watch goes on; undefined: a list is due. */
  #position: string | undefined;
  #canStreamLists = true;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#delay = new RetryDelay(options.clock, options.random);
    this.#failures = new WatchFailureLog(options.log);
  }

  /** Resolves when the signal fires, never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const needsPause = await this.#listOrWatch(signal);
      if (needsPause) await sleep(this.#options.clock, this.#delay.next(), signal);
    }
  }

  async #listOrWatch(signal: AbortSignal): Promise<boolean> {
    const start = this.#options.clock.monotonic();
    const before = this.#position;
    try {
      if (before === undefined && !this.#canStreamLists) await this.#list(signal);
      else await this.#watch(signal);
      return this.#position === before && this.#options.clock.monotonic() - start < shortWatchMs;
    } catch (error) {
      if (signal.aborted) return false;
      if (this.#position === undefined && this.#canStreamLists && isStreamingListRefused(error)) {
        this.#canStreamLists = false;
        return false;
      }
      this.#failures.add(error);
      if (lostPosition(error, this.#failures.inARow)) this.#position = undefined;
      return true;
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { kind, scope, client, sink } = this.#options;
    const { items, resourceVersion } = await listPages(client, kind, scope, signal);
    sink.replace(scope, items, resourceVersion);
    this.#moveTo(resourceVersion);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { kind, scope } = this.#options;
    const initial = this.#position === undefined ? new Store<T>() : undefined;
    const end = await runWatch(
      kind,
      {
        ...(scope === undefined ? {} : { namespace: scope }),
        ...(this.#position === undefined ? { sendInitialEvents: true } : { resourceVersion: this.#position }),
      },
      { ...this.#options, signal },
      (event) => {
        if (this.#position === undefined && initial !== undefined) this.#collect(initial, event);
        else this.#apply(event);
      },
    );
    // A server that knows nothing of streaming lists watches from now on, and never says that the list is complete.
    if (end === "list-silent") this.#canStreamLists = false;
  }

  /** Before the list is complete: nobody is told of half a list. */
  #collect(initial: Store<T>, event: WatchEvent<T>): void {
    if (event.type === "DELETED") initial.delete(event.object.metadata);
    else if (event.type !== "BOOKMARK") initial.set(event.object);
    else if (isEndOfList(event.object)) {
      const resourceVersion = event.object.metadata.resourceVersion ?? "";
      this.#options.sink.replace(this.#options.scope, [...initial.values()], resourceVersion);
      this.#moveTo(resourceVersion);
    }
  }

  #apply(event: WatchEvent<T>): void {
    const { sink, scope } = this.#options;
    const { resourceVersion } = event.object.metadata;
    if (event.type !== "BOOKMARK") sink.apply(scope, event.type, event.object);
    if (resourceVersion === undefined) return;
    sink.advance(scope, resourceVersion);
    this.#moveTo(resourceVersion);
  }

  #moveTo(resourceVersion: string): void {
    this.#position = resourceVersion;
    this.#failures.end();
  }
}
