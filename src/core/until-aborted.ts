import { onAbort } from "./on-abort.js";

/** Returns the promise's outcome, or rejects with the signal's reason if the signal fires first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let release = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // The reason is the argument of abort(); fetch and Node reject with it unchanged.
    release = onAbort(signal, () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    release();
  }
}

/** Yields the items until they end; throws the signal's reason if the signal fires first, even if the source ignores it. */
export async function* eachUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(Promise.resolve(iterator.next()), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Resolves when the signal fires. Use it only if the signal lives no longer than the waiting code: it keeps the listener. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}
