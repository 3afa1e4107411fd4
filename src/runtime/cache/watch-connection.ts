import { linkSignals } from "../../core/linked-signal.js";
import type { LiveClient, WatchEvent, WatchOptions } from "../../kube/client.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import type { Surroundings } from "../surroundings.js";

/** Bookmarks arrive about once a minute. After this long without any data, the connection counts as lost. */
const silenceMs = 150_000;
/** A server that streams lists sends data continuously until the list is complete. */
const listSilenceMs = 10_000;
/** The number of milliseconds that a server may be late in ending a watch. */
const lateMs = 30_000;
const checkMs = 5_000;

export interface WatchConnectionOptions extends Pick<Surroundings, "clock" | "random"> {
  readonly client: Pick<LiveClient, "watch">;
  readonly signal: AbortSignal;
  /** Whether this server is known to send bookmarks. */
  readonly hasBookmarks?: boolean;
}

/** How a watch ended without an error. */
export type WatchEnd = "closed" | "silent" | "list-silent";

/**
 * Runs one watch until it ends, or until it has been silent for too long: a lost connection (a cut cable, a load
 * balancer that dropped it) looks like a quiet one.
 */
export async function runWatch<T extends KubeObject>(
  kind: Kind<T>,
  watch: Omit<WatchOptions, "allowBookmarks" | "timeoutSeconds" | "idleTimeoutMs" | "signal">,
  { client, clock, random, signal, ...known }: WatchConnectionOptions,
  onEvent: (event: WatchEvent<T>) => void,
): Promise<WatchEnd> {
  // Spread over five minutes, so that the watches of a fleet do not all end together (client-go does the same).
  const timeoutSeconds = 300 + Math.floor(random() * 300);
  const connection = linkSignals([signal]);
  const start = clock.monotonic();
  let last = start;
  let hasBookmarks = known.hasBookmarks ?? false;
  let isListing = watch.sendInitialEvents === true;
  let end: WatchEnd = "closed";
  const check = (): void => {
    const now = clock.monotonic();
    const limit = isListing ? listSilenceMs : silenceMs;
    const isSilent = (isListing || hasBookmarks) && now - last > limit;
    if (isSilent || now - start > timeoutSeconds * 1000 + lateMs) {
      end = isListing ? "list-silent" : "silent";
      connection.abort(undefined);
    } else {
      cancelCheck = clock.setTimer(checkMs, check);
    }
  };
  let cancelCheck = clock.setTimer(checkMs, check);
  try {
    const options = { ...watch, allowBookmarks: true, timeoutSeconds, signal: connection.signal };
    for await (const event of client.watch(kind, options)) {
      last = clock.monotonic();
      if (event.type === "BOOKMARK") {
        hasBookmarks = true;
        if (isEndOfList(event.object)) isListing = false;
      }
      onEvent(event);
    }
  } catch (error) {
    if (!connection.signal.aborted) throw error;
  } finally {
    cancelCheck();
    connection.release();
  }
  return end;
}

/** Returns true for the bookmark that ends the list at the start of a watch (KEP-3157). */
export function isEndOfList(bookmark: KubeObject): boolean {
  return bookmark.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
}
