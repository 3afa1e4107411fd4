/** Those who wait for something to become true. It is looked at again whenever that may have happened. */
export class ConditionWaiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when the condition holds; never, if that never comes. */
  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
