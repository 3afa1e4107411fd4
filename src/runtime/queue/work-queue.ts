import type { Clock } from "../../core/clock.js";
import { DelayHeap } from "./delay-heap.js";
import { Fifo } from "./fifo.js";
import { ItemBackoff } from "./item-backoff.js";

/** What a queue tells those who measure it. Times are in milliseconds. */
export interface QueueObserver {
  added(): void;
  retried(): void;
  /** A key went to a worker after it had been ready for so long. */
  taken(waitedMs: number): void;
  finished(workedMs: number): void;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly observer?: QueueObserver;
}

/** The longest delay that a timer of Node takes; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The keys that wait for a worker. A key is in it once, however often it was added, and never with two workers: what is
 * added while its key runs waits until `done`. One wish per key: of two the earlier one counts, so that an event brings a
 * delayed run forward, and what the newest run asks for replaces what the one before had asked for.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #observer: QueueObserver | undefined;
  readonly #backoff = new ItemBackoff();
  readonly #ready = new Fifo<string>();
  /** Key that is in `#ready` → since when. */
  readonly #readySince = new Map<string, number>();
  readonly #delayed = new DelayHeap();
  /** Key → since when a worker has had it. */
  readonly #running = new Map<string, number>();
  /** Keys that were added while they ran → when they are due. */
  readonly #again = new Map<string, number>();
  readonly #idleWorkers: ((key: string | undefined) => void)[] = [];
  #cancelTimer: (() => void) | undefined;
  #isShutDown = false;

  constructor({ clock, observer }: WorkQueueOptions) {
    this.#clock = clock;
    this.#observer = observer;
  }

  /** How many keys are ready for a worker. */
  get depth(): number {
    return this.#ready.size;
  }

  /** The keys that workers have, with the time for which they have had them. */
  running(): Map<string, number> {
    const now = this.#clock.monotonic();
    return new Map(Array.from(this.#running, ([key, since]) => [key, now - since]));
  }

  /** Failures in a row of a key. */
  failures(key: string): number {
    return this.#backoff.failures(key);
  }

  add(key: string): void {
    this.addAfter(key, 0);
  }

  /** Adds the key when the time is over. Zero, less than zero, and what is not a number mean at once. */
  addAfter(key: string, ms: number): void {
    if (this.#isShutDown) return;
    const now = this.#clock.monotonic();
    const due = ms > 0 ? now + ms : now;
    if (this.#running.has(key)) {
      this.#again.set(key, Math.min(due, this.#again.get(key) ?? Infinity));
    } else if (due <= now) {
      this.#makeReady(key, now);
    } else if (!this.#readySince.has(key) && due < (this.#delayed.get(key) ?? Infinity)) {
      this.#delayed.set(key, due);
      if (this.#delayed.nextDue() === due) this.#setTimer();
    }
  }

  /** Adds the key after a delay that doubles with each failure in a row. */
  retry(key: string): void {
    if (this.#isShutDown) return;
    this.#observer?.retried();
    this.addAfter(key, this.#backoff.next(key));
  }

  /** Ends a row of failures. */
  forget(key: string): void {
    this.#backoff.forget(key);
  }

  /** The next key, as soon as there is one; undefined when the queue has been shut down. Must be followed by `done`. */
  next(): Promise<string | undefined> {
    if (this.#isShutDown) return Promise.resolve(undefined);
    const key = this.#ready.shift();
    if (key === undefined) return new Promise((resolve) => this.#idleWorkers.push(resolve));
    return Promise.resolve(this.#take(key));
  }

  /** The worker is through with a key. */
  done(key: string): void {
    const since = this.#running.get(key);
    if (since === undefined) return;
    this.#running.delete(key);
    const now = this.#clock.monotonic();
    this.#observer?.finished(now - since);
    const again = this.#again.get(key);
    this.#again.delete(key);
    if (again !== undefined) this.addAfter(key, again - now);
  }

  /** Sends all idle workers home, drops what waits and takes nothing more. What runs may finish. */
  shutDown(): void {
    this.#isShutDown = true;
    this.#cancelTimer?.();
    this.#ready.clear();
    this.#readySince.clear();
    this.#again.clear();
    for (const resolve of this.#idleWorkers.splice(0)) resolve(undefined);
  }

  #makeReady(key: string, now: number): void {
    this.#delayed.delete(key);
    if (this.#readySince.has(key)) return;
    this.#observer?.added();
    this.#readySince.set(key, now);
    const worker = this.#idleWorkers.shift();
    if (worker === undefined) this.#ready.push(key);
    else worker(this.#take(key));
  }

  #take(key: string): string {
    const now = this.#clock.monotonic();
    this.#observer?.taken(now - (this.#readySince.get(key) ?? now));
    this.#readySince.delete(key);
    this.#running.set(key, now);
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
      this.#makeReady(key, now);
    }
    this.#setTimer();
  }
}
