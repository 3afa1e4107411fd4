import { onAbort } from "../core/on-abort.js";

/**
 * Calls a function until it returns a result. For changes that take the API server a moment; a watch would need more
 * code without a benefit.
 *
 * @returns the result, or undefined after `timeoutMs` without a result
 */
export async function poll<T>(
  ask: () => Promise<T | undefined>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 1000)) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() + pause > deadline) return undefined;
    await pauseFor(pause, signal);
  }
}

/** Polls until the condition is true. Returns false if `timeoutMs` passed first. */
export async function until(
  isSo: () => Promise<boolean>,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<boolean> {
  return (await poll(async () => ((await isSo()) ? true : undefined), options)) === true;
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      release();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const release = onAbort(signal, end);
  });
}

/** The deadline of a whole command. */
export interface Deadline {
  readonly timeoutMs: number;
  /** Returns the remaining milliseconds; 0 if none remain. */
  left(): number;
}

/** The options of an operation that waits within a command's deadline, and reports its progress. */
export interface Waiting {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

export function deadlineAfter(timeoutMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + timeoutMs;
  return { timeoutMs, left: () => Math.max(0, end - now()) };
}

/** Formats a duration for people: `90 s`, `5 min`. */
export function showDuration(ms: number): string {
  return ms >= 60_000 && ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}
