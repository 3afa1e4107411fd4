/** The time that all of a command has. */
export interface Deadline {
  readonly timeoutMs: number;
  /** Milliseconds that are left; none is 0. */
  left(): number;
}

export function deadlineAfter(timeoutMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + timeoutMs;
  return { timeoutMs, left: () => Math.max(0, end - now()) };
}

/** `90 s`, `5 min`. */
export function showDuration(ms: number): string {
  return ms >= 60_000 && ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}
