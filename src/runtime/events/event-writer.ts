import { sleep } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import { Event } from "../../k8s/events/v1.js";
import { ApiError, isAlreadyExists, isNotFound } from "../../kube/api-error.js";
import { type Client, mergePatch } from "../../kube/client.js";
import { showKey } from "../../kube/objects.js";
import { TransportError } from "../../kube/transport-error.js";
import { toMicroTime } from "../../kube/scalars.js";
import { eventName } from "./new-event.js";
import type { Surroundings } from "../surroundings.js";

/** An event and the number of its repetitions. */
export interface EventSeries {
  event: Event;
  count: number;
  /** The time in milliseconds since 1970. */
  lastSeen: number;
  /** The count that the API server has stored; zero if it does not have the event. */
  written: number;
  /** The count that could not be written; it is tried again only when the count has grown. */
  leftOut: number;
}

export interface EventWriterOptions extends Surroundings {
  readonly client: Pick<Client, "create" | "patch">;
}

/** client-go's `maxTriesPerEvent`. */
const maxTries = 12;
const longestWaitMs = 30_000;
const maxWriters = 4;
/** client-go's `maxQueuedEvents`. */
const maxWaiting = 1000;

/**
 * Writes events to the API server in the background. A waiting event is written in its latest state, so repetitions
 * cost no extra request.
 */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #waiting = new Set<EventSeries>();
  readonly #busy = new Set<EventSeries>();
  readonly #giveUp = new AbortController();
  #onIdle: (() => void) | undefined;
  /** Whether the last write failed, and the log has already reported it. */
  #isFailing = false;

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  /** Queues a series for writing. Returns false if too many already wait. */
  add(series: EventSeries): boolean {
    if (!this.#waiting.has(series) && this.#waiting.size >= maxWaiting) return false;
    this.#waiting.add(series);
    this.#next();
    return true;
  }

  /** Waits until everything is written, for at most this many milliseconds; then drops the rest. */
  async drain(ms: number): Promise<void> {
    const idle = new AbortController();
    this.#onIdle = () => idle.abort();
    if (this.#waiting.size + this.#busy.size > 0) await sleep(this.#options.clock, ms, idle.signal);
    this.#waiting.clear();
    this.#giveUp.abort();
  }

  #next(): void {
    for (const series of this.#waiting) {
      if (this.#busy.size >= maxWriters) return;
      if (this.#busy.has(series)) continue; // an event must exist before its count can change
      this.#waiting.delete(series);
      this.#busy.add(series);
      void this.#write(series).then(() => {
        this.#busy.delete(series);
        this.#next();
        if (this.#waiting.size + this.#busy.size === 0) this.#onIdle?.();
      });
    }
  }

  /** Never rejects. */
  async #write(series: EventSeries): Promise<void> {
    const { clock, random } = this.#options;
    const { signal } = this.#giveUp;
    for (let attempt = 1; hasNews(series) && !signal.aborted; attempt += 1) {
      try {
        await this.#send(series, signal);
        this.#isFailing = false;
        return; // later repetitions are not urgent
      } catch (error) {
        if (attempt === maxTries || !isPassing(error)) this.#leaveOut(series, error);
      }
      if (!hasNews(series)) return;
      const wait = Math.min(longestWaitMs, 1_000 * 2 ** (attempt - 1));
      await sleep(clock, wait * (1 + random() * 0.2), signal);
    }
  }

  async #send(series: EventSeries, signal: AbortSignal): Promise<void> {
    const { client } = this.#options;
    const { count, lastSeen } = series;
    const repeated = count > 1 ? { series: { count, lastObservedTime: toMicroTime(lastSeen) } } : {};
    if (series.written > 0) {
      try {
        await client.patch(Event, series.event.metadata, mergePatch(repeated), { signal });
        series.written = count;
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      // Events expire after an hour. The name changes, because a write whose response was lost may have used the old
      // one.
      const { metadata, regarding } = series.event;
      const name = eventName(regarding?.name ?? "", lastSeen, count);
      series.event = { ...series.event, metadata: { ...metadata, name } };
      series.written = 0;
    }
    try {
      await client.create<Event>({ ...series.event, ...repeated }, { signal });
    } catch (error) {
      // An earlier attempt succeeded, but its response was lost.
      if (!isAlreadyExists(error)) throw error;
    }
    series.written = count;
  }

  #leaveOut(series: EventSeries, error: unknown): void {
    const { log } = this.#options;
    const { event } = series;
    series.leftOut = series.count;
    const { namespace = "", name = "" } = event.regarding ?? {};
    const fields = { reason: event.reason, object: showKey({ namespace, name }), error };
    // The namespace is being deleted with all its contents, including events.
    const isExpected = isNamespaceGone(error) || this.#giveUp.signal.aborted;
    if (isExpected || this.#isFailing) log.debug("skipped an event", fields);
    else log.warn("skipped an event", fields);
    this.#isFailing ||= !isExpected;
  }
}

/** Returns whether the count has grown beyond what was written or failed to be written. */
export function hasNews({ count, written, leftOut }: EventSeries): boolean {
  return count > Math.max(written, leftOut);
}

function isNamespaceGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isTerminating = error.causes.some(({ reason }) => reason === "NamespaceTerminating");
  return isTerminating || (error.statusCode === 404 && error.status.details?.kind === "namespaces");
}

/** Returns whether another attempt may succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.statusCode >= 500 || error.statusCode === 429;
  return error instanceof TransportError || (error instanceof TsopError && error.code === "cluster/credentials-failed");
}
