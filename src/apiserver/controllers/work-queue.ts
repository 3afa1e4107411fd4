/** Works off keys one after the other; a key that is added while it waits is worked off once. */
export class WorkQueue {
  readonly #waiting = new Set<string>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #work: (key: string) => Promise<void>;
  /** How often the work of a key has thrown in a row. */
  readonly #failures = new Map<string, number>();
  #isRunning = false;
  #isStopped = false;

  /**
   * @param work - a key whose work throws is worked off again after a moment: another write may have come in between. The
   * moments grow, as the reason may be one that lasts: a disk that is full.
   */
  constructor(work: (key: string) => Promise<void>) {
    this.#work = work;
  }

  add(key: string): void {
    if (this.#isStopped) return;
    this.#waiting.add(key);
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The write that asks for the work is answered first.
    setImmediate(() => void this.#run());
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
    this.#isRunning = false;
  }
}

const retryMs = 100;
const mostRetryMs = 5_000;
