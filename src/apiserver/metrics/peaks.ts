/**
 * The highest number of concurrent requests within the last whole second, like kube-apiserver's watermarks.
 * Source: k8s.io/apiserver/pkg/server/filters/maxinflight.go (startRecordingUsage).
 */
export class Peak {
  readonly #now: () => number;
  #second = 0;
  #highest = 0;
  #before = 0;

  /** @param now - milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(count: number): void {
    this.#advance();
    this.#highest = Math.max(this.#highest, count);
  }

  read(): number {
    this.#advance();
    return this.#before;
  }

  #advance(): void {
    const second = Math.floor(this.#now() / 1000);
    if (second === this.#second) return;
    this.#before = second === this.#second + 1 ? this.#highest : 0;
    this.#second = second;
    this.#highest = 0;
  }
}
