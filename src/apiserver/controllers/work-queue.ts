/** Processes keys one after the other; a key that is added again while it waits is processed once. */
export class WorkQueue {
  readonly #waiting = new Set<string>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #work: (key: string) => Promise<void>;
  /** How often the work of a key has thrown in succession. */
  readonly #failures = new Map<string, number>();
  readonly #begin: (run: () => void) => void;
  #running: Promise<void> | undefined;
  #isStopped = false;
  #unsubscribe = (): void => undefined;

  /**
   * @param work - a key whose work throws is worked off again after a moment: another write may have come in between. The
   * moments grow, as the reason may be one that lasts: a disk that is full.
   * @param begin - calls what works off the keys: by default once the write that asks for the work is answered
   */
  constructor(work: (key: string) => Promise<void>, begin: (run: () => void) => void = setImmediate) {
    this.#work = work;
    this.#begin = begin;
  }

  /** Resolves when all keys are processed; undefined while there are none. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Unsubscribes from the source of keys when the queue stops. */
  feedBy(unsubscribe: () => void): this {
    this.#unsubscribe = unsubscribe;
    return this;
  }

  add(key: string): void {
    if (this.#isStopped) return;
    this.#waiting.add(key);
    this.#running ??= new Promise((resolve) => this.#begin(() => void this.#run().then(resolve)));
  }

  addAfter(key: string, ms: number): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.add(key);
    }, ms);
    timer.unref();
    this.#delayed.add(timer);
  }

  stop(): void {
    this.#unsubscribe();
    this.#isStopped = true;
    this.#waiting.clear();
    for (const timer of this.#delayed) clearTimeout(timer);
  }

  async #run(): Promise<void> {
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      try {
        await this.#work(key);
        this.#failures.delete(key);
      } catch {
        const failures = this.#failures.get(key) ?? 0;
        this.#failures.set(key, failures + 1);
        this.addAfter(key, Math.min(retryMs * 2 ** failures, mostRetryMs));
      }
    }
    this.#running = undefined;
  }
}

const retryMs = 100;
const mostRetryMs = 5_000;
