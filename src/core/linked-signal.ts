/** A signal that fires when one of several others does, and that can let go of them. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Fires the signal, and lets go of the others. */
  readonly abort: (reason: unknown) => void;
  /** Lets go of the others: from now on, only `abort` fires the signal. */
  readonly release: () => void;
}

/**
 * Links a signal to others, some of which live longer than it does. `AbortSignal.any` leaks in that case: as long as a signal
 * has a listener, those that it was made of keep it alive, until one of them fires. Whoever links a signal has to
 * call `release` or `abort`.
 */
export function linkSignals(signals: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  const release = (): void => {
    for (const each of signals) each.removeEventListener("abort", onAbort);
  };
  const abort = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  const onAbort = (): void => abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const each of signals) each.addEventListener("abort", onAbort);
  if (signals.some(({ aborted }) => aborted)) onAbort();
  return { signal: controller.signal, abort, release };
}

/** Runs with a signal that fires when one of the others does. Lets go of them when the run ends. */
export async function withLinkedSignal<T>(
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = linkSignals(signals);
  try {
    return await run(signal);
  } finally {
    release();
  }
}
