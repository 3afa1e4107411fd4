import { isQualifiedName } from "../../core/name-forms.js";
import { TsopError } from "../../core/errors.js";
import type { EventDetails, EventRecorder, EventSubject } from "./event-recorder.js";
import { type EventSeries, EventWriter, type EventWriterOptions, hasNews } from "./event-writer.js";
import { cut, eventKey, findEventProblem, longestWord, newEvent, type Reporter, subjectKey } from "./new-event.js";
import { SpamFilter } from "./spam-filter.js";

export interface EventBroadcasterOptions extends EventWriterOptions {
  readonly hostname: string;
}

/** client-go's `finishTime`: an event that repeats within this time belongs to the series of the last one. */
const seriesMs = 6 * 60_000;
/** The maximum number of series to remember. */
const maxSeries = 4096;
/** The number of milliseconds that a stop waits for unwritten events. */
const drainMs = 2_000;

interface Open extends EventSeries {
  /** The time by the monotonic clock. */
  seenAt: number;
}

/**
 * Combines repeated events into series, as client-go does. It writes the first event at once. The second event turns it
 * into a series. Further events are counted, and the count is written every six minutes, at the end of the series, and
 * when the manager stops.
 */
export class EventBroadcaster {
  readonly #options: EventBroadcasterOptions;
  readonly #writer: EventWriter;
  readonly #filter: SpamFilter;
  /** The series that may continue, the oldest first. */
  readonly #open = new Map<string, Open>();
  #cancelTimer: (() => void) | undefined;
  #recorded = 0;
  #isStopped = false;

  constructor(options: EventBroadcasterOptions) {
    this.#options = options;
    this.#writer = new EventWriter(options);
    this.#filter = new SpamFilter(options.clock);
  }

  /** @throws TsopError `runtime/invalid-wiring` if the API server would reject the name */
  recorder(name: string): EventRecorder {
    if (!isQualifiedName(name)) {
      throw new TsopError(
        "runtime/invalid-wiring",
        `${JSON.stringify(name)} is not a valid name for an event recorder`,
        {
          hint: "Use at most 63 letters, digits, -, _ and .; a domain and a slash may precede them.",
        },
      );
    }
    const reporter = { controller: name, instance: cut(`${name}-${this.#options.hostname}`, longestWord) };
    return { event: (regarding, details) => this.#record(regarding, details, reporter) };
  }

  /** Writes the counts within two seconds, and accepts no more events. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    for (const series of this.#open.values()) this.#writeCount(series);
    this.#open.clear();
    await this.#writer.drain(drainMs);
  }

  #record(regarding: EventSubject, details: EventDetails, reporter: Reporter): void {
    const { log } = this.#options;
    try {
      const problem = findEventProblem(regarding, details);
      if (problem === undefined) {
        this.#count(regarding, details, reporter);
        return;
      }
      log.warn("skipped an event", { reason: details.reason, problem });
    } catch (error) {
      // The compiler rejects such an event in typed code. An event is not worth a failed run.
      log.warn("skipped an event", { error });
    }
  }

  #count(regarding: EventSubject, details: EventDetails, reporter: Reporter): void {
    const { clock, log } = this.#options;
    const leftOut = (why: string): void =>
      log.debug("skipped an event", { reason: details.reason, object: regarding.metadata.name, why });
    if (this.#isStopped) {
      leftOut("the manager has stopped");
      return;
    }
    const now = clock.now();
    const event = newEvent(regarding, details, { ...reporter, now, count: this.#recorded });
    const key = eventKey(event);
    const series = this.#open.get(key);
    if (series !== undefined && clock.monotonic() - series.seenAt <= seriesMs) {
      series.count += 1;
      series.lastSeen = now;
      series.seenAt = clock.monotonic();
      if (series.count === 2) this.#writeCount(series);
      return;
    }
    if (series !== undefined) this.#finish(key, series);
    if (!this.#filter.admit(subjectKey(event))) {
      leftOut("too many events about this object");
      return;
    }
    const begun: Open = { event, count: 1, written: 0, leftOut: 0, lastSeen: now, seenAt: clock.monotonic() };
    if (!this.#writer.add(begun)) {
      leftOut("too many unwritten events");
      return;
    }
    this.#recorded += 1;
    this.#open.set(key, begun);
    for (const [oldest, old] of this.#open) {
      if (this.#open.size <= maxSeries) break;
      this.#finish(oldest, old);
    }
    this.#cancelTimer ??= clock.setTimer(seriesMs, () => this.#tidy());
  }

  /** Ends the series without recent events, and writes the counts of the others. */
  #tidy(): void {
    const { clock } = this.#options;
    for (const [key, series] of this.#open) {
      if (clock.monotonic() - series.seenAt >= seriesMs) this.#finish(key, series);
      else this.#writeCount(series);
    }
    this.#cancelTimer = this.#open.size === 0 ? undefined : clock.setTimer(seriesMs, () => this.#tidy());
  }

  #finish(key: string, series: Open): void {
    this.#open.delete(key);
    this.#writeCount(series);
  }

  #writeCount(series: Open): void {
    if (hasNews(series)) this.#writer.add(series);
  }
}
