import type { Clock } from "../../core/clock.js";
import { DelayHeap } from "./delay-heap.js";
import { exponentialBackoff, type RateLimiter } from "./rate-limiter.js";
import { ReadyKeys } from "./ready-keys.js";

/** The callbacks through which a queue reports its metrics. Times are in milliseconds. */
export interface QueueObserver {
  added(): void;
  retried(): void;
  /** Called when a worker takes a key that was ready for this long. */
  taken(waitedMs: number, key: string): void;
  finished(workedMs: number): void;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly observer?: QueueObserver;
  /** Determines how long a failed key waits. Default: client-go's exponential backoff. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** The priority of keys that changed just now. */
export const normalPriority = 0;
/**
 * The priority of keys that existed when the process started: later changes go first. The number is
 * controller-runtime's.
 */
export const lowPriority = -100;

/** The due time and the priority of a key. */
interface Wish {
  readonly due: number;
  readonly priority: number;
}

/** The longest delay of a Node timer; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The keys that wait for a worker. The queue contains a key once, however often it was added, and never gives it to two
 * workers: a key that is added while it runs waits until `done`. It keeps one wish per key. Of two wishes, the earlier
 * one counts: an event brings a delayed run forward, and the request of the newest run replaces that of the previous
 * run. Of two priorities, the higher one counts, and a repeated run keeps its own.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #observer: QueueObserver | undefined;
  readonly #limiter: RateLimiter;
  readonly #ready = new ReadyKeys();
  readonly #delayed = new DelayHeap();
  /** The priorities of the keys in `#delayed`. */
  readonly #delayedPriority = new Map<string, number>();
  /** Key → the time when a worker took it, and its priority. */
  readonly #running = new Map<string, { readonly since: number; readonly priority: number }>();
  /** The keys that were added while they ran. */
  readonly #again = new Map<string, Wish>();
  readonly #idleWorkers: ((key: string | undefined) => void)[] = [];
  #cancelTimer: (() => void) | undefined;
  #isShutDown = false;

  constructor({ clock, observer, rateLimiter = exponentialBackoff() }: WorkQueueOptions) {
    this.#clock = clock;
    this.#observer = observer;
    this.#limiter = rateLimiter;
  }

  /** Returns the number of keys that are ready for a worker, by priority. */
  depths(): Map<number, number> {
    return this.#ready.depths();
  }

  /** Returns the keys that workers have, with the time since they took them. */
  running(): Map<string, number> {
    const now = this.#clock.monotonic();
    return new Map(Array.from(this.#running, ([key, { since }]) => [key, now - since]));
  }

  /** Returns the number of consecutive failures of a key. */
  failures(key: string): number {
    return this.#limiter.failures(key);
  }

  add(key: string, priority: number = normalPriority): void {
    this.addAfter(key, 0, priority);
  }

  /**
   * Adds the key after the delay. Zero, negative values and NaN mean at once. `priority`: by default that of the key if
   * it runs, else the normal one.
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

  /** Adds the key after the delay that its consecutive failures determine. */
  retry(key: string): void {
    if (this.#isShutDown) return;
    this.#observer?.retried();
    this.addAfter(key, this.#limiter.next(key));
  }

  /** Resets the consecutive failures of a key. */
  forget(key: string): void {
    this.#limiter.forget(key);
  }

  /**
   * Returns the next key as soon as one is ready; undefined if the queue has been shut down. Must be followed by
   * `done`.
   */
  next(): Promise<string | undefined> {
    if (this.#isShutDown) return Promise.resolve(undefined);
    const entry = this.#ready.shift();
    if (entry === undefined) return new Promise((resolve) => this.#idleWorkers.push(resolve));
    return Promise.resolve(this.#take(entry.key, entry));
  }

  /** Called when a worker has finished with a key. */
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

  /** Ends all idle workers, drops waiting keys and accepts no more. Running keys may finish. */
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
