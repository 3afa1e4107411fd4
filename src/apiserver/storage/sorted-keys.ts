/** Keys in the order of etcd, by bytes, which lists and pages follow. */
export class SortedKeys {
  readonly #keys: string[] = [];

  get all(): readonly string[] {
    return this.#keys;
  }

  add(key: string): void {
    const index = this.indexAfter(key);
    if (this.#keys[index - 1] !== key) this.#keys.splice(index, 0, key);
  }

  delete(key: string): void {
    const index = this.indexAfter(key) - 1;
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }

  /** Returns the index of the first key after the given one, which may be absent. */
  indexAfter(key: string): number {
    let [low, high] = [0, this.#keys.length];
    // Most keys are added at the end.
    if (this.#isUpTo(high - 1, key)) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isUpTo(middle, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isUpTo(index: number, key: string): boolean {
    const found = this.#keys[index];
    return found !== undefined && found <= key;
  }
}
