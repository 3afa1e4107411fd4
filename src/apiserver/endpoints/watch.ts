/**
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/watch.go and pkg/storage/cacher.
 */
import { toApiVersion } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { StreamAnswer, StreamSink } from "../http/answer.js";
import { toFailure } from "../http/print-answer.js";
import type { StatusError } from "../status-error.js";
import type { StoredEvent } from "../storage/history.js";
import { expiredError } from "../status-error.js";
import { isSelected, type ListOptions, readListOptions } from "./list-options.js";
import { type Output, outputEvent } from "./output.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { parseResourceVersion } from "./resource-version.js";

/** kube-apiserver ends a watch after some time between these two when the client names none. */
const leastSeconds = 1_800;
const bookmarkMs = 60_000;

/** What a client is told. */
interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: JsonObject;
}

/** Prints an event as one frame of the answer. */
export type FrameWatchEvent = (event: WatchEvent) => string | Buffer;

export function watchObjects(
  request: ResourceRequest,
  output: Output,
  frame: FrameWatchEvent,
  contentType: string,
): StreamAnswer {
  const options = readListOptions(request.query, request.resource, true);
  const since = parseResourceVersion(options.resourceVersion, "object");
  return {
    type: "stream",
    contentType,
    open: (sink) => {
      const watch = new Watch({ request, output, options, frame, sink });
      watch.start(since);
      return () => watch.stop();
    },
  };
}

interface WatchParts {
  readonly request: ResourceRequest;
  readonly output: Output;
  readonly options: ListOptions;
  readonly frame: FrameWatchEvent;
  readonly sink: StreamSink;
}

class Watch {
  #unsubscribe: () => void = () => undefined;
  /** What cancels each timer. */
  readonly #timers = new Map<"end" | "bookmark", () => void>();
  /** Events are shown one after the other, though a conversion may take its time. */
  #last: Promise<void> | undefined;
  #isFirst = true;
  #isOver = false;
  #revision = 0;

  readonly #given: WatchParts;

  constructor(given: WatchParts) {
    this.#given = given;
  }

  start(since: number): void {
    const { parts, resource } = this.#given.request;
    const { timeoutSeconds } = this.#given.options;
    const seconds =
      timeoutSeconds !== undefined && timeoutSeconds > 0 ? timeoutSeconds : leastSeconds * (1 + Math.random());
    this.#timers.set(
      "end",
      parts.setTimer(seconds * 1_000, () => this.#end()),
    );
    this.#revision = parts.store.revision;
    // Nobody can wait for it, and the client is not told more: it asks again.
    if (since > this.#revision) {
      this.#end();
      return;
    }
    const initial = this.#given.options.sendsInitialEvents ? this.#selectedNow() : undefined;
    const missed = initial === undefined && since > 0 ? parts.store.eventsSince(resource.storageKey, since) : [];
    if (missed === undefined) {
      this.#fail(expiredError(`too old resource version: ${since} (${this.#revision})`));
      return;
    }
    this.#unsubscribe = parts.store.subscribe(resource.storageKey, (event) => this.#show(event));
    if (initial !== undefined) this.#showInitial(initial);
    for (const event of missed) this.#show(event);
    if (this.#given.options.allowsBookmarks) this.#bookmarkLater();
  }

  #bookmarkLater(): void {
    const bookmark = (): void => {
      this.#bookmark(false);
      if (!this.#isOver) this.#bookmarkLater();
    };
    this.#timers.set("bookmark", this.#given.request.parts.setTimer(bookmarkMs, bookmark));
  }

  stop(): void {
    this.#isOver = true;
    this.#unsubscribe();
    for (const cancel of this.#timers.values()) cancel();
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#given.sink.end();
  }

  #fail(error: StatusError): void {
    this.#write({ type: "ERROR", object: error.toStatus() });
    this.#end();
  }

  #selectedNow(): readonly ApiObject[] {
    const { parts, resource } = this.#given.request;
    return parts.store.list(resource.storageKey, namespaceOf(this.#given.request));
  }

  #showInitial(stored: readonly ApiObject[]): void {
    const revision = this.#revision;
    this.#enqueue(async () => {
      const views = await this.#given.request.parts.views.readAll(this.#given.request.resource, stored);
      for (const view of views) if (isSelected(this.#given.options, view)) this.#send("ADDED", view);
      if (this.#given.options.allowsBookmarks) this.#bookmark(true, revision);
    });
  }

  #show(event: StoredEvent): void {
    const namespace = namespaceOf(this.#given.request);
    if (namespace !== "" && event.object.metadata.namespace !== namespace) return;
    const { views } = this.#given.request.parts;
    const { resource } = this.#given.request;
    // Most views are known, or need no conversion: then nothing waits.
    if (this.#last === undefined && resource.conversion === undefined) {
      // The write has happened: what this watch cannot show of it is no fault of the writer's, or of other watches.
      try {
        const previous = event.previous === undefined ? undefined : views.readSync(resource, event.previous);
        this.#sendChange(event, views.readSync(resource, event.object), previous);
      } catch (error) {
        this.#fail(toFailure(error));
      }
      return;
    }
    this.#enqueue(async () => {
      const object = await views.read(resource, event.object);
      const previous = event.previous === undefined ? undefined : await views.read(resource, event.previous);
      this.#sendChange(event, object, previous);
    });
  }

  /** An object that begins or ceases to be selected is new, or gone, to this client. */
  #sendChange(event: StoredEvent, object: ApiObject, previous: ApiObject | undefined): void {
    this.#revision = event.revision;
    const was = previous !== undefined && isSelected(this.#given.options, previous);
    const is = event.type !== "DELETED" && isSelected(this.#given.options, object);
    if (is) this.#send(was ? "MODIFIED" : "ADDED", object);
    else if (was) this.#send("DELETED", atRevision(previous, event.revision));
  }

  #send(type: "ADDED" | "MODIFIED" | "DELETED", object: ApiObject): void {
    this.#write({ type, object: outputEvent(this.#given.output, object, this.#isFirst) });
    this.#isFirst = false;
  }

  #bookmark(
    endsInitialEvents: boolean,
    revision = Math.max(this.#revision, this.#given.request.parts.store.revision),
  ): void {
    const { group, version, kind } = this.#given.request.resource;
    const metadata = {
      resourceVersion: String(revision),
      ...(endsInitialEvents ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
    };
    const object = {
      kind,
      apiVersion: toApiVersion(group, version),
      metadata,
    } as unknown as ApiObject;
    this.#write({ type: "BOOKMARK", object: outputEvent(this.#given.output, object, this.#isFirst) });
  }

  #write(event: WatchEvent): void {
    if (this.#isOver) return;
    if (!this.#given.sink.write(this.#given.frame(event))) this.#end();
  }

  #enqueue(show: () => Promise<void>): void {
    const next = (this.#last ?? Promise.resolve()).then(show).catch((error: unknown) => this.#fail(toFailure(error)));
    this.#last = next;
    void next.then(() => {
      if (this.#last === next) this.#last = undefined;
    });
  }
}

function atRevision(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
