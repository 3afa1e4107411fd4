/**
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/watch.go and pkg/storage/cacher.
 */
import { toApiVersion } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import type { ApiObject, ObjectMeta } from "../api-object.js";
import type { StreamAnswer, StreamSink } from "../http/answer.js";
import { toFailure } from "../http/print-answer.js";
import type { StatusError } from "../status-error.js";
import type { StoredEvent } from "../storage/history.js";
import { expiredError } from "../status-error.js";
import { isSelected, type ListOptions, readListOptions, refuseInitialEvents } from "./list-options.js";
import { type Output, outputEvent } from "./output.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { parseResourceVersion } from "./resource-version.js";

/** The shortest time in seconds; without a client's timeout, kube-apiserver ends a watch after between this and twice this time. */
const leastSeconds = 1_800;
const bookmarkMs = 60_000;

/** An event that the client receives. */
interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: JsonObject;
}

/** Prints an event as one frame of the response. */
export type FrameWatchEvent = (event: WatchEvent) => string | Buffer;

export function watchObjects(
  request: ResourceRequest,
  output: Output,
  frame: FrameWatchEvent,
  contentType: string,
): StreamAnswer {
  const options = readListOptions(request.query, request.resource, true);
  if (!request.parts.features.sendsInitialEvents) refuseInitialEvents(request.query);
  const since = parseResourceVersion(options.resourceVersion, "object");
  return {
    type: "stream",
    contentType,
    open: (sink) => openWatch({ request, output, options, frame, sink }, since),
  };
}

interface WatchParts {
  readonly request: ResourceRequest;
  readonly output: Output;
  readonly options: ListOptions;
  readonly frame: FrameWatchEvent;
  readonly sink: StreamSink;
}

/** Opens a watch, and returns a function that stops it. */
function openWatch({ request, output, options, frame, sink }: WatchParts, since: number): () => void {
  const { parts, resource } = request;
  const { store, views } = parts;
  const namespace = namespaceOf(request);
  /** The functions that cancel the timers. */
  const timers = new Map<"end" | "bookmark", () => void>();
  let unsubscribe = (): void => undefined;
  /** Events are sent one after the other, even while a conversion takes time. */
  let last: Promise<void> | undefined;
  let [isFirst, isOver, revision] = [true, false, store.revision];
  start();
  return stop;

  function start(): void {
    const { timeoutSeconds = 0 } = options;
    const seconds = timeoutSeconds > 0 ? timeoutSeconds : leastSeconds * (1 + Math.random());
    timers.set("end", parts.setTimer(seconds * 1_000, end));
    // The server does not wait for a future version: it ends the watch without an event, and the client retries.
    if (since > revision) {
      end();
      return;
    }
    const initial = options.sendsInitialEvents ? store.list(resource.storageKey, namespace) : undefined;
    const missed = initial === undefined && since > 0 ? store.eventsSince(resource.storageKey, since) : [];
    if (missed === undefined) {
      fail(expiredError(`too old resource version: ${since} (${revision})`));
      return;
    }
    unsubscribe = store.subscribe(resource.storageKey, (event) => parts.later(() => show(event)));
    if (initial !== undefined) showInitial(initial);
    for (const event of missed) show(event);
    if (options.allowsBookmarks) bookmarkLater();
  }

  function bookmarkLater(): void {
    const again = (): void => {
      // Later than the events up to this revision.
      const upTo = Math.max(revision, store.revision);
      parts.later(() => bookmark(false, upTo));
      if (!isOver) bookmarkLater();
    };
    timers.set("bookmark", parts.setTimer(bookmarkMs, again));
  }

  function stop(): void {
    isOver = true;
    unsubscribe();
    for (const cancel of timers.values()) cancel();
  }

  function end(): void {
    if (isOver) return;
    stop();
    sink.end();
  }

  function fail(error: StatusError): void {
    write({ type: "ERROR", object: error.toStatus() });
    end();
  }

  function showInitial(stored: readonly ApiObject[]): void {
    const atFirst = revision;
    enqueue(async () => {
      for (const view of await views.readAll(resource, stored)) if (isSelected(options, view)) send("ADDED", view);
      if (options.allowsBookmarks) bookmark(true, atFirst);
    });
  }

  function show(event: StoredEvent): void {
    if (isOver) return;
    if (namespace !== "" && event.object.metadata.namespace !== namespace) return;
    // Most views are cached, or need no conversion: then nothing waits.
    if (last === undefined && resource.conversion === undefined) {
      // The write has happened: if this watch cannot show it, neither the writer nor other watches may fail.
      try {
        const previous = event.previous === undefined ? undefined : views.readSync(resource, event.previous);
        sendChange(event, views.readSync(resource, event.object), previous);
      } catch (error) {
        fail(toFailure(error));
      }
      return;
    }
    enqueue(async () => {
      const object = await views.read(resource, event.object);
      const previous = event.previous === undefined ? undefined : await views.read(resource, event.previous);
      sendChange(event, object, previous);
    });
  }

  /** Sends a change: an object that the selector begins or ceases to match is added or deleted for this client. */
  function sendChange(event: StoredEvent, object: ApiObject, previous: ApiObject | undefined): void {
    ({ revision } = event);
    const was = previous !== undefined && isSelected(options, previous);
    const is = event.type !== "DELETED" && isSelected(options, object);
    if (is) send(was ? "MODIFIED" : "ADDED", object);
    else if (was) send("DELETED", atRevision(previous, revision));
  }

  function send(type: "ADDED" | "MODIFIED" | "DELETED", object: ApiObject): void {
    write({ type, object: outputEvent(output, object, isFirst) });
    isFirst = false;
  }

  function bookmark(endsInitialEvents: boolean, upTo: number): void {
    const { group, version, kind } = resource;
    const metadata: ObjectMeta = { resourceVersion: String(upTo) };
    if (endsInitialEvents) metadata.annotations = { "k8s.io/initial-events-end": "true" };
    const object = { kind, apiVersion: toApiVersion(group, version), metadata };
    write({ type: "BOOKMARK", object: outputEvent(output, object, isFirst) });
  }

  function write(event: WatchEvent): void {
    if (!isOver && !sink.write(frame(event))) end();
  }

  function enqueue(work: () => Promise<void>): void {
    const next = (last ?? Promise.resolve()).then(work).catch((error: unknown) => fail(toFailure(error)));
    last = next;
    void next.then(() => {
      if (last === next) last = undefined;
    });
  }
}

function atRevision(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
