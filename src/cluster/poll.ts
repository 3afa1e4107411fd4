/**
 * Asks until the answer is there. For things that take the API server a moment; a watch would be more code for no gain.
 *
 * @returns the answer, or undefined when `timeoutMs` passed without one
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

/** Asks until it is so. False when `timeoutMs` passed before. */
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
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** The time that all of a command has. */
export interface Deadline {
  readonly timeoutMs: number;
  /** Milliseconds that are left; none is 0. */
  left(): number;
}

/** What waits within the time of a command, and tells what for. */
export interface Waiting {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

export function deadlineAfter(timeoutMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + timeoutMs;
  return { timeoutMs, left: () => Math.max(0, end - now()) };
}

/** `90 s`, `5 min`. */
export function showDuration(ms: number): string {
  return ms >= 60_000 && ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}
