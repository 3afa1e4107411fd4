import type { Clock } from "../../core/clock.js";

/** So many of one kind are shown at once. */
const shown = 5;
const firstWindowMs = 1_000;
const longestWindowMs = 30_000;

interface Window {
  readonly startedAt: number;
  readonly ms: number;
  /** How many it still lets pass. */
  left: number;
  held: number;
  /** What is said of those held back, by the newest of them. */
  summary: (count: number, ms: number) => string;
}

/**
 * Keeps a loop that runs all the time from flooding the terminal: of lines that say the same, the first few are shown, and
 * then how many there were, less and less often.
 */
export class RepeatedLines {
  readonly #clock: Clock;
  readonly #print: (text: string) => void;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, print: (text: string) => void) {
    this.#clock = clock;
    this.#print = print;
  }

  /**
   * Prints the line, or counts it.
   *
   * @param key - the same for lines that say the same
   * @param summary - says how many more there were, in how much time
   */
  take(key: string, text: string, summary: Window["summary"]): void {
    const window = this.#windows.get(key) ?? this.#open(key, { ms: firstWindowMs, left: shown, summary });
    if (window.left > 0) {
      window.left -= 1;
      this.#print(text);
      return;
    }
    window.held += 1;
    window.summary = summary;
  }

  #open(key: string, { ms, left, summary }: Pick<Window, "ms" | "left" | "summary">): Window {
    const window: Window = { startedAt: this.#clock.monotonic(), ms, left, held: 0, summary };
    this.#windows.set(key, window);
    this.#clock.setTimer(ms, () => this.#close(key, window));
    return window;
  }

  #close(key: string, { startedAt, ms, held, summary }: Window): void {
    this.#windows.delete(key);
    if (held === 0) return;
    this.#print(summary(held, this.#clock.monotonic() - startedAt));
    this.#open(key, { ms: Math.min(ms * 2, longestWindowMs), left: 0, summary });
  }
}
