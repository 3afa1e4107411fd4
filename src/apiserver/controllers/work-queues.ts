import { WorkQueue } from "./work-queue.js";

/** The queues of a server's controllers. */
export class WorkQueues {
  readonly #queues: WorkQueue[] = [];
  readonly #begin: ((run: () => void) => void) | undefined;

  /** @param begin - see WorkQueue */
  constructor(begin?: (run: () => void) => void) {
    this.#begin = begin;
  }

  create(work: (key: string) => Promise<void>): WorkQueue {
    const queue = new WorkQueue(work, this.#begin);
    this.#queues.push(queue);
    return queue;
  }

  /** Resolves when no controller has work left, except retries after a delay. */
  async settled(): Promise<void> {
    for (;;) {
      const running = this.#queues.map((queue) => queue.running).filter((each) => each !== undefined);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }
}
