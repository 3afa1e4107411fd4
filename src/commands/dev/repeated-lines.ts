import type { Clock } from "../../core/clock.js";

/** How many lines of one kind are printed immediately. */
const shown = 5;
const firstWindowMs = 1_000;
const longestWindowMs = 30_000;

interface Window {
  readonly startedAt: number;
  readonly ms: number;
  /** How many more lines this window prints. */
  left: number;
  held: number;
  /** Formats the summary of the suppressed lines, from the newest of them. */
  summary: (count: number, ms: number) => string;
}

/**
 * Keeps a busy loop from flooding the terminal: prints the first few of equal lines, and then, less and less often, how
 * many more occurred.
 *
 * @returns a function that prints or counts a line. `key` is the same for equal lines. `summary` formats how many more
 * lines occurred, and in how much time.
 */
export function repeatedLines(
  clock: Clock,
  print: (text: string) => void,
): (key: string, text: string, summary: Window["summary"]) => void {
  const windows = new Map<string, Window>();
  const open = (key: string, { ms, left, summary }: Pick<Window, "ms" | "left" | "summary">): Window => {
    const window: Window = { startedAt: clock.monotonic(), ms, left, held: 0, summary };
    windows.set(key, window);
    clock.setTimer(ms, () => close(key, window));
    return window;
  };
  const close = (key: string, { startedAt, ms, held, summary }: Window): void => {
    windows.delete(key);
    if (held === 0) return;
    print(summary(held, clock.monotonic() - startedAt));
    open(key, { ms: Math.min(ms * 2, longestWindowMs), left: 0, summary });
  };
  return (key, text, summary) => {
    const window = windows.get(key) ?? open(key, { ms: firstWindowMs, left: shown, summary });
    if (window.left > 0) {
      window.left -= 1;
      print(text);
      return;
    }
    window.held += 1;
    window.summary = summary;
  };
}
