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

/** One event, and how often it has been seen. */
export interface EventSeries {
  event: Event;
  count: number;
  /** Milliseconds since 1970. */
  lastSeen: number;
  /** The count that the API server knows; zero while it does not know the event. */
  written: number;
  /** The count that could not be written; there is no use in trying before it has grown. */
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

/** Brings events to the API server in the background. What waits is written as it is by then: repetitions cost no request. */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #waiting = new Set<EventSeries>();
  readonly #busy = new Set<EventSeries>();
  readonly #giveUp = new AbortController();
  #onIdle: (() => void) | undefined;
  /** Whether the last write failed: then the log has said so. */
  #isFailing = false;

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  /** Has a series written, as soon as there is time. False when too many wait already. */
  add(series: EventSeries): boolean {
    if (!this.#waiting.has(series) && this.#waiting.size >= maxWaiting) return false;
    this.#waiting.add(series);
    this.#next();
    return true;
  }

  /** Waits until everything is written, but no longer than so many milliseconds; then gives up the rest. */
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
      if (this.#busy.has(series)) continue; // an event has to be there before its count can change
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
        return; // what was counted meanwhile has time
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
      // Events are forgotten after an hour. The name is another one, for a write that was not heard of may have been the same.
      const { metadata, regarding } = series.event;
      const name = eventName(regarding?.name ?? "", lastSeen, count);
      series.event = { ...series.event, metadata: { ...metadata, name } };
      series.written = 0;
    }
    try {
      await client.create<Event>({ ...series.event, ...repeated }, { signal });
    } catch (error) {
      // An earlier try, whose answer was lost.
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
    // With its namespace everything goes, events too.
    const isExpected = isNamespaceGone(error) || this.#giveUp.signal.aborted;
    if (isExpected || this.#isFailing) log.debug("an event is left out", fields);
    else log.warn("an event is left out", fields);
    this.#isFailing ||= !isExpected;
  }
}

/** Whether there is something that the API server does not know and would take. */
export function hasNews({ count, written, leftOut }: EventSeries): boolean {
  return count > Math.max(written, leftOut);
}

function isNamespaceGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isTerminating = error.causes.some(({ reason }) => reason === "NamespaceTerminating");
  return isTerminating || (error.statusCode === 404 && error.status.details?.kind === "namespaces");
}

/** Whether another try may succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.statusCode >= 500 || error.statusCode === 429;
  return error instanceof TransportError || (error instanceof TsopError && error.code === "cluster/credentials-failed");
}
