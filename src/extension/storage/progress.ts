import type { Clock } from "../../core/clock.js";

/** Lets requests wait until the copy of a storage has reached a state. */
export class Progress {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call it after each change of the state. */
  notify(): void {
    for (const check of this.#waiting) check();
  }

  /** Returns whether the state was reached within the time. */
  until(isReached: () => boolean, ms: number): Promise<boolean> {
    if (isReached()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (result: boolean): void => {
        this.#waiting.delete(check);
        cancel();
        resolve(result);
      };
      const check = (): void => {
        if (isReached()) end(true);
      };
      const cancel = this.#clock.setTimer(ms, () => end(false));
      this.#waiting.add(check);
    });
  }
}
