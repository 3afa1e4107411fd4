/** A signal that fires when one of several other signals does, and that can be unlinked from them. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Fires the signal, and unlinks it from the others. */
  readonly abort: (reason: unknown) => void;
  /** Unlinks the signal from the others: from now on, only `abort` fires it. */
  readonly release: () => void;
}

/**
 * Links a new signal to source signals that may live longer. `AbortSignal.any` leaks in that case: while a
 * signal has a listener, its source signals keep it alive until one of them fires. The caller must call `release` or `abort`.
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

/** Calls `run` with a signal that fires when one of the others does. Unlinks the signal when the run ends. */
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
