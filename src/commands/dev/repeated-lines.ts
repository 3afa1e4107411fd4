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
 *
 * @returns what prints a line, or counts it: `key` is the same for lines that say the same, `summary` says how many more there were, in
 * how much time
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
