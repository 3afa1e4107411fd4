interface Entry {
  readonly key: string;
  readonly at: number;
}

/** Keys by their due time, the earliest first. Contains each key once. */
export class DelayHeap {
  /**
   * The current due times. The heap may also contain replaced or removed entries, which are skipped when they reach the
   * top.
   */
  readonly #due = new Map<string, number>();
  #heap: Entry[] = [];

  get(key: string): number | undefined {
    return this.#due.get(key);
  }

  set(key: string, at: number): void {
    this.#due.set(key, at);
    this.#heap.push({ key, at });
    this.#rise(this.#heap.length - 1);
    if (this.#heap.length > 2 * this.#due.size + 64) this.#dropStale();
  }

  delete(key: string): void {
    this.#due.delete(key);
  }

  /** Returns the due time of the earliest key, or undefined if there is none. */
  nextDue(): number | undefined {
    return this.#top()?.at;
  }

  /** Removes and returns the earliest key that is due at `now`. */
  takeDue(now: number): string | undefined {
    const top = this.#top();
    if (top === undefined || top.at > now) return undefined;
    this.#removeTop();
    this.#due.delete(top.key);
    return top.key;
  }

  #top(): Entry | undefined {
    for (;;) {
      const [top] = this.#heap;
      if (top === undefined || this.#due.get(top.key) === top.at) return top;
      this.#removeTop();
    }
  }

  /** Removes stale entries: a key that is delayed repeatedly over hours would otherwise leave an entry each time. */
  #dropStale(): void {
    // A sorted array is a heap.
    this.#heap = [...this.#due].map(([key, at]) => ({ key, at })).sort((a, b) => a.at - b.at);
  }

  #removeTop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink();
  }

  #rise(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= this.#at(index)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(child) >= this.#at(index)) return;
      this.#swap(child, index);
      index = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Infinity;
  }

  #swap(a: number, b: number): void {
    const first = this.#heap[a];
    const second = this.#heap[b];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
