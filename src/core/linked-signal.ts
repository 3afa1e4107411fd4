import { allowManyListeners, onAbort } from "./on-abort.js";

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
  allowManyListeners(controller.signal); // a user's code may hand it on to many requests
  const release = (): void => {
    for (const unlink of links) unlink();
  };
  const abort = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  const follow = (): void => abort(signals.find(({ aborted }) => aborted)?.reason);
  const links = signals.map((each) => onAbort(each, follow));
  if (signals.some(({ aborted }) => aborted)) follow();
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
