import type { Clock } from "../../core/clock.js";
import { DelayHeap } from "./delay-heap.js";
import { exponentialBackoff, type RateLimiter } from "./rate-limiter.js";
import { ReadyKeys } from "./ready-keys.js";

/** What a queue tells those who measure it. Times are in milliseconds. */
export interface QueueObserver {
  added(): void;
  retried(): void;
  /** A key went to a worker after it had been ready for so long. */
  taken(waitedMs: number, key: string): void;
  finished(workedMs: number): void;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly observer?: QueueObserver;
  /** How long a failed key waits. Default: client-go's exponential backoff. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** Of keys that somebody changed just now. */
export const normalPriority = 0;
/** Of keys that were there when the process started: what changes meanwhile goes first. The number is controller-runtime's. */
export const lowPriority = -100;

/** When a key is due, and how it is ranked then. */
interface Wish {
  readonly due: number;
  readonly priority: number;
}

/** The longest delay that a timer of Node takes; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The keys that wait for a worker. A key is in it once, however often it was added, and never with two workers: what is
 * added while its key runs waits until `done`. One wish per key: of two the earlier one counts, so that an event brings a
 * delayed run forward, and what the newest run asks for replaces what the one before had asked for. Of two priorities the
 * higher one counts, and a run that is repeated keeps its own.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #observer: QueueObserver | undefined;
  readonly #limiter: RateLimiter;
  readonly #ready = new ReadyKeys();
  readonly #delayed = new DelayHeap();
  /** Of keys that are in `#delayed`. */
  readonly #delayedPriority = new Map<string, number>();
  /** Key → since when a worker has had it, and with which priority. */
  readonly #running = new Map<string, { readonly since: number; readonly priority: number }>();
  /** Keys that were added while they ran. */
  readonly #again = new Map<string, Wish>();
  readonly #idleWorkers: ((key: string | undefined) => void)[] = [];
  #cancelTimer: (() => void) | undefined;
  #isShutDown = false;

  constructor({ clock, observer, rateLimiter = exponentialBackoff() }: WorkQueueOptions) {
    this.#clock = clock;
    this.#observer = observer;
    this.#limiter = rateLimiter;
  }

  /** How many keys are ready for a worker, by priority. */
  depths(): Map<number, number> {
    return this.#ready.depths();
  }

  /** The keys that workers have, with the time for which they have had them. */
  running(): Map<string, number> {
    const now = this.#clock.monotonic();
    return new Map(Array.from(this.#running, ([key, { since }]) => [key, now - since]));
  }

  /** Failures in a row of a key. */
  failures(key: string): number {
    return this.#limiter.failures(key);
  }

  add(key: string, priority: number = normalPriority): void {
    this.addAfter(key, 0, priority);
  }

  /**
   * Adds the key when the time is over. Zero, less than zero, and what is not a number mean at once. `priority`: default
   * that of the key where it runs, else the normal one.
   */
  addAfter(key: string, ms: number, priority = this.#running.get(key)?.priority ?? normalPriority): void {
    if (this.#isShutDown) return;
    const now = this.#clock.monotonic();
    const due = ms > 0 ? now + ms : now;
    const again = this.#again.get(key);
    if (this.#running.has(key)) {
      this.#again.set(key, {
        due: Math.min(due, again?.due ?? Infinity),
        priority: Math.max(priority, again?.priority ?? -Infinity),
      });
    } else if (due <= now || this.#ready.has(key)) {
      if (due <= now) this.#makeReady(key, priority, now);
    } else {
      this.#delay(key, { due, priority });
    }
  }

  /** Adds the key after the delay that follows from its failures in a row. */
  retry(key: string): void {
    if (this.#isShutDown) return;
    this.#observer?.retried();
    this.addAfter(key, this.#limiter.next(key));
  }

  /** Ends a row of failures. */
  forget(key: string): void {
    this.#limiter.forget(key);
  }

  /** The next key, as soon as there is one; undefined when the queue has been shut down. Must be followed by `done`. */
  next(): Promise<string | undefined> {
    if (this.#isShutDown) return Promise.resolve(undefined);
    const entry = this.#ready.shift();
    if (entry === undefined) return new Promise((resolve) => this.#idleWorkers.push(resolve));
    return Promise.resolve(this.#take(entry.key, entry));
  }

  /** The worker is through with a key. */
  done(key: string): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    this.#running.delete(key);
    const now = this.#clock.monotonic();
    this.#observer?.finished(now - running.since);
    const again = this.#again.get(key);
    this.#again.delete(key);
    if (again !== undefined) this.addAfter(key, again.due - now, again.priority);
  }

  /** Sends all idle workers home, drops what waits and takes nothing more. What runs may finish. */
  shutDown(): void {
    this.#isShutDown = true;
    this.#cancelTimer?.();
    this.#ready.clear();
    this.#again.clear();
    for (const resolve of this.#idleWorkers.splice(0)) resolve(undefined);
  }

  #delay(key: string, { due, priority }: Wish): void {
    this.#delayedPriority.set(key, Math.max(priority, this.#delayedPriority.get(key) ?? -Infinity));
    if (due >= (this.#delayed.get(key) ?? Infinity)) return;
    this.#delayed.set(key, due);
    if (this.#delayed.nextDue() === due) this.#setTimer();
  }

  #makeReady(key: string, priority: number, now: number): void {
    const rank = Math.max(priority, this.#delayedPriority.get(key) ?? -Infinity);
    this.#delayed.delete(key);
    this.#delayedPriority.delete(key);
    const worker = this.#idleWorkers.shift();
    if (worker !== undefined) {
      this.#observer?.added();
      worker(this.#take(key, { priority: rank, since: now }));
    } else if (this.#ready.push(key, rank, now)) {
      this.#observer?.added();
    }
  }

  #take(key: string, { priority, since }: { readonly priority: number; readonly since: number }): string {
    const now = this.#clock.monotonic();
    this.#observer?.taken(now - since, key);
    this.#running.set(key, { since: now, priority });
    return key;
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const due = this.#delayed.nextDue();
    if (due === undefined) return;
    const wait = Math.max(0, Math.min(due - this.#clock.monotonic(), longestTimerMs));
    this.#cancelTimer = this.#clock.setTimer(Math.ceil(wait), () => this.#takeDelayed());
  }

  #takeDelayed(): void {
    const now = this.#clock.monotonic();
    for (let key = this.#delayed.takeDue(now); key !== undefined; key = this.#delayed.takeDue(now)) {
      this.#makeReady(key, -Infinity, now);
    }
    this.#setTimer();
  }
}
